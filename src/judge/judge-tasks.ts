/**
 * Judges many tasks. Each verdict is saved at once, so an interrupt loses nothing. A model failure that would affect
 * every later call stops the run. After any other failure the task has no verdict, and the run continues.
 */
import { toParleyError, type Model, type ModelFailure } from '../llm/index.js';
import { ParleyError } from '../contract/index.js';
import { askJudge, type JudgeReply } from './ask-judge.js';
import type { TaskEvidence, UnreadableTask } from './evidence/types.js';
import { DEFAULT_FAITHFUL_LAST } from './protocol/faithful.js';
import { readJudgeRecord, writeJudgeRecord, type JudgeCompat, type JudgeRecord } from './record.js';

export interface TaskJudgeOptions {
  compat: JudgeCompat;
  /** Number of final screenshots to show; null: 15 in faithful mode, as many as fit in hardened mode. */
  last: number | null;
  /** Whether to judge tasks again that already have a verdict. */
  again: boolean;
  /** Possible answers by task id, shown to the judge; null: no hints. */
  hints: ReadonlyMap<string, string> | null;
  /** Number of tasks to judge at the same time. */
  parallel: number;
}

/** A task after the run: its record, or the reason why there is none. */
export type JudgedTask = { task: TaskEvidence | UnreadableTask } & (
  | { record: JudgeRecord; isNew: boolean; failure: null }
  /** The judge's server failed, so the task has no verdict. */
  | { record: null; isNew: false; failure: string }
);

/** Kinds of model failure that would affect every later call. */
const FINAL_FAILURES: ReadonlySet<ModelFailure['kind']> = new Set([
  'key',
  'quota',
  'model',
  'address',
  'vision',
  'budget',
]);
/** After this many consecutive failures, the server counts as down. */
const MAX_FAILURES_IN_ROW = 3;

export interface JudgeTasksParts {
  options: TaskJudgeOptions;
  /** Called when the first call is needed. */
  openModel(): Promise<Model>;
  signal: AbortSignal;
  onTask?(judged: JudgedTask): void;
  onWait?(sentence: string): void;
  now?: () => Date;
}

export interface JudgeTasksResult {
  /** In task order. After a stop or an interrupt, tasks without a verdict are missing. */
  judged: JudgedTask[];
  /** Why the run stopped early; null if it did not. */
  stopped: ParleyError | null;
}

export async function judgeTasks(
  tasks: readonly (TaskEvidence | UnreadableTask)[],
  parts: JudgeTasksParts,
): Promise<JudgeTasksResult> {
  const { options, signal, onTask } = parts;
  const results: (JudgedTask | undefined)[] = [];
  let nextIndex = 0;
  let failuresInRow = 0;
  let stopped: ParleyError | null = null;
  const judgeRemainingTasks = async (): Promise<void> => {
    while (nextIndex < tasks.length && stopped === null && !signal.aborted) {
      const index = nextIndex++;
      const judged = await judgeTask(tasks[index]!, parts);
      if (judged === null) return;
      if ('reply' in judged) {
        const { failure } = judged.reply;
        failuresInRow += 1;
        if (FINAL_FAILURES.has(failure.kind)) stopped ??= toStopError(failure);
        else if (failuresInRow >= MAX_FAILURES_IN_ROW)
          stopped ??= new ParleyError(
            'infra',
            `${failuresInRow} calls of the judge failed in a row. ${failure.sentence}`,
            `${failure.next} The verdicts so far are saved; run the same command again to continue.`,
          );
        results[index] = { task: judged.task, record: null, isNew: false, failure: failure.sentence };
      } else {
        if (judged.record?.model !== null && judged.isNew) failuresInRow = 0;
        results[index] = judged;
      }
      onTask?.(results[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.parallel) }, judgeRemainingTasks));
  // After a stop, earlier verdicts on the remaining tasks still count.
  for (const [index, task] of tasks.entries()) {
    const record =
      results[index] || options.again || 'fault' in task
        ? null
        : readJudgeRecord(task.folder, options.hints !== null);
    if (record) results[index] = { task, record, isNew: false, failure: null };
  }
  return { judged: results.filter((result) => result !== undefined), stopped };
}

const getRequestedScreenshotCount = ({ last, compat }: TaskJudgeOptions): number | null =>
  last ?? (compat === 'faithful' ? DEFAULT_FAITHFUL_LAST : null);

/** Whether an earlier verdict was made with a different protocol, number of screenshots or model. */
export function hasOtherSettings(
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
  { compat, again, hints }: TaskJudgeOptions,
): number {
  return tasks.filter(
    (task) =>
      !('fault' in task) &&
      findDecidingRule(task, compat) === null &&
      (again || readJudgeRecord(task.folder, hints !== null) === null),
  ).length;
}

type FailureReply = Extract<JudgeReply, { kind: 'failure' }>;

/** @returns null if the run was interrupted */
async function judgeTask(
  task: TaskEvidence | UnreadableTask,
  { options, openModel, signal, onWait, now = () => new Date() }: JudgeTasksParts,
): Promise<JudgedTask | { task: TaskEvidence; reply: FailureReply } | null> {
  const { compat, again, hints } = options;
  const finish = (record: JudgeRecord): JudgedTask => {
    // A folder that cannot be read gets no file, because its recording may be repaired.
    if (!('fault' in task)) writeJudgeRecord(task.folder, record);
    return { task, record, isNew: true, failure: null };
  };
  const createBaseRecord = (k: number | null): JudgeRecord => ({
    ...createRecord(task, options, k),
    at: now().toISOString(),
  });
  if ('fault' in task)
    return finish({ ...createBaseRecord(null), status: 'run-error', run_error: task.fault });
  const earlierRecord = again ? null : readJudgeRecord(task.folder, hints !== null);
  if (earlierRecord) return { task, record: earlierRecord, isNew: false, failure: null };
  const last = getRequestedScreenshotCount(options);
  const rule = findDecidingRule(task, compat);
  if (rule === 'run-error') return finish({ ...createBaseRecord(last), status: 'run-error' });
  if (rule !== null)
    return finish({ ...createBaseRecord(last), verdict: 0, rule, explanation: RULE_EXPLANATIONS[rule] });
  try {
    const model = await openModel();
    const question = {
      compat,
      task: task.task,
      answer: compat === 'faithful' ? task.faithfulAnswer : task.answer,
      pictures: compat === 'faithful' ? task.pictures : task.plainPictures,
      last,
      hint: hints?.get(task.id) ?? null,
    };
    const reply = await askJudge(model, question, { signal, ...(onWait ? { onWait } : {}) });
    if (reply.kind === 'failure') return { task, reply };
    return finish({
      ...createBaseRecord(last),
      status: reply.verdict === null ? 'unknown' : 'judged',
      verdict: reply.verdict,
      screenshots: { shown: reply.shown, total: task.pictures.length },
      model: model.name,
      explanation: reply.explanation,
      tokens: { prompt: reply.spent.promptTokens, answer: reply.spent.answerTokens },
      usd: reply.spent.usd,
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
 * Returns the rule that decides a run without a model. In faithful mode these are the paper's rules: every run without
 * an answer fails. In hardened mode, runs that ended for reasons outside the navigator are not judged, and a model
 * reads reports of giving up, unless the site blocked the run.
 */
function findDecidingRule(
  { rule, answer, runError, blocked }: TaskEvidence,
  compat: JudgeCompat,
): DecidingRule | 'run-error' | null {
  if (compat === 'faithful') return rule;
  if (runError !== null && answer === null) return 'run-error';
  if (rule === 'one-message') return rule;
  return answer === null || (blocked && rule !== null) ? 'no-answer' : null;
}

function createRecord(
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
    screenshots: { shown: 0, total: isReadable ? task.pictures.length : 0 },
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

export function createVisionError(sentence: string, flag = 'model'): ParleyError {
  return new ParleyError(
    'usage',
    `${sentence} The judge needs to see screenshots.`,
    `Name a model that accepts images with --${flag}.`,
    { option: flag },
  );
}
