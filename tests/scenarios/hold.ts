/** One scenario as `parley run` holds it, but in this process: its own sites and browser context, nothing on disk. */
import type { Browser } from 'playwright';

import { startFixtures } from '../../fixtures/server.mjs';
import type { SessionEvent, Verdict } from '../../src/contract/index.js';
import { bindScenario, loadScenario, resetSite } from '../../src/dialogue/index.js';
import { createScriptInstructor, transcriptLine } from '../../src/instructor/index.js';
import { createDirectNavigator } from '../../src/navigator/index.js';
import { createSurface, newContext } from '../../src/page/index.js';
import { RUN_BUDGET } from '../../src/policy/index.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import { runSession } from '../../src/session/index.js';
import { recorder } from '../session/doubles.js';
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
  const lines: (string | null)[] = [];
  const onEvent = (event: SessionEvent): void =>
    void lines.push(transcriptLine(event, { colour: false, showInstructor: true }));
  try {
    const scenario = bindScenario(loaded, { FIXTURES: sites.url });
    const { start, budget } = scenario;
    if (start.reset) await resetSite(start.reset, signal);
    const surface = await createSurface(await newContext(chromium), { dialogs: 'ask' });
    try {
      const { verdict, exit } = await runSession({
        surface,
        ranker: createLexicalRanker(),
        navigator: createDirectNavigator(),
        instructor: createScriptInstructor(scenario),
        recorder: recorder(),
        budget: {
          turns: budget.turns ?? RUN_BUDGET.turns,
          acts: budget.acts ?? RUN_BUDGET.acts,
          seconds: budget.seconds ?? RUN_BUDGET.seconds,
        },
        startUrl: start.url,
        needsContent: true,
        onEvent,
        signal,
      });
      return { verdict, exit, transcript: lines.filter((line) => line !== null).join('\n') };
    } finally {
      await surface.close();
    }
  } finally {
    await sites.close();
  }
}
