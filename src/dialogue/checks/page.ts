/** The checks `url`, `text`, `query` and `js`. */
import type { CheckResult, Probe } from '../../contract/index.js';
import { globMatches } from '../globs.js';
import { collapse, compileMatch, type TextMatch } from '../matchers.js';
import type { QueryCheck } from '../schema/scenario.js';
import { jsonDifference } from './json-fault.js';
import { excerpt, poll, type JudgeTiming } from './poll.js';
import { nearestPassage } from './nearest.js';

export async function judgeUrl(
  glob: string,
  probe: Probe,
  signal: AbortSignal,
  times: JudgeTiming,
): Promise<CheckResult> {
  const look = await poll(times, signal, () => {
    const url = probe.url();
    return { pass: globMatches(glob, url), actual: url };
  });
  return { label: `the address is ${glob}`, expected: glob, ...look };
}

export async function judgeText(
  match: TextMatch,
  probe: Probe,
  signal: AbortSignal,
  times: JudgeTiming,
): Promise<CheckResult> {
  const matcher = compileMatch(match);
  const look = await poll(times, signal, async () => {
    const text = collapse(await probe.text());
    const pass = matcher.test(text);
    return { pass, actual: text === '' ? 'a page without text' : nearestPassage(text, String(matcher)) };
  });
  return { label: `the page says ${matcher}`, expected: String(matcher), ...look };
}

export async function judgeQuery(
  { css, text, count }: QueryCheck,
  probe: Probe,
  signal: AbortSignal,
  times: JudgeTiming,
): Promise<CheckResult> {
  const matcher = text === undefined ? null : compileMatch(text);
  const which = `${css}${matcher ? ` with the text ${matcher}` : ''}`;
  const look = await poll(times, signal, async () => {
    const found = await probe.query(css);
    if ('fault' in found) return { pass: false, actual: found.fault };
    const fitting = matcher ? found.texts.filter((one) => matcher.test(one)) : found.texts;
    const pass = count === undefined ? fitting.length > 0 : fitting.length === count;
    const others =
      matcher && found.texts.length > 0
        ? ` (${css} has ${found.texts.map((one) => `“${excerpt(one)}”`).join(', ')})`
        : '';
    return { pass, actual: `${elements(fitting.length)}${pass ? '' : excerpt(others)}` };
  });
  const wanted = count === undefined ? 'an element' : elements(count);
  return { label: `the page has ${wanted}: ${which}`, expected: `${wanted}, ${which}`, ...look };
}

function elements(count: number): string {
  return count === 0 ? 'no element' : count === 1 ? '1 element' : `${count} elements`;
}

/** @param wanted maps may hold more than is expected, as in answers of servers */
export async function judgeScript(
  expression: string,
  wanted: unknown,
  probe: Probe,
  signal: AbortSignal,
  times: JudgeTiming,
): Promise<CheckResult> {
  const look = await poll(times, signal, async () => {
    const answer = await probe.evaluate(expression);
    if ('fault' in answer) return { pass: false, actual: answer.fault };
    const fault = jsonDifference(wanted, answer.json, '');
    return { pass: fault === null, actual: fault ?? shown(answer.json) };
  });
  return { label: `${expression} is ${shown(wanted)}`, expected: shown(wanted), ...look };
}

function shown(value: unknown): string {
  return excerpt(JSON.stringify(value) ?? 'undefined');
}
