/**
 * Reads the page through a CSS selector or a JavaScript expression, for checks. The browser stops an expression that
 * has side effects (`throwOnSideEffect`), so a check cannot change the page.
 */
import type { Page } from 'playwright';

import type { Probe } from '../contract/index.js';
import { withTimeout, raceInterruptions } from './timeouts.js';
import type { Tab } from './tabs.js';

const READ_TIMEOUT_MS = 5_000;
const SCRIPT_TIMEOUT_MS = 1_000;
const MAX_TEXTS = 1_000;

const TIMED_OUT = { fault: 'a page that did not answer in time' };

export async function readTextsBySelector(page: Page, css: string): ReturnType<Probe['query']> {
  const result = await raceInterruptions(
    page.locator(`css=${css}`).allInnerTexts(),
    READ_TIMEOUT_MS,
    null,
    [],
  );
  if (result.status === 'done')
    return { texts: result.value.slice(0, MAX_TEXTS).map((text) => text.replace(/\s+/g, ' ').trim()) };
  return result.status === 'failed' ? { fault: describeReadError(result.error) } : TIMED_OUT;
}

export function describeReadError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /not a valid selector|Unexpected token|while parsing/i.test(message)
    ? 'that the CSS selector is not valid'
    : 'a page that could not be read';
}

export async function evaluateReadOnly({ cdp }: Tab, expression: string): ReturnType<Probe['evaluate']> {
  if (!cdp) return { fault: 'a page without a debugging session' };
  const evaluation = cdp
    .send('Runtime.evaluate', {
      // Parentheses make `{a: 1}` an object instead of a block.
      expression: `(${expression}\n)`,
      returnByValue: true,
      throwOnSideEffect: true,
      timeout: SCRIPT_TIMEOUT_MS,
    })
    .catch(() => null);
  const answer = await withTimeout(evaluation, READ_TIMEOUT_MS);
  if (!answer) return TIMED_OUT;
  const { result, exceptionDetails } = answer;
  if (exceptionDetails) return { fault: describeScriptError(exceptionDetails.exception?.description ?? '') };
  // Values that JSON cannot express (undefined, functions, elements) become null, as in arrays.
  return { json: result.value ?? null };
}

function describeScriptError(description: string): string {
  const firstLine = description.split('\n')[0]!.slice(0, 200);
  if (/possible side-effect/i.test(firstLine))
    return 'an expression that may change the page; use one that only reads values';
  return `an expression that fails (${firstLine || 'it throws'})`;
}
