/** The check `element`: whether an element exists on the page, and its state. */
import type { CheckResult, ElementQuery, Probe } from '../../contract/index.js';
import { compileMatch } from '../matchers.js';
import type { ElementCheck } from '../schema/scenario.js';
import { observeOnce, type JudgeContext } from './poll.js';

export async function judgeElement(
  check: ElementCheck,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const query = toElementQuery(check);
  const observed = await observeOnce(context.timeoutMs + context.requestTimeoutMs, signal, async () => {
    const { ok, found } = await probe.waitForElement(query, context.timeoutMs, signal);
    return { pass: ok, actual: ok ? query.state : found };
  });
  const described = describeElement(query);
  return { label: `${described} is ${query.state}`, expected: `${described}, ${query.state}`, ...observed };
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

/** `button “Save” with the text /done/` */
function describeElement(query: ElementQuery): string {
  const parts = [query.role ?? (query.css === undefined ? 'an element' : '')];
  if (query.css !== undefined) parts.push(query.css);
  if (query.name !== undefined) parts.push(`named ${query.name}`);
  if (query.text !== undefined) parts.push(`with the text ${query.text}`);
  if (query.value !== undefined) parts.push(`with the value ${query.value}`);
  return parts.filter((part) => part !== '').join(' ');
}
