/**
 * `test` for scenarios: Playwright's own with what conversations need. A ranker and the example sites belong to a
 * worker and are there once something asks for them; how scenarios are held is said in `use`, like a viewport.
 *
 * What holds conversations is loaded where one is held: the runner reads specs to know their tests, each time anew.
 */
import { availableParallelism } from 'node:os';

import { test as base, type BrowserContext, type TestType } from '@playwright/test';

import { ParleyError } from '../contract/index.js';
import type { HostedContextOptions } from '../page/index.js';
import { toldPlainly } from './failure.js';
import { interrupted } from './interrupted.js';
import type { Parley } from './parley.js';
import { adoptOwnOptions, assertAdopted } from './own-options.js';
import { REPORTING, SETTINGS, withSettings, type ScenarioOptions } from './settings.js';
import { threadsOf, workerParts, type WorkerParts } from './worker-parts.js';

toldPlainly(() => adoptOwnOptions());

export interface ScenarioFixtures {
  /** Talks with the navigator about a page of this test: `await parley({ page }).say('add it to the basket')`. */
  parley: Parley;
  /** Makes the context of a conversation; to be overridden where pages need a log-in or routes of their own. */
  newScenarioContext: (options: HostedContextOptions) => Promise<BrowserContext>;
  /** Aborted when the test is over, whatever still goes on. */
  parleySignal: AbortSignal;
}

export interface WorkerFixtures {
  parleyWorker: WorkerParts;
  /** Pages can be looked at, those of ordinary tests as well. */
  parleyPages: void;
}

export const test = base.extend<ScenarioOptions & ScenarioFixtures, WorkerFixtures>({
  navigator: [undefined, { option: true }],
  model: [undefined, { option: true }],
  ranker: [undefined, { option: true }],
  parleyOptions: [{}, { option: true }],
  launchOptions: [
    async ({ launchOptions, browserName, connectOptions }, use) => {
      const ours = browserName === 'chromium' && !connectOptions;
      if (!ours) return use(launchOptions);
      const { hostLaunchOptions } = await import('../page/index.js');
      await use(hostLaunchOptions(launchOptions));
    },
    { scope: 'worker' },
  ],
  parleyPages: [
    async ({}, use) => {
      const { prepareHost } = await import('../page/index.js');
      await prepareHost();
      await use();
    },
    { scope: 'worker', auto: true, box: true },
  ],
  parleyWorker: [
    async ({}, use, { config }) => {
      const { env } = process;
      toldPlainly(() =>
        assertAdopted(config.argv, { settings: SETTINGS in env, reporting: REPORTING in env }),
      );
      env.PARLEY_RANKER_THREADS ||= String(threadsOf(availableParallelism(), config.workers));
      const parts = workerParts();
      await use(parts);
      await parts.close();
    },
    { scope: 'worker', box: true },
  ],
  newScenarioContext: [
    async ({ browser, browserName, playwright }, use) => {
      if (browserName !== 'chromium')
        throw new ParleyError(
          'usage',
          `Scenarios are held in Chromium, and this project uses ${browserName}.`,
          'Leave them out of the project with testIgnore or grepInvert.',
        );
      let living = browser;
      await use(async (options) => {
        // After a crash there is another one, for the next try.
        if (!living.isConnected()) living = await playwright.chromium.launch();
        return living.newContext(options);
      });
      if (living !== browser) await living.close();
    },
    { box: true },
  ],
  parleySignal: [
    async ({}, use) => {
      const over = new AbortController();
      await use(AbortSignal.any([over.signal, interrupted]));
      over.abort(new Error('The test is over.'));
    },
    { box: true },
  ],
  parley: [
    async ({ navigator, model, ranker, parleyOptions, parleyWorker, baseURL }, use, testInfo) => {
      const chosen = { navigator, model, ranker, parleyOptions };
      const { createParley } = await import('./parley.js');
      const parley = createParley({
        chosen: withSettings(chosen),
        worker: parleyWorker,
        testInfo,
        test,
        baseURL,
      });
      await use(parley);
      await parley.end();
    },
    { box: true },
  ],
});

/** `test`, or what was made of it by `test.extend`. */
export type ScenarioTest = TestType<
  ScenarioOptions & ScenarioFixtures & Record<never, never>,
  WorkerFixtures & Record<never, never>
>;
