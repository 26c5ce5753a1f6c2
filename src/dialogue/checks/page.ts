/** The checks `url`, `text`, `query` and `js`. */
import type { CheckResult, Probe } from '../../contract/index.js';
import { globMatches } from '../globs.js';
import { collapse, compileMatch, type TextMatch } from '../matchers.js';
import type { QueryCheck } from '../schema/scenario.js';
import { findJsonDifference } from './json-difference.js';
import { excerpt, poll, type JudgeContext } from './poll.js';
import { findNearestPassage } from './nearest.js';

export async function judgeUrl(
  glob: string,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const observed = await poll(context, signal, () => {
    const url = probe.url();
    return { pass: globMatches(glob, url), actual: url };
  });
  return { label: `the address is ${glob}`, expected: glob, ...observed };
}

export async function judgeText(
  match: TextMatch,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const matcher = compileMatch(match);
  const observed = await poll(context, signal, async () => {
    const text = collapse(await probe.text());
    const pass = matcher.test(text);
    return { pass, actual: text === '' ? 'a page without text' : findNearestPassage(text, String(matcher)) };
  });
  return { label: `the page says ${matcher}`, expected: String(matcher), ...observed };
}

export async function judgeQuery(
  { css, text, count }: QueryCheck,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const matcher = text === undefined ? null : compileMatch(text);
  const description = `${css}${matcher ? ` with the text ${matcher}` : ''}`;
  const observed = await poll(context, signal, async () => {
    const found = await probe.query(css);
    if ('fault' in found) return { pass: false, actual: found.fault };
    const matching = matcher ? found.texts.filter((text) => matcher.test(text)) : found.texts;
    const pass = count === undefined ? matching.length > 0 : matching.length === count;
    const foundTexts =
      matcher && found.texts.length > 0
        ? ` (${css} has ${found.texts.map((text) => `“${excerpt(text)}”`).join(', ')})`
        : '';
    return { pass, actual: `${formatElementCount(matching.length)}${pass ? '' : excerpt(foundTexts)}` };
  });
  const expected = count === undefined ? 'an element' : formatElementCount(count);
  return {
    label: `the page has ${expected}: ${description}`,
    expected: `${expected}, ${description}`,
    ...observed,
  };
}

function formatElementCount(count: number): string {
  return count === 0 ? 'no element' : count === 1 ? '1 element' : `${count} elements`;
}

/** @param expected the expected value; maps in the page may contain more keys */
export async function judgeScript(
  expression: string,
  expected: unknown,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const observed = await poll(context, signal, async () => {
    const answer = await probe.evaluate(expression);
    if ('fault' in answer) return { pass: false, actual: answer.fault };
    const fault = findJsonDifference(expected, answer.json, '');
    return { pass: fault === null, actual: fault ?? formatJson(answer.json) };
  });
  return { label: `${expression} is ${formatJson(expected)}`, expected: formatJson(expected), ...observed };
}

function formatJson(value: unknown): string {
  return excerpt(JSON.stringify(value) ?? 'undefined');
}
