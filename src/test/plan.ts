/** What `use`, the command line and a script say together, as the plan of a session. */
import {
  browserPlanOf,
  navigatorPlanOf,
  rankerPlanOf,
  type Script,
  type SessionPlan,
} from '../assembly/index.js';
import type { ScenarioOptions } from './settings.js';
import type { WorkerParts } from './worker-parts.js';

export type Plan = Omit<SessionPlan, 'host' | 'around' | 'onEvent' | 'onWait'>;

/**
 * @param results folder of the records
 * @throws Problem `usage` for the first value that cannot be right
 */
export async function planOf(
  script: Script,
  { navigator, model, ranker, parleyOptions }: ScenarioOptions,
  worker: WorkerParts,
  results: string,
  signal: AbortSignal,
): Promise<Plan> {
  const { banners = 'leave', confirm, demonstration: _, ...flags } = parleyOptions;
  const browser = browserPlanOf(flags);
  const { viewport, confirm: own, reset: __, ...said } = script;
  return {
    ...said,
    results,
    // Size, device and log-ins are those of the project; a scenario may want another size.
    browser: { ...browser, context: viewport ? { viewport } : {} },
    navigator: await navigatorPlanOf({ ...flags, navigator, model }, process.env, signal),
    ranker: worker.shared(rankerPlanOf({ ...flags, ranker })),
    needsContent: script.startUrl !== undefined,
    banners,
    confirm: { ...own, ...confirm },
    signal,
  };
}
