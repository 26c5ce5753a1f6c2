/** Runs a scenario as a test, possibly several times, each time in a new context. Attaches the result. */
import type { TestInfo } from '@playwright/test';

import {
  assertReplayable,
  createScenarioScript,
  createSentenceModelPlan,
  withSettingSources,
} from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { BASE_URL, bindScenario, loadScenario, type Scenario } from '../dialogue/index.js';
import { getExitCode } from '../policy/index.js';
import { createHostedBrowser, type OpenBrowser } from '../page/index.js';
import { attachRun } from './attachments.js';
import { configureConversation } from './configured-flags.js';
import { runTestConversation, type ConversationRun } from './test-conversation.js';
import { createFailureError, createUsageError, formatVerdict } from './failure.js';
import type { ParleyTestFixtures, ScenarioTest } from './fixtures.js';
import type { ScenarioOptions } from './settings.js';
import type { WorkerResources } from './worker-resources.js';
import { computeTestTimeout, createConversationPlan } from './conversation-plan.js';
import { warnAboutTraces } from './private-actions.js';
import {
  NEEDS_MODEL,
  QUARANTINE,
  RESULT_ATTACHMENT,
  type RunResult,
  type ScenarioResult,
} from './result-format.js';
import { createRunResult } from './run-result.js';
import {
  createLoadOptions,
  locate,
  locateProblem,
  resolveRepeat,
  type ScenarioFile,
} from './scenario-files.js';

/** How often a run is repeated after infrastructure errors, which say nothing about the tested site. */
const MAX_INFRA_RETRIES = 2;

export interface ScenarioTestInput {
  test: ScenarioTest;
  scenarioFile: ScenarioFile;
  vars: Readonly<Record<string, string>>;
  options: ScenarioOptions;
  worker: WorkerResources;
  newContext: ParleyTestFixtures['newScenarioContext'];
  baseURL: string | undefined;
  testInfo: TestInfo;
  signal: AbortSignal;
}

interface FinishedRun {
  run: ConversationRun;
  result: RunResult;
}

/** @throws the failure of the first failed run, if too few runs passed */
export async function runScenarioTest(input: ScenarioTestInput): Promise<ConversationRun> {
  const { scenarioFile, test, testInfo } = input;
  const { loaded, problem } = scenarioFile;
  if (!loaded) {
    await attachResult(input, { verdict: 'usage', reason: problem!.message, pass: 1, runs: [] });
    throw createUsageError(problem!, locateProblem(problem!, scenarioFile.file));
  }
  warnAboutTraces(testInfo, loaded.secrets);
  const { runs, pass } = resolveRepeat(loaded);
  const finishedRuns: FinishedRun[] = [];
  for (let index = 0; index < runs && !input.signal.aborted; index++) {
    const attemptRun = (): Promise<FinishedRun> => runWithRetries(input, index, runs);
    const location = locate(loaded, ['repeat']);
    finishedRuns.push(
      await (runs === 1 ? attemptRun() : test.step(`run ${index + 1} of ${runs}`, attemptRun, { location })),
    );
  }
  const passedRuns = finishedRuns.filter(({ run }) => run.verdict.kind === 'done');
  const firstFailedRun = finishedRuns.find(({ run }) => run.verdict.kind !== 'done');
  const decisiveRun = passedRuns.length >= pass ? passedRuns[0]! : firstFailedRun!;
  const { kind, reason } = decisiveRun.run.verdict;
  const passSummary = `${passedRuns.length} of ${finishedRuns.length} runs passed, ${pass} required`;
  await attachResult(input, {
    verdict: kind,
    reason: runs === 1 ? reason : `${passSummary}. ${reason}`,
    pass,
    runs: finishedRuns.map(({ result }) => result),
  });
  if (runs > 1) testInfo.annotations.push({ type: 'runs', description: passSummary });
  const { failure } = decisiveRun.run;
  if (!failure) return decisiveRun.run;
  const message = runs > 1 ? `${passSummary}.\n${failure.message}` : failure.message;
  testInfo.skip(loaded.tags.includes(QUARANTINE), `quarantined; ${kind}: ${message}`);
  throw createFailureError({ ...failure, message });
}

async function runWithRetries(input: ScenarioTestInput, index: number, runs: number): Promise<FinishedRun> {
  const { testInfo, options } = input;
  for (let attemptNumber = 1; ; attemptNumber++) {
    const { run, seed } = await runOnce(input, index);
    const willRetry =
      run.verdict.kind === 'infra' && attemptNumber <= MAX_INFRA_RETRIES && !input.signal.aborted;
    const labelParts = [
      ...(runs > 1 ? [`run ${index + 1}`] : []),
      ...(attemptNumber > 1 || willRetry ? [`attempt ${attemptNumber}`] : []),
    ];
    await attachRun(testInfo, run, options.parleyOptions, labelParts.join(', '));
    if (!willRetry) return { run, result: createRunResult(run, seed, attemptNumber - 1) };
    testInfo.annotations.push({
      type: 'retried',
      description: `attempt ${attemptNumber} of ${MAX_INFRA_RETRIES + 1}: ${run.verdict.reason}`,
    });
  }
}

async function runOnce(
  input: ScenarioTestInput,
  index: number,
): Promise<{ run: ConversationRun; seed: number | null }> {
  const { test, scenarioFile, vars, options, worker, newContext, baseURL, testInfo, signal } = input;
  try {
    const loaded = loadScenario(scenarioFile.displayPath, createLoadOptions(vars, index));
    const builtins = await worker.getBuiltinValues(loaded.usedBuiltins);
    const scenario: Scenario = bindScenario(loaded, {
      ...builtins,
      ...(baseURL ? { [BASE_URL]: baseURL } : {}),
    });
    const configured = configureConversation(options, worker.getConfiguration(), {
      scenario,
      file: scenarioFile.file,
    });
    const sentenceModel = await withSettingSources(configured, () =>
      worker.openSentenceModel(createSentenceModelPlan(configured.flags, scenario)),
    );
    const script = createScenarioScript(scenarioFile.displayPath, scenario, {
      sentenceModel,
      budget: configured.budget,
      heal: options.parleyOptions.heal,
    });
    const results = testInfo.outputPath('demonstrations');
    const plan = await createConversationPlan({
      script,
      options,
      configured,
      worker,
      results,
      signal,
    });
    testInfo.skip(
      loaded.tags.includes(NEEDS_MODEL) && plan.navigator.kind === 'direct',
      'it needs a language model: choose one with --model',
    );
    assertReplayable(plan.navigator, script.startUrl, plan.judge);
    // The timeout follows from the scenario's budget, not from Playwright's default.
    testInfo.setTimeout(computeTestTimeout(testInfo, script));
    const createStepOptions = (...path: (string | number)[]) => ({ location: locate(loaded, path) });
    const { reset } = script;
    if (reset) await test.step('reset the site', () => reset(signal), createStepOptions('start', 'reset'));
    const provideBrowser = async (): Promise<OpenBrowser> => {
      const browser = await createHostedBrowser(newContext);
      return {
        ...browser,
        openContext: (options) =>
          test.step('begin', () => browser.openContext(options), createStepOptions('start')),
      };
    };
    const source = { scenario, locate: (path: readonly (string | number)[]) => locate(loaded, path) };
    const run = await runTestConversation({ test, plan, provideBrowser, source });
    return { run, seed: loaded.seed };
  } catch (error) {
    // The session never started: for example, the site could not be reset, or an option is invalid.
    if (!(error instanceof ParleyError)) throw error;
    return { run: createRunFailedBeforeStart(error, scenarioFile), seed: null };
  }
}

function createRunFailedBeforeStart(problem: ParleyError, { loaded, file }: ScenarioFile): ConversationRun {
  const { kind, message, next } = problem;
  const verdict = { kind, reason: message, next };
  const location = loaded ? locate(loaded, ['start']) : { file, line: 1, column: 1 };
  return {
    verdict,
    failure: { message: formatVerdict(verdict), location },
    exit: getExitCode(kind),
    transcript: `${message}\n${next}`,
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

async function attachResult(
  { testInfo, scenarioFile }: ScenarioTestInput,
  judgement: Pick<ScenarioResult, 'verdict' | 'reason' | 'pass' | 'runs'>,
): Promise<void> {
  const result: ScenarioResult = {
    v: 2,
    scenario: scenarioFile.displayPath,
    id: scenarioFile.id,
    ...judgement,
  };
  const { annotations } = testInfo;
  annotations.push({ type: 'verdict', description: `${result.verdict}: ${result.reason}` });
  const [firstRun] = result.runs;
  if (firstRun) {
    const { turns, actions, tokens, usd, seconds, seed } = firstRun;
    if (seed !== null) annotations.push({ type: 'seed', description: String(seed) });
    annotations.push({
      type: 'metrics',
      description: JSON.stringify({ turns, actions, tokens, usd, seconds }),
    });
  }
  await testInfo.attach(RESULT_ATTACHMENT, { body: JSON.stringify(result), contentType: 'application/json' });
}
