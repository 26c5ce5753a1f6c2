/** What `use`, the command line and a script say together, as the plan of a session. */
import type { TestInfo } from '@playwright/test';

import {
  browserPlanOf,
  navigatorPlanOf,
  rankerPlanOf,
  type Script,
  type SessionPlan,
  withAgent,
} from '../assembly/index.js';
import type { Scenario } from '../dialogue/index.js';
import type { Budget } from '../policy/index.js';
import type { ScenarioOptions } from './settings.js';
import type { WorkerParts } from './worker-parts.js';

export type Plan = Omit<SessionPlan, 'host' | 'around' | 'onEvent' | 'onWait'>;

/** For what is around a conversation: browser, ranker, records. */
const SLACK_MS = 60_000;

/** The limit of a test in which a conversation with this budget begins now, milliseconds. */
export function limitOf({ duration }: Pick<TestInfo, 'duration'>, { seconds }: Budget): number {
  return duration + seconds * 1000 + SLACK_MS;
}

interface Asked {
  script: Script;
  agent: Scenario['agent'];
  chosen: ScenarioOptions;
  worker: WorkerParts;
  /** Folder of the records. */
  results: string;
  signal: AbortSignal;
}

/** @throws Problem `usage` for the first value that cannot be right */
export async function planOf({ script, agent, chosen, worker, results, signal }: Asked): Promise<Plan> {
  const { banners = 'leave', confirm, demonstration: _demonstration, ...given } = chosen.parleyOptions;
  const { navigator, model, ranker } = chosen;
  // A project that names a navigator means it for every scenario.
  const flags = withAgent({ ...given, navigator, model, ranker }, agent);
  const { confirm: own, reset: _reset, ...said } = script;
  return {
    ...said,
    results,
    // Size, device and log-ins are those of the project, but for what the scenario says of them (`setup`).
    browser: { ...browserPlanOf(given), context: {} },
    navigator: await navigatorPlanOf(flags, process.env, signal),
    ranker: worker.shared(rankerPlanOf(flags)),
    needsContent: script.startUrl !== undefined,
    banners,
    confirm: { ...own, ...confirm },
    signal,
  };
}
