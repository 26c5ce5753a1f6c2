/** `defineScenarios`: in the spec that calls it, declares one Playwright test for each scenario file. */
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { PlaywrightTestOptions, TestInfo } from '@playwright/test';

import { findScenarios } from '../dialogue/index.js';
import { findSourceMappedCallSite, callAsIfFrom, findCompiledCallSite, type CallSite } from './call-site.js';
import type { ConversationRun } from './test-conversation.js';
import { convertParleyErrors } from './failure.js';
import {
  test as parleyTest,
  type ParleyTestFixtures,
  type ScenarioTest,
  type ParleyWorkerFixtures,
} from './fixtures.js';
import { readRunSettings, applyProxy, applyRunSettings, type ScenarioOptions } from './settings.js';
import { readScenarioFile, locate, locateProblem, type ScenarioFile } from './scenario-files.js';
import { findCommonFolder, matchesFilter, toPlaywrightTags, createTitles } from './titles.js';

export interface AfterScenario {
  run: ConversationRun;
  /**
   * The scenario's identifier. Use it in snapshot names, so that the snapshots of different scenarios in a spec do not
   * overwrite each other: `[id, 'transcript.txt']`.
   */
  id: string;
  testInfo: TestInfo;
}

export interface DefineOptions {
  /** Folder searched recursively for scenarios; relative to the spec. */
  dir?: string | URL;
  /** Scenario files in addition to those in `dir`. */
  files?: readonly (string | URL)[];
  /** Variables that override those of the scenarios. */
  vars?: Readonly<Record<string, string>>;
  /** A test derived from Parley's with `test.extend`. */
  test?: ScenarioTest;
  /** Reported location of the tests: the spec, or each test's scenario file. */
  location?: 'spec' | 'scenario';
  /** Further assertions, called after a scenario has passed. */
  after?(result: AfterScenario): void | Promise<void>;
}

type TestFixtures = ScenarioOptions &
  ParleyTestFixtures &
  ParleyWorkerFixtures &
  Pick<PlaywrightTestOptions, 'baseURL' | 'proxy'>;

export function defineScenarios(options: DefineOptions): void {
  const callSite = findCompiledCallSite();
  const specPath = callSite.file.startsWith('file:') ? fileURLToPath(callSite.file) : callSite.file;
  const toPath = (file: string | URL): string =>
    file instanceof URL || file.startsWith('file:') ? fileURLToPath(file) : resolve(dirname(specPath), file);
  const { dir, files = [], vars = {}, test = parleyTest } = options;
  const folder = dir === undefined ? null : toPath(dir);
  const scenarioFiles = convertParleyErrors(
    () => findScenarios([...(folder ? [folder] : []), ...files.map(toPath)]),
    () => ({ column: 1, ...findSourceMappedCallSite() }),
  ).map((file) => resolve(file));
  const baseFolder = folder ?? findCommonFolder(scenarioFiles);
  const scenarios = scenarioFiles.map((file) => readScenarioFile(file, baseFolder, vars));
  const titles = createTitles(scenarios);
  const { scenarios: filterWords } = readRunSettings();
  test.describe(() => {
    // Retries would hide the flaky failures that these tests are meant to find.
    test.describe.configure({ retries: 0 });
    for (const [i, scenario] of scenarios.entries()) {
      // Titles are computed before filtering, so that they do not depend on which tests are selected.
      if (filterWords && !matchesFilter(scenario, filterWords)) continue;
      for (const file of scenario.files) declareDependency(file);
      declareTest(
        options.location === 'scenario' ? findScenarioLocation(scenario) : callSite,
        test,
        titles[i]!,
        scenario,
        options,
      );
    }
  });
}

/** Declares a file as a dependency of the spec; Playwright itself tracks only imported modules. */
function declareDependency(file: string): void {
  try {
    import.meta.resolve(pathToFileURL(file).href);
  } catch {
    // Not fatal: only `--only-changed` and watch mode miss changes to this file.
  }
}

function findScenarioLocation({ loaded, problem, file }: ScenarioFile): CallSite {
  return loaded ? locate(loaded, ['name']) : locateProblem(problem!, file);
}

function declareTest(
  callSite: CallSite,
  test: ScenarioTest,
  title: string,
  scenario: ScenarioFile,
  { vars = {}, after }: DefineOptions,
): void {
  const details = {
    tag: toPlaywrightTags(scenario.tags),
    annotation: { type: 'scenario', description: scenario.displayPath },
    ...(scenario.loaded?.lock.length ? { lock: [...scenario.loaded.lock] } : {}),
  };
  const body = async (
    {
      navigator,
      model,
      ranker,
      parleyOptions,
      parleyWorker,
      newScenarioContext,
      baseURL,
      proxy,
      parleySignal,
    }: TestFixtures,
    testInfo: TestInfo,
  ): Promise<void> => {
    const { runScenarioTest } = await import('./scenario-test.js');
    const run = await runScenarioTest({
      test,
      scenarioFile: scenario,
      vars,
      options: applyRunSettings({
        navigator,
        model,
        ranker,
        parleyOptions: applyProxy(parleyOptions, proxy),
      }),
      worker: parleyWorker,
      newContext: newScenarioContext,
      baseURL,
      testInfo,
      signal: parleySignal,
    });
    await after?.({ run, id: scenario.id, testInfo });
  };
  callAsIfFrom(
    callSite,
    test as unknown as (...args: [string, typeof details, typeof body]) => void,
    title,
    details,
    body,
  );
}
