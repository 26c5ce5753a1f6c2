/** Combines `use` options, the command line and the scenario into a session plan. */
import type { TestInfo } from '@playwright/test';

import {
  createBrowserPlan,
  createNavigatorPlan,
  createRankerPlan,
  type SessionScript,
  type SessionPlan,
  applyAgentSettings,
} from '../assembly/index.js';
import type { Scenario } from '../dialogue/index.js';
import type { Budget } from '../policy/index.js';
import type { ScenarioOptions } from './settings.js';
import type { WorkerParts } from './worker-parts.js';

export type TestConversationPlan = Omit<SessionPlan, 'host' | 'around' | 'onEvent' | 'onWait'>;

/** Time for everything around a conversation: browser, ranker, recording. */
const OVERHEAD_MS = 60_000;

/** Timeout in ms for a test in which a conversation with this budget starts now. */
export function computeTestTimeout({ duration }: Pick<TestInfo, 'duration'>, { seconds }: Budget): number {
  return duration + seconds * 1000 + OVERHEAD_MS;
}

interface PlanRequest {
  script: SessionScript;
  agent: Scenario['agent'];
  options: ScenarioOptions;
  worker: WorkerParts;
  /** Folder for demonstrations. */
  results: string;
  signal: AbortSignal;
}

/** @throws ParleyError `usage` for the first invalid value */
export async function createConversationPlan({
  script,
  agent,
  options,
  worker,
  results,
  signal,
}: PlanRequest): Promise<TestConversationPlan> {
  const {
    banners = 'leave',
    confirm,
    confirmWords,
    demonstration: _demonstration,
    ...given
  } = options.parleyOptions;
  const { navigator, model, ranker } = options;
  // A navigator named by the project applies to every scenario.
  const flags = applyAgentSettings({ ...given, navigator, model, ranker }, agent);
  const { confirm: scriptConfirm, reset: _reset, ...scriptParts } = script;
  return {
    ...scriptParts,
    results,
    // Viewport, device and log-ins come from the project; the scenario's `setup` may override them.
    browser: { ...createBrowserPlan(given), context: {} },
    navigator: await createNavigatorPlan(flags, process.env, signal),
    ranker: worker.shareRanker(createRankerPlan(flags)),
    needsContent: script.startUrl !== undefined,
    banners,
    confirm: { ...scriptConfirm, ...confirm },
    confirmWords: { ...script.confirmWords, ...confirmWords },
    signal,
  };
}
