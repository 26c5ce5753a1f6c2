/** What a script expects and checks, judged, and what failed of it as a sentence. */
import type { CheckResult, Exchange, InstructorMove, Probe } from '../contract/index.js';
import {
  type Check,
  judgeCheck,
  judgeExpectation,
  type JudgeOptions,
  type Likeness,
} from '../dialogue/index.js';
import {
  currentLine,
  gaveUp,
  lastWordsOf,
  type PageTrigger,
  type Progress,
  type Script,
  turnsSince,
} from './script-decide.js';

export type Failed = NonNullable<Extract<InstructorMove, { type: 'stop' }>['failed']>;

export interface Judged {
  kind: 'check' | 'dialogue';
  result: CheckResult;
}

/** Checks at the very end do not wait for a page that nobody works on any more. */
const LAST_WITHIN_MS = 1_000;
const LAST_MS = 6_000;

export async function judgeLine(
  script: Script,
  progress: Progress,
  exchange: Exchange,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions | undefined,
  likeness: Likeness,
): Promise<Judged[]> {
  const line = currentLine(script, progress);
  if (!line) return [];
  const judged: Judged[] = [];
  const turns = turnsSince(progress, exchange);
  for (const expectation of line.expect)
    judged.push({ kind: 'dialogue', result: judgeExpectation(expectation, turns, likeness) });
  for (const check of line.check) {
    const result = await judgeCheck(check, probe, signal, { ...options, turns: exchange.turns });
    judged.push({ kind: 'check', result });
  }
  if (script.dialogue.length === 1) return judged;
  const number = progress.said;
  return judged.map(({ kind, result }) => ({
    kind,
    result: { ...result, label: `line ${number}: ${result.label}` },
  }));
}

/** Whether the page shows it, now or within the time that `options` gives. */
export function judgeTrigger(
  trigger: PageTrigger,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions | undefined,
): Promise<CheckResult> {
  return judgeCheck(asCheck(trigger), probe, signal, options);
}

function asCheck({ url, text, visible }: PageTrigger): Check {
  if (url !== undefined) return { url };
  if (text !== undefined) return { text };
  return { element: { ...visible, state: 'visible' as const } };
}

/** `finally`: each of them is done, whatever became of those before it. */
export async function judgeFinally(
  checks: readonly Check[],
  exchange: Exchange,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions | undefined,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [i, check] of checks.entries()) {
    const within = Math.min(options?.within ?? LAST_WITHIN_MS, LAST_WITHIN_MS);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LAST_MS)]);
    const result = await judgeCheck(check, probe, limited, {
      ...options,
      within,
      turns: exchange.turns,
    }).catch((): CheckResult => ({
      label: `entry ${i + 1}`,
      pass: false,
      expected: 'an answer in time',
      actual: 'none',
      ...(check.gate === false && { soft: true }),
    }));
    results.push({ ...result, label: `finally: ${result.label}` });
  }
  return results;
}

export function results(judged: readonly Judged[]): CheckResult[] {
  return judged.map(({ result }) => result);
}

/** What the page shows weighs more than what was said about it, so a failed check names the failure. */
export function failureOf(judged: readonly Judged[], exchange: Exchange): Failed | null {
  const failures = judged.filter(({ result }) => !result.pass && !result.soft);
  const first = failures.find(({ kind }) => kind === 'check') ?? failures[0];
  if (!first) return null;
  const { label, expected, actual } = first.result;
  const more = failures.length > 1 ? ` ${failures.length - 1} more failed.` : '';
  const words = lastWordsOf(exchange);
  return {
    kind: first.kind,
    reason:
      `${first.kind === 'check' ? 'A check' : 'An expectation'} failed: ${label}. Expected: ${expected}; found: ${actual}.` +
      more +
      (words === null ? '' : ` ${gaveUp(words)}`),
  };
}
