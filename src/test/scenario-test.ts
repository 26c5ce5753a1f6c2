/** The body of a scenario's test: its runs, each in a context of its own, and what is left of them. */
import type { TestInfo } from '@playwright/test';

import { assertReplayable, scenarioScript, sentencePlanOf } from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { BASE_URL, bindScenario, loadScenario, type Scenario } from '../dialogue/index.js';
import { exitCode } from '../policy/index.js';
import { hostedBrowser, type OpenBrowser } from '../page/index.js';
import { attachHeld } from './attachments.js';
import { converse, type Held } from './conversation.js';
import { failureError, problemFailure, verdictText } from './failure.js';
import type { ScenarioFixtures, ScenarioTest } from './fixtures.js';
import type { ScenarioOptions } from './settings.js';
import type { WorkerParts } from './worker-parts.js';
import { limitOf, planOf } from './plan.js';
import { warnOfTraces } from './quiet.js';
import { QUARANTINE, RESULT, type RunResult, type ScenarioResult } from './result-format.js';
import { runResult } from './result.js';
import { loadOptions, placeOf, placeOfProblem, repeatOf, type FoundScenario } from './scenarios.js';

/** Trouble around a conversation is no fault of what is tested: it gets this many more tries. */
const RETRIES = 2;

export interface ScenarioParts {
  test: ScenarioTest;
  found: FoundScenario;
  vars: Readonly<Record<string, string>>;
  chosen: ScenarioOptions;
  worker: WorkerParts;
  newContext: ScenarioFixtures['newScenarioContext'];
  baseURL: string | undefined;
  testInfo: TestInfo;
  signal: AbortSignal;
}

interface OneRun {
  held: Held;
  result: RunResult;
}

/** @throws the failure of the first run that failed, where too few of them passed */
export async function holdScenarioTest(parts: ScenarioParts): Promise<Held> {
  const { found, test, testInfo } = parts;
  const { loaded, problem } = found;
  if (!loaded) {
    await leave(parts, { verdict: 'usage', reason: problem!.message, pass: 1, runs: [] });
    throw problemFailure(problem!, placeOfProblem(problem!, found.file));
  }
  warnOfTraces(testInfo, loaded.secrets);
  const { runs, pass } = repeatOf(loaded);
  const done: OneRun[] = [];
  for (let run = 0; run < runs && !parts.signal.aborted; run++) {
    const hold = (): Promise<OneRun> => oneRun(parts, run, runs);
    const location = placeOf(loaded, ['repeat']);
    done.push(await (runs === 1 ? hold() : test.step(`run ${run + 1} of ${runs}`, hold, { location })));
  }
  const passed = done.filter(({ held }) => held.verdict.kind === 'done');
  const worst = done.find(({ held }) => held.verdict.kind !== 'done');
  const judged = passed.length >= pass ? passed[0]! : worst!;
  const { kind, reason } = judged.held.verdict;
  const share = `${passed.length} of ${done.length} runs passed, ${pass} had to`;
  await leave(parts, {
    verdict: kind,
    reason: runs === 1 ? reason : `${share}. ${reason}`,
    pass,
    runs: done.map(({ result }) => result),
  });
  if (runs > 1) testInfo.annotations.push({ type: 'runs', description: share });
  const { failure } = judged.held;
  if (!failure) return judged.held;
  const message = runs > 1 ? `${share}.\n${failure.message}` : failure.message;
  testInfo.skip(loaded.tags.includes(QUARANTINE), `in quarantine; ${kind}: ${message}`);
  throw failureError({ ...failure, message });
}

async function oneRun(parts: ScenarioParts, run: number, runs: number): Promise<OneRun> {
  const { testInfo, chosen } = parts;
  for (let tries = 1; ; tries++) {
    const { held, seed } = await attempt(parts, run);
    const again = held.verdict.kind === 'infra' && tries <= RETRIES && !parts.signal.aborted;
    const label = [...(runs > 1 ? [`run ${run + 1}`] : []), ...(tries > 1 || again ? [`try ${tries}`] : [])];
    await attachHeld(testInfo, held, chosen.parleyOptions.demonstration, label.join(', '));
    if (!again) return { held, result: runResult(held, seed, tries - 1) };
    testInfo.annotations.push({
      type: 'retried',
      description: `try ${tries} of ${RETRIES + 1}: ${held.verdict.reason}`,
    });
  }
}

async function attempt(parts: ScenarioParts, run: number): Promise<{ held: Held; seed: number | null }> {
  const { test, found, vars, chosen, worker, newContext, baseURL, testInfo, signal } = parts;
  try {
    const loaded = loadScenario(found.shown, loadOptions(vars, run));
    const builtins = await worker.builtins(loaded.uses);
    const scenario: Scenario = bindScenario(loaded, {
      ...builtins,
      ...(baseURL ? { [BASE_URL]: baseURL } : {}),
    });
    const sentences = await worker.sentences(sentencePlanOf(chosen.parleyOptions, scenario));
    const script = scenarioScript(found.shown, scenario, { sentences });
    const results = testInfo.outputPath('demonstrations');
    const plan = await planOf({ script, agent: loaded.agent, chosen, worker, results, signal });
    assertReplayable(plan.navigator, script.startUrl);
    // Playwright's own limit is for tests that know how long they take; a scenario has a budget.
    testInfo.setTimeout(limitOf(testInfo, script.budget));
    const at = (...path: (string | number)[]) => ({ location: placeOf(loaded, path) });
    const { reset } = script;
    if (reset) await test.step('reset the site', () => reset(signal), at('start', 'reset'));
    const host = async (): Promise<OpenBrowser> => {
      const browser = await hostedBrowser(newContext);
      return {
        ...browser,
        openContext: (options) => test.step('begin', () => browser.openContext(options), at('start')),
      };
    };
    const written = { scenario, placeOf: (path: readonly (string | number)[]) => placeOf(loaded, path) };
    const held = await converse({ test, plan, host, written });
    return { held, seed: loaded.seed };
  } catch (error) {
    // What is wrong before there is a session: a site that cannot be reset, an option that cannot be right.
    if (!(error instanceof ParleyError)) throw error;
    return { held: unheld(error, found), seed: null };
  }
}

function unheld(problem: ParleyError, { loaded, file }: FoundScenario): Held {
  const { kind, message, next } = problem;
  const verdict = { kind, reason: message, next };
  const place = loaded ? placeOf(loaded, ['start']) : { file, line: 1, column: 1 };
  return {
    verdict,
    failure: { message: verdictText(verdict), place },
    exit: exitCode(kind),
    transcript: `${message}\n${next}`,
    demonstration: '',
    turns: 0,
    acts: 0,
    seconds: 0,
    model: null,
    picture: null,
    snapshot: null,
    events: [],
  };
}

async function leave(
  { testInfo, found }: ScenarioParts,
  judged: Pick<ScenarioResult, 'verdict' | 'reason' | 'pass' | 'runs'>,
): Promise<void> {
  const result: ScenarioResult = { v: 1, scenario: found.shown, id: found.id, ...judged };
  const { annotations } = testInfo;
  annotations.push({ type: 'verdict', description: `${result.verdict}: ${result.reason}` });
  const [first] = result.runs;
  if (first) {
    const { turns, acts, tokens, usd, seconds, seed } = first;
    if (seed !== null) annotations.push({ type: 'seed', description: String(seed) });
    annotations.push({ type: 'metrics', description: JSON.stringify({ turns, acts, tokens, usd, seconds }) });
  }
  await testInfo.attach(RESULT, { body: JSON.stringify(result), contentType: 'application/json' });
}
