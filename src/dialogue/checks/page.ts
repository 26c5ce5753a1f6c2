/** The checks `url`, `text`, `query` and `js`. */
import type { CheckResult, Probe } from '../../contract/index.js';
import { matchesGlob } from '../globs.js';
import { collapseWhitespace, compileMatch, type TextMatch } from '../matchers.js';
import type { QueryCheck } from '../schema/scenario.js';
import { findJsonDifference } from './json-difference.js';
import { toExcerpt, poll, type JudgeContext } from './poll.js';
import { findNearestPassage } from './nearest.js';

export async function judgeUrl(
  glob: string,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const result = await poll(context, signal, () => {
    const url = probe.url();
    return { pass: matchesGlob(glob, url), actual: url };
  });
  return { label: `the address is ${glob}`, expected: glob, ...result };
}

export async function judgeText(
  match: TextMatch,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const matcher = compileMatch(match);
  const result = await poll(context, signal, async () => {
    const text = collapseWhitespace(await probe.text());
    const pass = matcher.test(text);
    return { pass, actual: text === '' ? 'a page without text' : findNearestPassage(text, String(matcher)) };
  });
  return { label: `the page says ${matcher}`, expected: String(matcher), ...result };
}

export async function judgeQuery(
  { css, text, count }: QueryCheck,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const matcher = text === undefined ? null : compileMatch(text);
  const description = `${css}${matcher ? ` with the text ${matcher}` : ''}`;
  const result = await poll(context, signal, async () => {
    const queryResult = await probe.query(css);
    if ('fault' in queryResult) return { pass: false, actual: queryResult.fault };
    const matchingTexts = matcher
      ? queryResult.texts.filter((text) => matcher.test(text))
      : queryResult.texts;
    const pass = count === undefined ? matchingTexts.length > 0 : matchingTexts.length === count;
    const textList =
      matcher && queryResult.texts.length > 0
        ? ` (${css} has ${queryResult.texts.map((text) => `“${toExcerpt(text)}”`).join(', ')})`
        : '';
    return { pass, actual: `${formatElementCount(matchingTexts.length)}${pass ? '' : toExcerpt(textList)}` };
  });
  const expected = count === undefined ? 'an element' : formatElementCount(count);
  return {
    label: `the page has ${expected}: ${description}`,
    expected: `${expected}, ${description}`,
    ...result,
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
  const result = await poll(context, signal, async () => {
    const evaluation = await probe.evaluate(expression);
    if ('fault' in evaluation) return { pass: false, actual: evaluation.fault };
    const difference = findJsonDifference(expected, evaluation.json, '');
    return { pass: difference === null, actual: difference ?? formatJson(evaluation.json) };
  });
  return {
    label: `${expression} is ${formatJson(expected)}`,
    expected: formatJson(expected),
    ...result,
  };
}

function formatJson(value: unknown): string {
  return toExcerpt(JSON.stringify(value) ?? 'undefined');
}
