/**
 * Tests one task: runs its conversation, repeats it after infrastructure errors, and writes its result and the
 * files of the suite's layout. A failed task is a result, not a failed test; only mistakes in the run itself throw.
 */
import { rmSync } from 'node:fs';
import { relative } from 'node:path';

import { ParleyError } from '../../contract/index.js';
import { readPageFiles } from '../../demonstration/index.js';
import { bindScenario, BrokenScenario } from '../../dialogue/index.js';
import type { ConversationRun } from '../../test/suite-parts.js';
import { clearTask, getTaskFolder, writeResult } from '../run-folder.js';
import { describeExhaustedBudget, readSpending } from '../spending.js';
import { readStop, requestStop } from '../stop.js';
import type { Suite } from '../suite.js';
import { findSuite } from '../suites.js';
import { loadTaskScenario, SERVER_VARIABLE } from '../task-scenario.js';
import { isFinished, type TaskResult } from '../task.js';
import {
  runTaskConversation,
  RAISE_BUDGET_NEXT_STEP,
  type TaskConversation,
  type TaskTestContext,
} from './task-conversation.js';
import { createTaskResult } from './task-result.js';

/** How often a task is retried after infrastructure errors, which are not the navigator's fault. */
const MAX_INFRA_RETRIES = 2;

interface Attempt extends TaskConversation {
  url: string;
  startedAt: Date;
  retries: number;
  /** Whether this task's own scenario is broken. Other tasks can still run. */
  isBroken?: boolean;
}

export async function runTaskTest(context: TaskTestContext): Promise<void> {
  const { task, settings, testInfo, signal } = context;
  const { folder } = settings;
  const exhaustedBudgetMessage = describeExhaustedBudget(settings.budget, readSpending(folder));
  if (exhaustedBudgetMessage)
    requestStop(folder, { kind: 'budget', reason: exhaustedBudgetMessage, next: RAISE_BUDGET_NEXT_STEP });
  const stop = readStop(folder);
  testInfo.skip(stop !== null, stop?.reason ?? '');
  const suite = findSuite(settings.suite);
  clearTask(folder, task.id, (name) => suite.mustDeleteBeforeRerun(name));
  const startedAt = new Date();
  for (let retries = 0; ; retries++) {
    const attempt: Attempt = { ...(await attemptTask(context, suite)), startedAt, retries };
    const { run, isOverspent, isBroken = false } = attempt;
    // The task remains unfinished, so it runs again when the run is resumed.
    if (signal.aborted || isOverspent || run.verdict.kind === 'user') return;
    if (run.verdict.kind === 'usage' && !isBroken) {
      requestStop(folder, {
        kind: 'usage',
        reason: run.verdict.reason,
        next: ('next' in run.verdict && run.verdict.next) || 'Correct it and start the run again.',
      });
      return;
    }
    if (run.verdict.kind === 'infra' && retries < MAX_INFRA_RETRIES) continue;
    recordResult(context, suite, attempt);
    return;
  }
}

function recordResult({ task, settings }: TaskTestContext, suite: Suite, attempt: Attempt): void {
  const { folder, keepDemonstrations } = settings;
  const { run, url } = attempt;
  const resultFolder = getTaskFolder(folder, task.id);
  const demonstration = run.demonstration || null;
  const result = createTaskResult({
    ...attempt,
    task: { ...task, text: attempt.instruction ?? task.text },
    demonstration: demonstration === null ? '' : relative(resultFolder, demonstration),
    readHtml: (file) => (demonstration === null ? null : (readPageFiles(demonstration, file)?.html ?? null)),
  });
  if (isFinished(result))
    suite.writeTask(resultFolder, {
      runFolder: folder,
      task,
      result,
      url,
      events: run.events,
      demonstration,
    });
  const isKept = keepDemonstrations === 'all' || (keepDemonstrations === 'failed' && !isSuccess(result));
  if (demonstration !== null && !isKept) rmSync(demonstration, { recursive: true, force: true });
  writeResult(folder, isKept ? result : { ...result, demonstration: '' });
}

const isSuccess = ({ success, verdict }: TaskResult): boolean => success ?? verdict === 'done';

async function attemptTask(
  context: TaskTestContext,
  suite: Suite,
): Promise<Omit<Attempt, 'startedAt' | 'retries'>> {
  const { task, settings, options } = context;
  let url = task.url;
  try {
    const loaded = loadTaskScenario(task, suite.page);
    const { serverUrl } = settings;
    const scenario = bindScenario(loaded, {
      ...(await context.worker.getBuiltinValues(loaded.usedBuiltins)),
      ...(serverUrl === null ? {} : { [SERVER_VARIABLE]: serverUrl }),
    });
    url = scenario.start.url;
    return { ...(await runTaskConversation(context, suite, scenario)), url };
  } catch (error) {
    // The error happened before the session started: a site could not be reset, or an option is invalid.
    if (!(error instanceof ParleyError)) throw error;
    return {
      run: createFailedRun(error),
      navigator: options.navigator ?? '',
      url,
      isOverspent: false,
      instruction: null,
      measurement: null,
      isBroken: error instanceof BrokenScenario,
    };
  }
}

function createFailedRun({ kind, message, next }: ParleyError): ConversationRun {
  return {
    verdict: { kind, reason: message, next },
    exit: 0,
    failure: null,
    transcript: '',
    demonstration: '',
    turns: 0,
    actions: 0,
    seconds: 0,
    model: null,
    judge: null,
    replay: null,
    lastScreenshot: null,
    ariaSnapshot: null,
    events: [],
  };
}
