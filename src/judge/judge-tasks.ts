/**
 * Judges many tasks. Each verdict is saved at once, so an interrupt loses nothing. A model failure that would affect
 * every later call stops the run. After any other failure the task has no verdict, and the run continues.
 */
import { toParleyError, type Model, type ModelFailure } from '../llm/index.js';
import { ParleyError } from '../contract/index.js';
import { askJudge, type JudgeReply } from './ask-judge.js';
import type { TaskEvidence, UnreadableTask } from './evidence/types.js';
import { DEFAULT_FAITHFUL_SCREENSHOT_COUNT } from './protocol/faithful.js';
import { readJudgeRecord, writeJudgeRecord, type JudgeCompat, type JudgeRecord } from './record.js';

export interface TaskJudgeOptions {
  compat: JudgeCompat;
  /** Number of final screenshots to show; null: 15 in faithful mode, as many as fit in hardened mode. */
  screenshotCount: number | null;
  /** Whether to judge tasks again even if they already have a verdict. */
  rejudge: boolean;
  /** Possible answers by task id, shown to the judge; null: no hints. */
  hints: ReadonlyMap<string, string> | null;
  /** Number of tasks to judge at the same time. */
  parallelCount: number;
}

/** A task after the run: its record, or the reason why there is none. */
export type JudgedTask = { task: TaskEvidence | UnreadableTask } & (
  | { record: JudgeRecord; isNew: boolean; failure: null }
  /** The judge's server failed, so the task has no verdict. */
  | { record: null; isNew: false; failure: string }
);

/** Kinds of model failure that would affect every later call. */
const FATAL_FAILURES: ReadonlySet<ModelFailure['kind']> = new Set([
  'key',
  'quota',
  'model',
  'address',
  'vision',
  'budget',
]);
/** After this many consecutive failures, the model server is considered down. */
const MAX_CONSECUTIVE_FAILURES = 3;

export interface JudgeTasksParts {
  options: TaskJudgeOptions;
  /** Called before the first model call. */
  openModel(): Promise<Model>;
  signal: AbortSignal;
  onTask?(judgedTask: JudgedTask): void;
  onWait?(message: string): void;
  now?: () => Date;
}

export interface JudgeTasksResult {
  /** In task order. After a stop or an interrupt, tasks without a verdict are missing. */
  judgedTasks: JudgedTask[];
  /** Why the run stopped early; null if it did not. */
  stopError: ParleyError | null;
}

export async function judgeTasks(
  tasks: readonly (TaskEvidence | UnreadableTask)[],
  parts: JudgeTasksParts,
): Promise<JudgeTasksResult> {
  const { options, signal, onTask } = parts;
  const results: (JudgedTask | undefined)[] = [];
  let nextIndex = 0;
  let consecutiveFailureCount = 0;
  let stopError: ParleyError | null = null;
  const runWorker = async (): Promise<void> => {
    while (nextIndex < tasks.length && stopError === null && !signal.aborted) {
      const index = nextIndex++;
      const outcome = await judgeTask(tasks[index]!, parts);
      if (outcome === null) return;
      if ('reply' in outcome) {
        const { failure } = outcome.reply;
        consecutiveFailureCount += 1;
        if (FATAL_FAILURES.has(failure.kind)) stopError ??= toStopError(failure);
        else if (consecutiveFailureCount >= MAX_CONSECUTIVE_FAILURES)
          stopError ??= new ParleyError(
            'infra',
            `${consecutiveFailureCount} calls of the judge failed in a row. ${failure.sentence}`,
            `${failure.next} The verdicts so far are saved; run the same command again to continue.`,
          );
        results[index] = { task: outcome.task, record: null, isNew: false, failure: failure.sentence };
      } else {
        if (outcome.record?.model !== null && outcome.isNew) consecutiveFailureCount = 0;
        results[index] = outcome;
      }
      onTask?.(results[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.parallelCount) }, runWorker));
  // After a stop, earlier verdicts on the remaining tasks are still returned.
  for (const [index, task] of tasks.entries()) {
    const record =
      results[index] || options.rejudge || 'fault' in task
        ? null
        : readJudgeRecord(task.folder, options.hints !== null);
    if (record) results[index] = { task, record, isNew: false, failure: null };
  }
  return { judgedTasks: results.filter((result) => result !== undefined), stopError };
}

const getRequestedScreenshotCount = ({ screenshotCount, compat }: TaskJudgeOptions): number | null =>
  screenshotCount ?? (compat === 'faithful' ? DEFAULT_FAITHFUL_SCREENSHOT_COUNT : null);

/** Whether an earlier verdict was made with a different protocol, number of screenshots or model. */
export function hasDifferentSettings(
  { compat, k, model }: JudgeRecord,
  options: TaskJudgeOptions,
  modelName: string | null,
): boolean {
  return (
    compat !== options.compat ||
    (model !== null &&
      (k !== getRequestedScreenshotCount(options) || (modelName !== null && model !== modelName)))
  );
}

/** Counts the tasks that only a model can decide. */
export function countTasksForModel(
  tasks: readonly (TaskEvidence | UnreadableTask)[],
  { compat, rejudge, hints }: TaskJudgeOptions,
): number {
  return tasks.filter(
    (task) =>
      !('fault' in task) &&
      findDecidingRule(task, compat) === null &&
      (rejudge || readJudgeRecord(task.folder, hints !== null) === null),
  ).length;
}

type FailureReply = Extract<JudgeReply, { kind: 'failure' }>;

/** @returns null if the run was interrupted */
async function judgeTask(
  task: TaskEvidence | UnreadableTask,
  { options, openModel, signal, onWait, now = () => new Date() }: JudgeTasksParts,
): Promise<JudgedTask | { task: TaskEvidence; reply: FailureReply } | null> {
  const { compat, rejudge, hints } = options;
  const saveRecord = (record: JudgeRecord): JudgedTask => {
    // A folder that cannot be read gets no file, because its recording may be repaired.
    if (!('fault' in task)) writeJudgeRecord(task.folder, record);
    return { task, record, isNew: true, failure: null };
  };
  const createBaseRecord = (k: number | null): JudgeRecord => ({
    ...createEmptyRecord(task, options, k),
    at: now().toISOString(),
  });
  if ('fault' in task)
    return saveRecord({ ...createBaseRecord(null), status: 'run-error', run_error: task.fault });
  const earlierRecord = rejudge ? null : readJudgeRecord(task.folder, hints !== null);
  if (earlierRecord) return { task, record: earlierRecord, isNew: false, failure: null };
  const screenshotCount = getRequestedScreenshotCount(options);
  const rule = findDecidingRule(task, compat);
  if (rule === 'run-error') return saveRecord({ ...createBaseRecord(screenshotCount), status: 'run-error' });
  if (rule !== null)
    return saveRecord({
      ...createBaseRecord(screenshotCount),
      verdict: 0,
      rule,
      explanation: RULE_EXPLANATIONS[rule],
    });
  try {
    const model = await openModel();
    const question = {
      compat,
      task: task.task,
      answer: compat === 'faithful' ? task.answerByPaperProtocol : task.answer,
      screenshots: compat === 'faithful' ? task.screenshots : task.screenshotsWithoutLabels,
      screenshotCount,
      hint: hints?.get(task.id) ?? null,
    };
    const reply = await askJudge(model, question, { signal, ...(onWait ? { onWait } : {}) });
    if (reply.kind === 'failure') return { task, reply };
    return saveRecord({
      ...createBaseRecord(screenshotCount),
      status: reply.verdict === null ? 'unknown' : 'judged',
      verdict: reply.verdict,
      screenshots: { shown: reply.shownCount, total: task.screenshots.length },
      model: model.name,
      explanation: reply.explanation,
      tokens: { prompt: reply.spending.promptTokens, answer: reply.spending.answerTokens },
      usd: reply.spending.usd,
      reached_captcha: reply.reachedCaptcha,
      impossible_task: reply.impossibleTask,
    });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

type DecidingRule = keyof typeof RULE_EXPLANATIONS;

const RULE_EXPLANATIONS = {
  'one-message': 'The navigator did nothing.',
  'no-answer': 'The navigator gave no answer.',
} as const;

/**
 * Returns the rule that decides a run without a model. Faithful mode has the paper's rules: every run without an answer
 * fails. In hardened mode, runs that ended for reasons outside the navigator are not judged. If the navigator gave up, a
 * model judges its report, unless the site blocked the run.
 */
function findDecidingRule(
  { decidingRule: rule, answer, runError, blocked }: TaskEvidence,
  compat: JudgeCompat,
): DecidingRule | 'run-error' | null {
  if (compat === 'faithful') return rule;
  if (runError !== null && answer === null) return 'run-error';
  if (rule === 'one-message') return rule;
  return answer === null || (blocked && rule !== null) ? 'no-answer' : null;
}

function createEmptyRecord(
  task: TaskEvidence | UnreadableTask,
  { compat, hints }: TaskJudgeOptions,
  k: number | null,
): Omit<JudgeRecord, 'at'> {
  const isReadable = !('fault' in task);
  return {
    v: 1,
    id: task.id,
    site: task.site,
    status: 'judged',
    verdict: null,
    compat,
    k,
    screenshots: { shown: 0, total: isReadable ? task.screenshots.length : 0 },
    model: null,
    rule: null,
    explanation: '',
    tokens: { prompt: 0, answer: 0 },
    usd: 0,
    reached_captcha: null,
    impossible_task: null,
    hints: hints !== null,
    blocked: isReadable && task.blocked,
    run_error: isReadable ? task.runError : null,
  };
}

/** A model without vision is a configuration mistake, like a wrong flag. */
function toStopError(failure: ModelFailure): ParleyError {
  return failure.kind === 'vision' ? createVisionError(failure.sentence) : toParleyError(failure);
}

export function createVisionError(message: string, flag = 'model'): ParleyError {
  return new ParleyError(
    'usage',
    `${message} The judge needs to see screenshots.`,
    `Choose a model that accepts images with --${flag}.`,
    { option: flag },
  );
}
