/**
 * Defines `test`: Playwright's `test` with fixtures for conversations. The ranker and the fixture sites belong to the
 * worker and start on first use. Options are set in `use`, as a viewport is.
 *
 * The code that runs conversations is imported lazily, because Playwright loads every spec just to list its tests.
 */
import { availableParallelism } from 'node:os';

import { test as base, type BrowserContext, type TestType } from '@playwright/test';

import { ParleyError } from '../contract/index.js';
import type { HostedContextOptions } from '../page/index.js';
import { convertParleyErrors } from './failure.js';
import { interruptSignal } from './interrupt-signal.js';
import type { Parley } from './parley.js';
import { adoptParleyOptions, assertOptionsApply } from './options-after-dashes.js';
import { REPORTER_VARIABLE, SETTINGS_VARIABLE, applyRunSettings, type ScenarioOptions } from './settings.js';
import { computeThreadsPerWorker, createWorkerResources, type WorkerResources } from './worker-resources.js';

convertParleyErrors(() => adoptParleyOptions());

export interface ParleyTestFixtures {
  /** Talks to the navigator about one of this test's pages: `await parley({ page }).say('add it to the basket')`. */
  parley: Parley;
  /** Creates the browser context of a conversation. Override it to add a login or routes. */
  newScenarioContext: (options: HostedContextOptions) => Promise<BrowserContext>;
  /** Aborts when the test ends. */
  parleySignal: AbortSignal;
}

export interface ParleyWorkerFixtures {
  parleyWorker: WorkerResources;
  /** Prepares Playwright so that Parley can observe any page, including the pages of ordinary tests. */
  parleyPages: void;
}

export const test = base.extend<ScenarioOptions & ParleyTestFixtures, ParleyWorkerFixtures>({
  navigator: [undefined, { option: true }],
  model: [undefined, { option: true }],
  ranker: [undefined, { option: true }],
  parleyOptions: [{}, { option: true }],
  launchOptions: [
    async ({ launchOptions, browserName, connectOptions }, use) => {
      const usesParleyBrowser = browserName === 'chromium' && !connectOptions;
      if (!usesParleyBrowser) return use(launchOptions);
      const { createHostLaunchOptions } = await import('../page/index.js');
      await use(createHostLaunchOptions(launchOptions));
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
      convertParleyErrors(() =>
        assertOptionsApply(config.argv, {
          hasSettings: SETTINGS_VARIABLE in env,
          hasReporter: REPORTER_VARIABLE in env,
        }),
      );
      env.PARLEY_RANKER_THREADS ||= String(computeThreadsPerWorker(availableParallelism(), config.workers));
      const resources = createWorkerResources();
      await use(resources);
      await resources.close();
    },
    { scope: 'worker', box: true },
  ],
  newScenarioContext: [
    async ({ browser, browserName, playwright }, use) => {
      if (browserName !== 'chromium')
        throw new ParleyError(
          'usage',
          `Scenarios run only in Chromium, but this project uses ${browserName}.`,
          'Exclude them from the project with testIgnore or grepInvert.',
        );
      let currentBrowser = browser;
      await use(async (options) => {
        // Launches the browser again after a crash, for the next attempt.
        if (!currentBrowser.isConnected()) currentBrowser = await playwright.chromium.launch();
        return currentBrowser.newContext(options);
      });
      if (currentBrowser !== browser) await currentBrowser.close();
    },
    { box: true },
  ],
  parleySignal: [
    async ({}, use) => {
      const testEnd = new AbortController();
      await use(AbortSignal.any([testEnd.signal, interruptSignal]));
      testEnd.abort(new Error('The test is over.'));
    },
    { box: true },
  ],
  parley: [
    async ({ navigator, model, ranker, parleyOptions, parleyWorker, baseURL }, use, testInfo) => {
      const options = { navigator, model, ranker, parleyOptions };
      const { createParley } = await import('./parley.js');
      const parley = createParley({
        options: applyRunSettings(options),
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

/** `test`, or a test derived from it with `test.extend`. */
export type ScenarioTest = TestType<
  ScenarioOptions & ParleyTestFixtures & Record<never, never>,
  ParleyWorkerFixtures & Record<never, never>
>;
