/** Judges the expectations and checks of a script, and describes the first failure. */
import type { CheckResult, Exchange, InstructorMove, Probe } from '../contract/index.js';
import {
  type Check,
  isSoft,
  judgeCheck,
  judgeExpectation,
  MODEL_JUDGE_TIMEOUT_MS,
  type JudgeOptions,
  type SentenceSimilarity,
} from '../dialogue/index.js';
import {
  getCurrentLine,
  formatGiveUpReason,
  findGiveUpText,
  type PageTrigger,
  type ScriptProgress,
  type ScriptDialogue,
  listTurnsOfLine,
} from './script-decide.js';

export type ScriptFailure = NonNullable<Extract<InstructorMove, { type: 'stop' }>['failed']>;

export interface JudgedResult {
  kind: 'check' | 'dialogue';
  result: CheckResult;
}

/** Final checks wait only briefly: no action can change the page any more. */
const FINAL_CHECK_WAIT_MS = 1_000;
const FINAL_CHECK_TIMEOUT_MS = 6_000;
/** Time limit of one final check. A judge model needs longer than a page. */
const timeLimitOf = ({ judge }: Check): number =>
  FINAL_CHECK_TIMEOUT_MS + (judge === undefined ? 0 : MODEL_JUDGE_TIMEOUT_MS);

/** The extra time that the checks with a judge model need. */
export function judgeTimeOf(checks: readonly Check[]): number {
  return checks.filter(({ judge }) => judge !== undefined).length * MODEL_JUDGE_TIMEOUT_MS;
}

export async function judgeLine(
  script: ScriptDialogue,
  progress: ScriptProgress,
  exchange: Exchange,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions | undefined,
  similarity: SentenceSimilarity,
): Promise<JudgedResult[]> {
  const line = getCurrentLine(script, progress);
  if (!line) return [];
  const judged: JudgedResult[] = [];
  const turns = listTurnsOfLine(progress, exchange);
  for (const expectation of line.expect)
    judged.push({ kind: 'dialogue', result: judgeExpectation(expectation, turns, similarity) });
  for (const check of line.check) {
    const result = await judgeCheck(check, probe, signal, { ...options, turns: exchange.turns });
    judged.push({ kind: 'check', result: { ...result, definition: check } });
  }
  if (script.dialogue.length === 1) return judged;
  const number = progress.linesSaid;
  return judged.map(({ kind, result }) => ({
    kind,
    result: { ...result, label: `line ${number}: ${result.label}` },
  }));
}

/** Judges whether the page meets a trigger, now or within `options.within`. */
export function judgeTrigger(
  trigger: PageTrigger,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions | undefined,
): Promise<CheckResult> {
  return judgeCheck(toCheck(trigger), probe, signal, options);
}

function toCheck({ url, text, visible }: PageTrigger): Check {
  if (url !== undefined) return { url };
  if (text !== undefined) return { text };
  return { element: { ...visible, state: 'visible' as const } };
}

/** Judges all `finally` checks, even if earlier ones fail. */
export async function judgeFinally(
  checks: readonly Check[],
  exchange: Exchange,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions | undefined,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [i, check] of checks.entries()) {
    const within = Math.min(options?.timeoutMs ?? FINAL_CHECK_WAIT_MS, FINAL_CHECK_WAIT_MS);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitOf(check))]);
    const result = await judgeCheck(check, probe, limited, {
      ...options,
      timeoutMs: within,
      turns: exchange.turns,
    }).catch((): CheckResult => ({
      label: `entry ${i + 1}`,
      pass: false,
      expected: 'an answer in time',
      actual: 'none',
      ...(isSoft(check) && { soft: true }),
    }));
    results.push({ ...result, label: `finally: ${result.label}`, definition: check });
  }
  return results;
}

export function toCheckResults(judged: readonly JudgedResult[]): CheckResult[] {
  return judged.map(({ result }) => result);
}

/** Returns the first failure. Failed checks take precedence over failed expectations. */
export function findFailure(judged: readonly JudgedResult[], exchange: Exchange): ScriptFailure | null {
  const failures = judged.filter(({ result }) => !result.pass && !result.soft);
  const first = failures.find(({ kind }) => kind === 'check') ?? failures[0];
  if (!first) return null;
  const { label, expected, actual } = first.result;
  const more = failures.length > 1 ? ` ${failures.length - 1} more failed.` : '';
  const finalWords = findGiveUpText(exchange);
  return {
    kind: first.kind,
    reason:
      `${first.kind === 'check' ? 'A check' : 'An expectation'} failed: ${label}. Expected: ${expected}; found: ${actual}.` +
      more +
      (finalWords === null ? '' : ` ${formatGiveUpReason(finalWords)}`),
  };
}
