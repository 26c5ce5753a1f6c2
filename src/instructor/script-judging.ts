/** Judges a script's expectations and checks, and describes the first failure. */
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
const getTimeLimitMs = ({ judge }: Check): number =>
  FINAL_CHECK_TIMEOUT_MS + (judge === undefined ? 0 : MODEL_JUDGE_TIMEOUT_MS);

/** Returns the extra time that the checks with a judge model need, in milliseconds. */
export function computeExtraTimeMs(checks: readonly Check[]): number {
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
  const judgedResults: JudgedResult[] = [];
  const turns = listTurnsOfLine(progress, exchange);
  for (const expectation of line.expect)
    judgedResults.push({ kind: 'dialogue', result: judgeExpectation(expectation, turns, similarity) });
  for (const check of line.check) {
    const result = await judgeCheck(check, probe, signal, { ...options, turns: exchange.turns });
    judgedResults.push({ kind: 'check', result: { ...result, definition: check } });
  }
  if (script.dialogue.length === 1) return judgedResults;
  const lineNumber = progress.saidLineCount;
  return judgedResults.map(({ kind, result }) => ({
    kind,
    result: { ...result, label: `line ${lineNumber}: ${result.label}` },
  }));
}

/** Judges whether the page meets a trigger, now or within `options.timeoutMs`. */
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
export async function judgeFinalChecks(
  checks: readonly Check[],
  exchange: Exchange,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions | undefined,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [i, check] of checks.entries()) {
    const timeoutMs = Math.min(options?.timeoutMs ?? FINAL_CHECK_WAIT_MS, FINAL_CHECK_WAIT_MS);
    const limitedSignal = AbortSignal.any([signal, AbortSignal.timeout(getTimeLimitMs(check))]);
    const result = await judgeCheck(check, probe, limitedSignal, {
      ...options,
      timeoutMs,
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

export function toCheckResults(judgedResults: readonly JudgedResult[]): CheckResult[] {
  return judgedResults.map(({ result }) => result);
}

/** Returns the first failure. Failed checks take precedence over failed expectations. */
export function findFailure(
  judgedResults: readonly JudgedResult[],
  exchange: Exchange,
): ScriptFailure | null {
  const failures = judgedResults.filter(({ result }) => !result.pass && !result.soft);
  const firstFailure = failures.find(({ kind }) => kind === 'check') ?? failures[0];
  if (!firstFailure) return null;
  const { label, expected, actual } = firstFailure.result;
  const otherFailures = failures.length > 1 ? ` ${failures.length - 1} more failed.` : '';
  const giveUpText = findGiveUpText(exchange);
  return {
    kind: firstFailure.kind,
    reason:
      `${firstFailure.kind === 'check' ? 'A check' : 'An expectation'} failed: ${label}. Expected: ${expected}; found: ${actual}.` +
      otherFailures +
      (giveUpText === null ? '' : ` ${formatGiveUpReason(giveUpText)}`),
  };
}
