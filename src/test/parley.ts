/**
 * `parley({ page })`: an ordinary test passes its own page and talks to the navigator about that page. Parley neither
 * closes the page nor restricts which hosts it may connect to.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page, TestInfo, TestType } from '@playwright/test';

import {
  createScenarioScript,
  type SessionScript,
  createSentenceModelPlan,
  withSettingSources,
} from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { BASE_URL, bindScenario, loadScenario } from '../dialogue/index.js';
import { createTaskInstructor } from '../instructor/index.js';
import { createHostedPageBrowser } from '../page/index.js';
import { RUN_BUDGET } from '../policy/index.js';
import { attachRun } from './attachments.js';
import { configureConversation } from './configured-flags.js';
import { findSourceMappedCallSite } from './call-site.js';
import { runTestConversation, type ConversationRun } from './test-conversation.js';
import { createFailureError, toUserError } from './failure.js';
import { interruptSignal } from './interrupt-signal.js';
import type { ScenarioOptions } from './settings.js';
import type { WorkerResources } from './worker-resources.js';
import { computeTestTimeout, createConversationPlan } from './conversation-plan.js';
import { warnAboutTraces } from './private-actions.js';
import { createLoadOptions, type SourceLocation, locate } from './scenario-files.js';
import type { ScenarioSource } from './turn-steps.js';

export interface SayOptions {
  /** Return the result instead of failing the test. */
  soft?: boolean;
}

export interface PageConversation {
  /** Says one line and waits until the navigator has carried it out. @throws if the navigator fails */
  say(line: string, options?: SayOptions): Promise<ConversationRun>;
  /**
   * Runs the dialogue of a scenario file on the current page; its `start` section is ignored. A relative path is
   * resolved from the spec, then from the working directory. @throws if the scenario fails
   */
  run(file: string | URL, options?: SayOptions & { vars?: Record<string, string> }): Promise<ConversationRun>;
}

export interface Parley {
  (input: { page: Page }): PageConversation;
}

interface ParleyInput {
  options: ScenarioOptions;
  worker: WorkerResources;
  testInfo: TestInfo;
  test: Pick<TestType<object, object>, 'step'>;
  baseURL: string | undefined;
}

export function createParley({
  options,
  worker,
  testInfo,
  test,
  baseURL,
}: ParleyInput): Parley & { end(): Promise<void> } {
  const testEnd = new AbortController();
  const signal = AbortSignal.any([testEnd.signal, interruptSignal]);
  const runningConversations = new Set<Promise<unknown>>();
  let conversationCount = 0;

  const runScript = async (
    page: Page,
    script: SessionScript,
    source: ScenarioSource,
    soft: boolean,
    configured: ReturnType<typeof configureConversation>,
  ): Promise<ConversationRun> => {
    const results = testInfo.outputPath('demonstrations');
    const plan = await createConversationPlan({ script, options, configured, worker, results, signal });
    // The test's timeout is meant for the author's own code, so a conversation extends it by its budget.
    const { timeout } = testInfo;
    if (timeout > 0) testInfo.setTimeout(Math.max(timeout, computeTestTimeout(testInfo, script)));
    const conversation = runTestConversation({
      test,
      plan,
      provideBrowser: () => createHostedPageBrowser(page),
      source,
    });
    runningConversations.add(conversation);
    const run = await conversation.finally(() => runningConversations.delete(conversation));
    await attachRun(
      testInfo,
      run,
      options.parleyOptions,
      ++conversationCount > 1 ? String(conversationCount) : '',
    );
    if (run.failure && !soft) throw createFailureError(run.failure);
    return run;
  };

  const runLine = async (
    page: Page,
    line: string,
    source: ScenarioSource,
    soft: boolean,
  ): Promise<ConversationRun> => {
    const configured = configureConversation(options, worker.getConfiguration(), null);
    const script: SessionScript = {
      name: line.slice(0, 80),
      description: line,
      budget: { ...RUN_BUDGET, ...configured.budget },
      instructor: () => createTaskInstructor(line),
    };
    return runScript(page, script, source, soft, configured);
  };

  const runFile = async (
    page: Page,
    file: string,
    { soft = false, vars }: SayOptions & { vars?: Record<string, string> },
  ): Promise<ConversationRun> => {
    const loaded = loadScenario(file, createLoadOptions(vars));
    warnAboutTraces(testInfo, loaded.secrets);
    const builtins = {
      ...(await worker.getBuiltinValues(loaded.usedBuiltins)),
      ...(baseURL ? { [BASE_URL]: baseURL } : {}),
    };
    const scenario = bindScenario(loaded, builtins);
    const configured = configureConversation(options, worker.getConfiguration(), { scenario, file });
    const sentenceModel = await withSettingSources(configured, () =>
      worker.openSentenceModel(createSentenceModelPlan(configured.flags, scenario)),
    );
    const { budget } = configured;
    const { reset: _, ...script } = createScenarioScript(file, scenario, {
      sentenceModel,
      budget,
    });
    const source = { scenario, locate: (path: readonly (string | number)[]) => locate(loaded, path) };
    return runScript(page, { ...script, startUrl: undefined }, source, soft, configured);
  };

  const parley = ({ page }: { page: Page }): PageConversation => ({
    say(line, { soft = false } = {}) {
      const callSite = { column: 1, ...findSourceMappedCallSite() };
      return withErrorsAt(callSite, runLine(page, line, { scenario: null, locate: () => callSite }, soft));
    },
    run(file, runOptions = {}) {
      const callSite = { column: 1, ...findSourceMappedCallSite() };
      return withErrorsAt(callSite, runFile(page, resolveScenarioFile(file, callSite.file), runOptions));
    },
  });
  return Object.assign(parley, {
    /** Stops conversations that are still running when the test ends, and waits until they have recorded their end. */
    async end() {
      testEnd.abort(new ParleyError('user', 'The test has ended.', 'Wait for the conversation in the test.'));
      await Promise.allSettled(runningConversations);
    },
  });
}

/** Resolves a relative path from the spec, as `defineScenarios` does, or else from the working directory. */
function resolveScenarioFile(file: string | URL, spec: string): string {
  if (file instanceof URL || file.startsWith('file:')) return fileURLToPath(file);
  const pathFromSpec = resolve(dirname(spec), file);
  return [pathFromSpec, resolve(file)].find((path) => existsSync(path)) ?? pathFromSpec;
}

async function withErrorsAt<T>(callSite: SourceLocation, conversation: Promise<T>): Promise<T> {
  try {
    return await conversation;
  } catch (error) {
    throw toUserError(error, callSite, 'parley');
  }
}
