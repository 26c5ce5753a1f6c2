/**
 * What checks ask of a page in its own language: elements by a selector, and an expression. The browser carries an
 * expression out only as long as it changes nothing (`throwOnSideEffect`), so that a check cannot do what it checks.
 */
import type { Page } from 'playwright';

import type { Probe } from '../contract/index.js';
import { capped, firstOf } from './patience.js';
import type { Tab } from './tabs.js';

const READ_MS = 5_000;
/** An expression that runs on and on is stopped. */
const SCRIPT_MS = 1_000;
const MOST = 1_000;

const SLOW = { fault: 'a page that gave no answer in time' };

export async function textsBySelector(page: Page, css: string): ReturnType<Probe['query']> {
  const came = await firstOf(page.locator(`css=${css}`).allInnerTexts(), READ_MS, null, []);
  if (came.how === 'done')
    return { texts: came.value.slice(0, MOST).map((text) => text.replace(/\s+/g, ' ').trim()) };
  return came.how === 'failed' ? { fault: unreadable(came.error) } : SLOW;
}

export function unreadable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /not a valid selector|Unexpected token|while parsing/i.test(message)
    ? 'that the CSS selector is not valid'
    : 'a page that could not be read';
}

export async function evaluateReadOnly({ cdp }: Tab, expression: string): ReturnType<Probe['evaluate']> {
  if (!cdp) return { fault: 'a page that could not be asked' };
  const asked = cdp
    .send('Runtime.evaluate', {
      // In brackets, so that it is an expression and `{a: 1}` an object.
      expression: `(${expression}\n)`,
      returnByValue: true,
      throwOnSideEffect: true,
      timeout: SCRIPT_MS,
    })
    .catch(() => null);
  const answer = await capped(asked, READ_MS);
  if (!answer) return SLOW;
  const { result, exceptionDetails } = answer;
  if (exceptionDetails) return { fault: faultOf(exceptionDetails.exception?.description ?? '') };
  // What has no JSON (undefined, functions, elements) reads as null, as it does in a list.
  return { json: result.value ?? null };
}

function faultOf(description: string): string {
  const line = description.split('\n')[0]!.slice(0, 200);
  if (/possible side-effect/i.test(line))
    return 'an expression that could change the page, as far as the browser can tell; ask for values, and call nothing that sets any';
  return `an expression that fails (${line || 'it throws'})`;
}
