/**
 * `parley({ page })`: an ordinary test hands in a page of its own and talks with the navigator about it, from where
 * the page stands. Nothing of the page is closed, and what it may reach is the test's business.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page, TestInfo, TestType } from '@playwright/test';

import { scenarioScript, type Script, sentencePlanOf } from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { BASE_URL, bindScenario, loadScenario, type Scenario } from '../dialogue/index.js';
import { createTaskInstructor } from '../instructor/index.js';
import { hostedPage } from '../page/index.js';
import { RUN_BUDGET } from '../policy/index.js';
import { attachHeld } from './attachments.js';
import { authorSite } from './call-site.js';
import { converse, type Held } from './conversation.js';
import { failureError, retold } from './failure.js';
import { interrupted } from './interrupted.js';
import type { ScenarioOptions } from './settings.js';
import type { WorkerParts } from './worker-parts.js';
import { limitOf, planOf } from './plan.js';
import { warnOfTraces } from './quiet.js';
import { loadOptions, type Place, placeOf } from './scenarios.js';
import type { Written } from './turn-steps.js';

export interface SayOptions {
  /** What came of it is returned and fails nothing. */
  soft?: boolean;
}

export interface Conversations {
  /** One line, until the navigator is done with it. @throws where it is not */
  say(line: string, options?: SayOptions): Promise<Held>;
  /**
   * The dialogue of a scenario file, on the page as it is: `start` is left out. A relative path starts at the spec, or
   * else where the tests were started. @throws where it fails
   */
  hold(file: string | URL, options?: SayOptions & { vars?: Record<string, string> }): Promise<Held>;
}

export interface Parley {
  (given: { page: Page }): Conversations;
}

interface Parts {
  chosen: ScenarioOptions;
  worker: WorkerParts;
  testInfo: TestInfo;
  test: Pick<TestType<object, object>, 'step'>;
  baseURL: string | undefined;
}

export function createParley({
  chosen,
  worker,
  testInfo,
  test,
  baseURL,
}: Parts): Parley & { end(): Promise<void> } {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, interrupted]);
  const running = new Set<Promise<unknown>>();
  let count = 0;

  const hold = async (
    page: Page,
    script: Script,
    written: Written,
    soft: boolean,
    agent: Scenario['agent'] = {},
  ): Promise<Held> => {
    const results = testInfo.outputPath('demonstrations');
    const plan = await planOf({ script, agent, chosen, worker, results, signal });
    // The limit of a test is for what its author wrote; a conversation has a budget.
    const { timeout } = testInfo;
    if (timeout > 0) testInfo.setTimeout(Math.max(timeout, limitOf(testInfo, plan.budget)));
    const conversation = converse({ test, plan, host: () => hostedPage(page), written });
    running.add(conversation);
    const held = await conversation.finally(() => running.delete(conversation));
    const { demonstration } = chosen.parleyOptions;
    await attachHeld(testInfo, held, demonstration, ++count > 1 ? String(count) : '');
    if (held.failure && !soft) throw failureError(held.failure);
    return held;
  };

  const holdFile = async (
    page: Page,
    file: string,
    { soft = false, vars }: SayOptions & { vars?: Record<string, string> },
  ): Promise<Held> => {
    const loaded = loadScenario(file, loadOptions(vars));
    warnOfTraces(testInfo, loaded.secrets);
    const builtins = { ...(await worker.builtins(loaded.uses)), ...(baseURL ? { [BASE_URL]: baseURL } : {}) };
    const scenario = bindScenario(loaded, builtins);
    const sentences = await worker.sentences(sentencePlanOf(chosen.parleyOptions, scenario));
    const { reset: _, ...script } = scenarioScript(file, scenario, { sentences });
    const written = { scenario, placeOf: (path: readonly (string | number)[]) => placeOf(loaded, path) };
    return hold(page, { ...script, startUrl: undefined }, written, soft, loaded.agent);
  };

  const parley = ({ page }: { page: Page }): Conversations => ({
    say(line, { soft = false } = {}) {
      const at = { column: 1, ...authorSite() };
      const script: Script = {
        name: line.slice(0, 80),
        description: line,
        budget: RUN_BUDGET,
        instructor: () => createTaskInstructor(line),
      };
      return toldAt(at, hold(page, script, { scenario: null, placeOf: () => at }, soft));
    },
    hold(given, options = {}) {
      const at = { column: 1, ...authorSite() };
      return toldAt(at, holdFile(page, scenarioFile(given, at.file), options));
    },
  });
  return Object.assign(parley, {
    /** The test is over: what still goes on is told to stop, and has a moment to write that down. */
    async end() {
      over.abort(new ParleyError('user', 'The test is over.', 'Wait for the conversation in the test.'));
      await Promise.allSettled(running);
    },
  });
}

/** A relative path starts at the spec, as in `defineScenarios`, or else where the tests were started. */
function scenarioFile(given: string | URL, spec: string): string {
  if (given instanceof URL || given.startsWith('file:')) return fileURLToPath(given);
  const beside = resolve(dirname(spec), given);
  return [beside, resolve(given)].find((file) => existsSync(file)) ?? beside;
}

async function toldAt<T>(at: Place, conversation: Promise<T>): Promise<T> {
  try {
    return await conversation;
  } catch (error) {
    throw retold(error, at, 'parley');
  }
}
