/** Runs the conversation of one task within the suite's budget and host policy, with the suite's hooks. */
import type { TestInfo } from '@playwright/test';

import {
  assertReplayable,
  createScenarioScript,
  createSentenceModelPlan,
  withSettingSources,
} from '../../assembly/index.js';
import { ParleyError, type ModelTotals } from '../../contract/index.js';
import type { bindScenario } from '../../dialogue/index.js';
import { createHostedBrowser } from '../../page/index.js';
import {
  computeTestTimeout,
  configureConversation,
  createConversationPlan,
  runTestConversation,
  type ConversationRun,
  type ParleyTestFixtures,
  type ScenarioOptions,
  type ScenarioTest,
  type WorkerResources,
} from '../../test/suite-parts.js';
import { getTaskFolder } from '../run-folder.js';
import type { SuiteSettings } from '../settings.js';
import { describeExhaustedBudget, readSpending, limitSession, SpendingRecorder } from '../spending.js';
import { requestStop } from '../stop.js';
import type { Measurement, Suite } from '../suite.js';
import type { SuiteTask } from '../task.js';
import { SuiteHooks } from './suite-hooks.js';

export interface TaskTestContext {
  task: SuiteTask;
  settings: SuiteSettings;
  test: ScenarioTest;
  testInfo: TestInfo;
  options: ScenarioOptions;
  worker: WorkerResources;
  newContext: ParleyTestFixtures['newScenarioContext'];
  signal: AbortSignal;
}

export interface TaskConversation {
  run: ConversationRun;
  navigator: string;
  /** Whether the task ended because the suite's budget was used up. */
  isOverspent: boolean;
  /** The instruction that the page provided; null if the task has its own text. */
  instruction: string | null;
  /** The suite's own verdict; null if the suite gave none. */
  measurement: Measurement | null;
}

export const RAISE_BUDGET_NEXT_STEP =
  'Resume the run with a larger --suite-budget-usd or --suite-budget-tokens.';

/** @param scenario the task as a scenario, in which all placeholders in URLs have been replaced */
export async function runTaskConversation(
  { task, settings, test, testInfo, options, worker, newContext, signal }: TaskTestContext,
  suite: Suite,
  scenario: ReturnType<typeof bindScenario>,
): Promise<TaskConversation> {
  const { folder } = settings;
  const file = `task ${task.id}`;
  const { isSuiteLimited, configuration } = limitSpending(
    configureConversation(options, worker.getConfiguration(), { scenario, file }),
    settings,
  );
  const sentenceModel = await withSettingSources(configuration, () =>
    worker.openSentenceModel(createSentenceModelPlan(configuration.flags, scenario)),
  );
  const policy = suite.getHostPolicy(scenario.start.url, configuration.flags.allowHost ?? []);
  const { scenario: _, ...script } = createScenarioScript(file, scenario, {
    sentenceModel,
    budget: { ...suite.budget, ...configuration.budget },
  });
  const hooks = new SuiteHooks(suite, { task, url: scenario.start.url, signal });
  const recorder = new SpendingRecorder(folder, task.id);
  let getTotals = (): ModelTotals | null => null;
  const overspentController = new AbortController();
  const plan = await createConversationPlan({
    script: {
      ...script,
      description: task.text,
      confirm: policy.confirm,
      blockUnlistedHosts: policy.blocksPublicHosts,
      notes: [...(script.notes ?? []), policy.note],
      budget: { ...script.budget, decisions: settings.maxIterations },
      instructor: (demonstration, spending, judge) => {
        getTotals = () => spending()?.totals ?? null;
        return hooks.wrapInstructor(script.instructor(demonstration, spending, judge));
      },
    },
    options,
    configured: configuration,
    worker,
    results: `${getTaskFolder(folder, task.id)}/demonstrations`,
    signal: AbortSignal.any([signal, overspentController.signal]),
  });
  assertReplayable(plan.navigator, script.startUrl);
  testInfo.setTimeout(computeTestTimeout(testInfo, script));
  await script.reset?.(signal);
  const recordSpending = (): string | null => {
    recorder.record(getTotals());
    return describeExhaustedBudget(settings.budget, readSpending(folder));
  };
  const run = await runTestConversation({
    test,
    plan: { ...plan, wrapSurface: (surface) => hooks.wrapSurface(surface) },
    provideBrowser: async () => hooks.wrapBrowser(await createHostedBrowser(newContext)),
    // Suites need only the screenshots in the demonstration.
    capturesEnd: false,
    source: { scenario, locate: () => ({ file: import.meta.filename ?? '', line: 1, column: 1 }) },
    onEvent(event) {
      if (event.type !== 'say' && event.type !== 'action') return;
      const exhaustedBudgetMessage = recordSpending();
      if (exhaustedBudgetMessage && !overspentController.signal.aborted && event.type === 'action') {
        requestStop(folder, { kind: 'budget', reason: exhaustedBudgetMessage, next: RAISE_BUDGET_NEXT_STEP });
        overspentController.abort(new ParleyError('user', exhaustedBudgetMessage, RAISE_BUDGET_NEXT_STEP));
      }
    },
  });
  recordSpending();
  const hasRefusedCall = isSuiteLimited && run.verdict.kind === 'budget' && isModelBudget(run);
  if (hasRefusedCall)
    requestStop(folder, { kind: 'budget', reason: run.verdict.reason, next: RAISE_BUDGET_NEXT_STEP });
  return {
    run,
    navigator: getNavigatorName(run, options),
    isOverspent: hasRefusedCall || overspentController.signal.aborted,
    instruction: hooks.instruction,
    measurement: hooks.measurement,
  };
}

type ConversationConfiguration = ReturnType<typeof configureConversation>;

/** Limits a session to what remains of the suite's budget. */
function limitSpending(
  configured: ConversationConfiguration,
  { folder, budget }: SuiteSettings,
): { configuration: ConversationConfiguration; isSuiteLimited: boolean } {
  const { flags } = configured;
  if (flags.model === undefined) return { configuration: configured, isSuiteLimited: false };
  const spent = readSpending(folder);
  const tokens = limitSession(flags.budgetTokens, budget.tokens, spent.tokens);
  const usd = limitSession(flags.budgetUsd, budget.usd, spent.usd);
  return {
    configuration: {
      ...configured,
      flags: { ...flags, budgetTokens: tokens.limit, budgetUsd: usd.limit },
    },
    isSuiteLimited: tokens.isSuiteLimit || usd.isSuiteLimit,
  };
}

/** Whether the session ended at its limit for model calls, and not at a limit on turns, decisions or seconds. */
const isModelBudget = ({ verdict }: ConversationRun): boolean =>
  !/^The budget of \d+ (turn|action|decision|second)s? /.test(verdict.reason);

function getNavigatorName({ events }: ConversationRun, options: ScenarioOptions): string {
  const sessionEvent = events.find((event) => event.type === 'session');
  return sessionEvent?.navigator ?? options.navigator ?? '';
}
