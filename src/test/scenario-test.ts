/** The body of a scenario's test: runs the scenario, each time in a new context, and attaches the result. */
import type { TestInfo } from '@playwright/test';

import {
  assertReplayable,
  createScenarioScript,
  createSentencePlan,
  withSettingSources,
} from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { BASE_URL, bindScenario, loadScenario, type Scenario } from '../dialogue/index.js';
import { exitCode } from '../policy/index.js';
import { hostedBrowser, type OpenBrowser } from '../page/index.js';
import { attachRun } from './attachments.js';
import { configureConversation } from './configured-flags.js';
import { runTestConversation, type ConversationRun } from './test-conversation.js';
import { createFailureError, createUsageError, formatVerdict } from './failure.js';
import type { ParleyTestFixtures, ScenarioTest } from './fixtures.js';
import type { ScenarioOptions } from './settings.js';
import type { WorkerParts } from './worker-parts.js';
import { computeTestTimeout, createConversationPlan } from './conversation-plan.js';
import { warnOfTraces } from './private-actions.js';
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

/** Infrastructure errors say nothing about the tested site, so the run is repeated this many times. */
const MAX_INFRA_RETRIES = 2;

export interface ScenarioTestParts {
  test: ScenarioTest;
  found: ScenarioFile;
  vars: Readonly<Record<string, string>>;
  options: ScenarioOptions;
  worker: WorkerParts;
  newContext: ParleyTestFixtures['newScenarioContext'];
  baseURL: string | undefined;
  testInfo: TestInfo;
  signal: AbortSignal;
}

interface OneRun {
  run: ConversationRun;
  result: RunResult;
}

/** @throws the failure of the first failed run, if too few runs passed */
export async function runScenarioTest(parts: ScenarioTestParts): Promise<ConversationRun> {
  const { found, test, testInfo } = parts;
  const { loaded, problem } = found;
  if (!loaded) {
    await attachResult(parts, { verdict: 'usage', reason: problem!.message, pass: 1, runs: [] });
    throw createUsageError(problem!, locateProblem(problem!, found.file));
  }
  warnOfTraces(testInfo, loaded.secrets);
  const { runs, pass } = resolveRepeat(loaded);
  const finishedRuns: OneRun[] = [];
  for (let index = 0; index < runs && !parts.signal.aborted; index++) {
    const attemptRun = (): Promise<OneRun> => runWithRetries(parts, index, runs);
    const location = locate(loaded, ['repeat']);
    finishedRuns.push(
      await (runs === 1 ? attemptRun() : test.step(`run ${index + 1} of ${runs}`, attemptRun, { location })),
    );
  }
  const passed = finishedRuns.filter(({ run }) => run.verdict.kind === 'done');
  const firstFailed = finishedRuns.find(({ run }) => run.verdict.kind !== 'done');
  const decisive = passed.length >= pass ? passed[0]! : firstFailed!;
  const { kind, reason } = decisive.run.verdict;
  const share = `${passed.length} of ${finishedRuns.length} runs passed, ${pass} required`;
  await attachResult(parts, {
    verdict: kind,
    reason: runs === 1 ? reason : `${share}. ${reason}`,
    pass,
    runs: finishedRuns.map(({ result }) => result),
  });
  if (runs > 1) testInfo.annotations.push({ type: 'runs', description: share });
  const { failure } = decisive.run;
  if (!failure) return decisive.run;
  const message = runs > 1 ? `${share}.\n${failure.message}` : failure.message;
  testInfo.skip(loaded.tags.includes(QUARANTINE), `quarantined; ${kind}: ${message}`);
  throw createFailureError({ ...failure, message });
}

async function runWithRetries(parts: ScenarioTestParts, index: number, runs: number): Promise<OneRun> {
  const { testInfo, options } = parts;
  for (let attemptNumber = 1; ; attemptNumber++) {
    const { run, seed } = await attempt(parts, index);
    const retry = run.verdict.kind === 'infra' && attemptNumber <= MAX_INFRA_RETRIES && !parts.signal.aborted;
    const label = [
      ...(runs > 1 ? [`run ${index + 1}`] : []),
      ...(attemptNumber > 1 || retry ? [`attempt ${attemptNumber}`] : []),
    ];
    await attachRun(testInfo, run, options.parleyOptions, label.join(', '));
    if (!retry) return { run, result: createRunResult(run, seed, attemptNumber - 1) };
    testInfo.annotations.push({
      type: 'retried',
      description: `attempt ${attemptNumber} of ${MAX_INFRA_RETRIES + 1}: ${run.verdict.reason}`,
    });
  }
}

async function attempt(
  parts: ScenarioTestParts,
  index: number,
): Promise<{ run: ConversationRun; seed: number | null }> {
  const { test, found, vars, options, worker, newContext, baseURL, testInfo, signal } = parts;
  try {
    const loaded = loadScenario(found.shown, createLoadOptions(vars, index));
    const builtins = await worker.builtinValues(loaded.usedBuiltins);
    const scenario: Scenario = bindScenario(loaded, {
      ...builtins,
      ...(baseURL ? { [BASE_URL]: baseURL } : {}),
    });
    const configured = configureConversation(options, worker.configuration(), {
      scenario,
      file: found.file,
    });
    const sentences = await withSettingSources(configured, () =>
      worker.openSentenceModel(createSentencePlan(configured.flags, scenario)),
    );
    const script = createScenarioScript(found.shown, scenario, {
      sentences,
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
      'it needs a language model: name one with --model',
    );
    assertReplayable(plan.navigator, script.startUrl, plan.judge);
    // Playwright's default timeout does not fit; a scenario has its own budget.
    testInfo.setTimeout(computeTestTimeout(testInfo, script));
    const atLine = (...path: (string | number)[]) => ({ location: locate(loaded, path) });
    const { reset } = script;
    if (reset) await test.step('reset the site', () => reset(signal), atLine('start', 'reset'));
    const provideBrowser = async (): Promise<OpenBrowser> => {
      const browser = await hostedBrowser(newContext);
      return {
        ...browser,
        openContext: (options) => test.step('begin', () => browser.openContext(options), atLine('start')),
      };
    };
    const source = { scenario, locate: (path: readonly (string | number)[]) => locate(loaded, path) };
    const run = await runTestConversation({ test, plan, provideBrowser, source });
    return { run, seed: loaded.seed };
  } catch (error) {
    // An error before the session: a site that cannot be reset, an invalid option.
    if (!(error instanceof ParleyError)) throw error;
    return { run: failedBeforeStart(error, found), seed: null };
  }
}

function failedBeforeStart(problem: ParleyError, { loaded, file }: ScenarioFile): ConversationRun {
  const { kind, message, next } = problem;
  const verdict = { kind, reason: message, next };
  const place = loaded ? locate(loaded, ['start']) : { file, line: 1, column: 1 };
  return {
    verdict,
    failure: { message: formatVerdict(verdict), place },
    exit: exitCode(kind),
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
  { testInfo, found }: ScenarioTestParts,
  judgement: Pick<ScenarioResult, 'verdict' | 'reason' | 'pass' | 'runs'>,
): Promise<void> {
  const result: ScenarioResult = { v: 2, scenario: found.shown, id: found.id, ...judgement };
  const { annotations } = testInfo;
  annotations.push({ type: 'verdict', description: `${result.verdict}: ${result.reason}` });
  const [first] = result.runs;
  if (first) {
    const { turns, actions, tokens, usd, seconds, seed } = first;
    if (seed !== null) annotations.push({ type: 'seed', description: String(seed) });
    annotations.push({
      type: 'metrics',
      description: JSON.stringify({ turns, actions, tokens, usd, seconds }),
    });
  }
  await testInfo.attach(RESULT_ATTACHMENT, { body: JSON.stringify(result), contentType: 'application/json' });
}
