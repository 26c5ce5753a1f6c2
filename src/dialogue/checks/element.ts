/** The check `element`: whether an element exists on the page, and its state. */
import type { CheckResult, ElementQuery, Probe } from '../../contract/index.js';
import { compileMatch } from '../matchers.js';
import type { ElementCheck } from '../schema/scenario.js';
import { runAttempt, type JudgeContext } from './poll.js';

export async function judgeElement(
  check: ElementCheck,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const query = toElementQuery(check);
  const result = await runAttempt(context.timeoutMs + context.requestTimeoutMs, signal, async () => {
    const { ok, description } = await probe.waitForElement(query, context.timeoutMs, signal);
    return { pass: ok, actual: ok ? query.state : description };
  });
  const description = describeElement(query);
  return {
    label: `${description} is ${query.state}`,
    expected: `${description}, ${query.state}`,
    ...result,
  };
}

function toElementQuery(
  check: Omit<ElementCheck, 'state'> & { state?: ElementCheck['state'] },
): ElementQuery {
  return {
    state: check.state ?? 'visible',
    ...(check.role !== undefined && { role: check.role }),
    ...(check.css !== undefined && { css: check.css }),
    ...(check.name !== undefined && { name: compileMatch(check.name) }),
    ...(check.text !== undefined && { text: compileMatch(check.text) }),
    ...(check.value !== undefined && { value: compileMatch(check.value) }),
  };
}

/** Describes a query, such as `button named “Save” with the text /done/`. */
function describeElement(query: ElementQuery): string {
  const phrases = [query.role ?? (query.css === undefined ? 'an element' : '')];
  if (query.css !== undefined) phrases.push(query.css);
  if (query.name !== undefined) phrases.push(`named ${query.name}`);
  if (query.text !== undefined) phrases.push(`with the text ${query.text}`);
  if (query.value !== undefined) phrases.push(`with the value ${query.value}`);
  return phrases.filter((part) => part !== '').join(' ');
}
