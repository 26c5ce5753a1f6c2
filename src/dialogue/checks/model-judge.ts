/** The check `judge`: a language model judges the run by its last screenshots. The caller provides the model. */
import type { CheckResult, Probe } from '../../contract/index.js';
import type { ModelJudgeCheck } from '../schema/scenario.js';
import { toExcerpt, type JudgeContext } from './poll.js';

/** Time limit of one verdict. */
export const MODEL_JUDGE_TIMEOUT_MS = 180_000;
/** The paper judges the last one, two or three screenshots, or all of them. */
const DEFAULT_SCREENSHOT_COUNT = 3;

/** An unknown verdict never fails a run, with or without `gate`. */
export async function judgeByModel(
  { task, last = DEFAULT_SCREENSHOT_COUNT }: ModelJudgeCheck,
  probe: Probe,
  signal: AbortSignal,
  { modelJudge, turns }: JudgeContext,
): Promise<CheckResult> {
  const label = task === undefined ? 'a model judges the task' : `a model judges “${toExcerpt(task)}”`;
  const baseResult = { label, expected: 'success' };
  if (modelJudge === null) throw new Error('a scenario with judge checks is run without a model');
  const timeoutSignal = AbortSignal.timeout(MODEL_JUDGE_TIMEOUT_MS);
  try {
    const question = { task: task ?? null, last, turns, probe };
    const { verdict, explanation } = await modelJudge(question, AbortSignal.any([signal, timeoutSignal]));
    const actual = `${verdict}: ${explanation}`;
    if (verdict !== 'unknown') return { ...baseResult, pass: verdict === 'success', actual };
    return { ...baseResult, pass: false, actual, soft: true, unknown: true };
  } catch (error) {
    signal.throwIfAborted();
    if (!timeoutSignal.aborted) throw error;
    const actual = `unknown: no verdict within ${MODEL_JUDGE_TIMEOUT_MS / 1000} s`;
    return { ...baseResult, pass: false, actual, soft: true, unknown: true };
  }
}
