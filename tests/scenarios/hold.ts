/**
 * One scenario as `parley run` and `parley test` hold it, with a record, an egress guard and what it says of its session;
 * but in this process, with its own sites and in a browser that is there already.
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
  scenarioScript,
} from '../../src/assembly/index.js';
import type { SessionEvent, Verdict } from '../../src/contract/index.js';
import { bindScenario, loadScenario } from '../../src/dialogue/index.js';
import { formatEvent } from '../../src/instructor/index.js';
import { hostedBrowser } from '../../src/page/index.js';
import { signal } from '../support/browser.js';

export interface Held {
  verdict: Verdict;
  exit: number;
  /** What was said and done, as people read it. */
  transcript: string;
}

/** @param overrides values for variables of the scenario, as `--var` gives them */
export async function holdScenario(
  file: string,
  chromium: Browser,
  overrides: Record<string, string> = {},
): Promise<Held> {
  const loaded = loadScenario(file, { overrides, builtins: ['FIXTURES'] });
  const sites = await startFixtures();
  const results = mkdtempSync(join(tmpdir(), 'parley-scenario-'));
  const lines: (string | null)[] = [];
  try {
    const scenario = bindScenario(loaded, { FIXTURES: sites.url });
    const { reset, confirm = {}, ...script } = scenarioScript(file, scenario);
    await reset?.(signal);
    const { verdict, exit } = await runConversation({
      ...script,
      results,
      confirm,
      browser: createBrowserPlan({}),
      provideBrowser: () => hostedBrowser((options) => chromium.newContext(options)),
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
