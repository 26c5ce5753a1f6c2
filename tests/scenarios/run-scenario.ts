/**
 * Runs one scenario as `parley run` and `parley test` do, with a record and an egress guard. Unlike them, it runs in
 * this process, starts its own sites and uses a running browser.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from 'playwright';

import { startFixtures } from '../../fixtures/server.mjs';
import {
  createBrowserPlan,
  runConversation,
  createNavigatorPlan,
  createRankerPlan,
  createScenarioScript,
} from '../../src/assembly/index.js';
import type { SessionEvent, Verdict } from '../../src/contract/index.js';
import { bindScenario, loadScenario } from '../../src/dialogue/index.js';
import { formatEvent } from '../../src/instructor/index.js';
import { createHostedBrowser } from '../../src/page/index.js';
import { signal, type LimitsOption } from '../support/browser.js';

export interface ScenarioRun {
  verdict: Verdict;
  exit: number;
  /** The conversation as the terminal shows it. */
  transcript: string;
}

export interface ScenarioRunOptions extends LimitsOption {
  chromium: Browser;
  /** Values for the scenario's variables, as `--var` gives them. */
  variables?: Record<string, string>;
}

export async function runScenario(
  file: string,
  { chromium, limits, variables = {} }: ScenarioRunOptions,
): Promise<ScenarioRun> {
  const loaded = loadScenario(file, { overrides: variables, builtins: ['FIXTURES'] });
  const sites = await startFixtures();
  const results = mkdtempSync(join(tmpdir(), 'parley-scenario-'));
  const lines: (string | null)[] = [];
  try {
    const scenario = bindScenario(loaded, { FIXTURES: sites.url });
    const { reset, confirm = {}, ...script } = createScenarioScript(file, scenario);
    await reset?.(signal);
    const { verdict, exit } = await runConversation({
      ...script,
      results,
      confirm,
      browser: createBrowserPlan({}),
      provideBrowser: () => createHostedBrowser((options) => chromium.newContext(options)),
      pageLimits: limits,
      navigator: await createNavigatorPlan({ navigator: 'direct' }, {}, signal),
      ranker: createRankerPlan({ ranker: 'lexical' }, {}),
      needsContent: true,
      banners: 'leave',
      onEvent: (event: SessionEvent) =>
        void lines.push(formatEvent(event, { colour: false, showInstructor: true })),
      onWait: () => undefined,
      signal,
    });
    return { verdict, exit, transcript: lines.filter((line) => line !== null).join('\n') };
  } finally {
    rmSync(results, { recursive: true, force: true });
    await sites.close();
  }
}
