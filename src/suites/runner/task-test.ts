/**
 * The test of one task: holds its conversation, repeats it after infrastructure errors, and writes its result and the
 * files of the suite's layout. A failed task is a result and not a failed test; only the run's own mistakes throw.
 */
import { relative } from 'node:path';

import type { TestInfo } from '@playwright/test';

import {
  assertReplayable,
  createScenarioScript,
  createSentencePlan,
  withSettingSources,
} from '../../assembly/index.js';
import { ParleyError, type ModelTotals } from '../../contract/index.js';
import { readPageFiles } from '../../demonstration/index.js';
import { bindScenario, BrokenScenario } from '../../dialogue/index.js';
import { hostedBrowser } from '../../page/index.js';
import {
  computeTestTimeout,
  configureConversation,
  createConversationPlan,
  runTestConversation,
  type ConversationRun,
  type ParleyTestFixtures,
  type ScenarioOptions,
  type ScenarioTest,
  type WorkerParts,
} from '../../test/suite-parts.js';
import { clearTask, taskFolder, writeResult } from '../run-folder.js';
import type { SuiteSettings } from '../settings.js';
import { findSpentBudget, readSpending, remainingFor, SpendingRecorder } from '../spending.js';
import { readStop, requestStop } from '../stop.js';
import type { Suite } from '../suite.js';
import { findSuite } from '../suites.js';
import { loadTaskScenario } from '../task-scenario.js';
import { isFinished, type SuiteTask } from '../task.js';
import { createTaskResult } from './task-result.js';

export interface TaskTestParts {
  task: SuiteTask;
  settings: SuiteSettings;
  test: ScenarioTest;
  testInfo: TestInfo;
  options: ScenarioOptions;
  worker: WorkerParts;
  newContext: ParleyTestFixtures['newScenarioContext'];
  signal: AbortSignal;
}

/** Infrastructure errors say nothing about the navigator, so the task is tried again this many times. */
const MAX_INFRA_RETRIES = 2;

interface Attempt {
  run: ConversationRun;
  navigator: string;
  url: string;
  /** The suite's budget ended the task. */
  overspent: boolean;
  /** The task's own scenario is broken, so the other tasks can run. */
  isBroken?: boolean;
}

export async function runTaskTest(parts: TaskTestParts): Promise<void> {
  const { task, settings, testInfo, signal } = parts;
  const { folder } = settings;
  const spent = findSpentBudget(settings.budget, readSpending(folder));
  if (spent) requestStop(folder, { kind: 'budget', reason: spent, next: RAISE_BUDGET });
  const stop = readStop(folder);
  testInfo.skip(stop !== null, stop?.reason ?? '');
  const suite = findSuite(settings.suite);
  clearTask(folder, task.id, (name) => suite.isDerivedFile(name));
  const startedAt = new Date();
  for (let retries = 0; ; retries++) {
    const { run, navigator, url, overspent, isBroken = false } = await attempt(parts, suite);
    // The task is not finished and runs again when the run is resumed.
    if (signal.aborted || overspent || run.verdict.kind === 'user') return;
    if (run.verdict.kind === 'usage' && !isBroken) {
      requestStop(folder, {
        kind: 'usage',
        reason: run.verdict.reason,
        next: ('next' in run.verdict && run.verdict.next) || 'Correct it and start the run again.',
      });
      return;
    }
    if (run.verdict.kind === 'infra' && retries < MAX_INFRA_RETRIES) continue;
    const own = taskFolder(folder, task.id);
    const demonstration = run.demonstration || null;
    const result = createTaskResult({
      task,
      url,
      run,
      navigator,
      retries,
      startedAt,
      demonstration: demonstration === null ? '' : relative(own, demonstration),
      readHtml: (file) =>
        demonstration === null ? null : (readPageFiles(demonstration, file)?.html ?? null),
    });
    if (isFinished(result)) suite.writeTask(own, { task, result, url, events: run.events, demonstration });
    writeResult(folder, result);
    return;
  }
}

const RAISE_BUDGET = 'Resume the run with a larger --suite-budget-usd or --suite-budget-tokens.';

async function attempt(parts: TaskTestParts, suite: Suite): Promise<Attempt> {
  const { task, options } = parts;
  let url = task.url;
  try {
    const loaded = loadTaskScenario(task, suite.page);
    const scenario = bindScenario(loaded, await parts.worker.builtinValues(loaded.usedBuiltins));
    url = scenario.start.url;
    return { ...(await holdConversation(parts, suite, scenario)), url };
  } catch (error) {
    // An error before the session: a site that cannot be reset, an invalid option.
    if (!(error instanceof ParleyError)) throw error;
    return {
      run: failedBeforeStart(error),
      navigator: options.navigator ?? '',
      url,
      overspent: false,
      isBroken: error instanceof BrokenScenario,
    };
  }
}

async function holdConversation(
  { task, settings, test, testInfo, options, worker, newContext, signal }: TaskTestParts,
  suite: Suite,
  scenario: ReturnType<typeof bindScenario>,
): Promise<Omit<Attempt, 'url'>> {
  const { folder } = settings;
  const file = `task ${task.id}`;
  const { isSuiteLimited, configured } = limitSpending(
    configureConversation(options, worker.configuration(), { scenario, file }),
    settings,
  );
  const sentences = await withSettingSources(configured, () =>
    worker.openSentenceModel(createSentencePlan(configured.flags, scenario)),
  );
  const policy = suite.hostPolicy(scenario.start.url, configured.flags.allowHost ?? []);
  const { scenario: _, ...script } = createScenarioScript(file, scenario, {
    sentences,
    budget: configured.budget,
  });
  const recorder = new SpendingRecorder(folder, task.id);
  let totals = (): ModelTotals | null => null;
  const overspent = new AbortController();
  const plan = await createConversationPlan({
    script: {
      ...script,
      description: task.text,
      confirm: policy.confirm,
      localOnly: policy.localOnly,
      notes: [...(script.notes ?? []), policy.note],
      budget: { ...script.budget, decisions: settings.maxIterations },
      instructor: (demonstration, spending, judge) => {
        totals = () => spending()?.totals ?? null;
        return script.instructor(demonstration, spending, judge);
      },
    },
    options,
    configured,
    worker,
    results: `${taskFolder(folder, task.id)}/demonstrations`,
    signal: AbortSignal.any([signal, overspent.signal]),
  });
  assertReplayable(plan.navigator, script.startUrl);
  testInfo.setTimeout(computeTestTimeout(testInfo, script));
  await script.reset?.(signal);
  const checkBudget = (): string | null => {
    recorder.record(totals());
    return findSpentBudget(settings.budget, readSpending(folder));
  };
  const run = await runTestConversation({
    test,
    plan,
    provideBrowser: () => hostedBrowser(newContext),
    source: { scenario, locate: () => ({ file: import.meta.filename ?? '', line: 1, column: 1 }) },
    onEvent(event) {
      if (event.type !== 'say' && event.type !== 'action') return;
      const spent = checkBudget();
      if (spent && !overspent.signal.aborted && event.type === 'action') {
        requestStop(folder, { kind: 'budget', reason: spent, next: RAISE_BUDGET });
        overspent.abort(new ParleyError('user', spent, RAISE_BUDGET));
      }
    },
  });
  checkBudget();
  const refusedCall = isSuiteLimited && run.verdict.kind === 'budget' && isModelBudget(run);
  if (refusedCall) requestStop(folder, { kind: 'budget', reason: run.verdict.reason, next: RAISE_BUDGET });
  return {
    run,
    navigator: nameNavigator(run, options),
    overspent: refusedCall || overspent.signal.aborted,
  };
}

type Configured = ReturnType<typeof configureConversation>;

/** Gives a session at most what is left of the suite's budget. */
function limitSpending(
  configured: Configured,
  { folder, budget }: SuiteSettings,
): { configured: Configured; isSuiteLimited: boolean } {
  const { flags } = configured;
  if (flags.model === undefined) return { configured, isSuiteLimited: false };
  const spent = readSpending(folder);
  const tokens = remainingFor(flags.budgetTokens, budget.tokens, spent.tokens);
  const usd = remainingFor(flags.budgetUsd, budget.usd, spent.usd);
  return {
    configured: {
      ...configured,
      flags: { ...flags, budgetTokens: tokens.limit, budgetUsd: usd.limit },
    },
    isSuiteLimited: tokens.isSuites || usd.isSuites,
  };
}

/** Whether a call to the model was refused, in contrast to a limit of turns, decisions or seconds. */
const isModelBudget = ({ verdict }: ConversationRun): boolean =>
  !/^The budget of \d+ (turn|action|decision|second)s? /.test(verdict.reason);

function nameNavigator({ events }: ConversationRun, options: ScenarioOptions): string {
  const first = events.find((event) => event.type === 'session');
  return first?.navigator ?? options.navigator ?? '';
}

function failedBeforeStart({ kind, message, next }: ParleyError): ConversationRun {
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
