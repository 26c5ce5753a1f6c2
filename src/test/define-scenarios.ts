/** `defineScenarios`: scenario files as tests of the spec that calls it, one for each. */
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { PlaywrightTestOptions, TestInfo } from '@playwright/test';

import { findScenarios } from '../dialogue/index.js';
import { authorSite, callFrom, callSite, type CallSite } from './call-site.js';
import type { Held } from './conversation.js';
import { toldPlainly } from './failure.js';
import { test as ours, type ScenarioFixtures, type ScenarioTest, type WorkerFixtures } from './fixtures.js';
import { runSettings, withProxy, withSettings, type ScenarioOptions } from './settings.js';
import { findScenario, placeOf, placeOfProblem, type FoundScenario } from './scenarios.js';
import { commonFolder, fits, tagsOf, titlesOf } from './titles.js';

export interface AfterScenario {
  held: Held;
  /** For snapshots, which are named after the spec otherwise: `[id, 'transcript.txt']`. */
  id: string;
  testInfo: TestInfo;
}

export interface DefineOptions {
  /** Folder with scenarios, and all below it; a relative path starts at the spec. */
  dir?: string | URL;
  /** Single files, as well. */
  files?: readonly (string | URL)[];
  /** Variables of the scenarios, over their own. */
  vars?: Readonly<Record<string, string>>;
  /** A test made of Parley's by `test.extend`. */
  test?: ScenarioTest;
  /** What tests are said to be written in: the spec, or each in its own scenario. */
  location?: 'spec' | 'scenario';
  /** Further assertions on what was held, once it is done. */
  after?(given: AfterScenario): void | Promise<void>;
}

type Given = ScenarioOptions &
  ScenarioFixtures &
  WorkerFixtures &
  Pick<PlaywrightTestOptions, 'baseURL' | 'proxy'>;

export function defineScenarios(options: DefineOptions): void {
  const site = callSite();
  const spec = site.file.startsWith('file:') ? fileURLToPath(site.file) : site.file;
  const place = (given: string | URL): string =>
    given instanceof URL || given.startsWith('file:') ? fileURLToPath(given) : resolve(dirname(spec), given);
  const { dir, files = [], vars = {}, test = ours } = options;
  const folder = dir === undefined ? null : place(dir);
  const all = toldPlainly(
    () => findScenarios([...(folder ? [folder] : []), ...files.map(place)]),
    () => ({ column: 1, ...authorSite() }),
  ).map((file) => resolve(file));
  const base = folder ?? commonFolder(all);
  const scenarios = all.map((file) => findScenario(file, base, vars));
  const titles = titlesOf(scenarios);
  const { scenarios: wanted } = runSettings();
  test.describe(() => {
    // A failure that goes away when it is tried again is what these tests are to find.
    test.describe.configure({ retries: 0 });
    for (const [i, found] of scenarios.entries()) {
      // Titles are as they are among all of them, so that a test is the same one however few are chosen.
      if (wanted && !fits(found, wanted)) continue;
      for (const file of found.files) dependsOn(file);
      declare(options.location === 'scenario' ? inScenario(found) : site, test, titles[i]!, found, options);
    }
  });
}

/** Playwright follows what a spec loads; this tells it of what the spec reads. */
function dependsOn(file: string): void {
  try {
    import.meta.resolve(pathToFileURL(file).href);
  } catch {
    // Only `--only-changed` and watching are the poorer for it.
  }
}

function inScenario({ loaded, problem, file }: FoundScenario): CallSite {
  return loaded ? placeOf(loaded, ['name']) : placeOfProblem(problem!, file);
}

function declare(
  site: CallSite,
  test: ScenarioTest,
  title: string,
  found: FoundScenario,
  { vars = {}, after }: DefineOptions,
): void {
  const details = {
    tag: tagsOf(found.tags),
    annotation: { type: 'scenario', description: found.shown },
    ...(found.loaded?.lock.length ? { lock: [...found.loaded.lock] } : {}),
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
    }: Given,
    testInfo: TestInfo,
  ): Promise<void> => {
    const { holdScenarioTest } = await import('./scenario-test.js');
    const held = await holdScenarioTest({
      test,
      found,
      vars,
      chosen: withSettings({ navigator, model, ranker, parleyOptions: withProxy(parleyOptions, proxy) }),
      worker: parleyWorker,
      newContext: newScenarioContext,
      baseURL,
      testInfo,
      signal: parleySignal,
    });
    await after?.({ held, id: found.id, testInfo });
  };
  callFrom(
    site,
    test as unknown as (...given: [string, typeof details, typeof body]) => void,
    title,
    details,
    body,
  );
}
