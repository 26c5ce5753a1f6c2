/** What conversations of one worker share, there once something asks for it: rankers, and the example sites. */
import { FIXTURES, serveFixtures, type RankerPlan } from '../assembly/index.js';
import type { Ranker } from '../contract/index.js';

export interface WorkerParts {
  /** The plan's ranker, opened once; closing it is left to the worker. */
  shared(plan: RankerPlan): RankerPlan;
  /** Values of built-in variables. */
  builtins(names: ReadonlySet<string>): Promise<Record<string, string>>;
}

export function workerParts(): WorkerParts & { close(): Promise<void> } {
  const rankers = new Map<string, Ranker>();
  let sites: ReturnType<typeof serveFixtures> | null = null;
  return {
    shared: (plan) => ({
      ...plan,
      open(onTrouble, options) {
        const key = JSON.stringify([plan.name, plan.device, options]);
        const ranker = rankers.get(key) ?? plan.open(onTrouble, options);
        rankers.set(key, ranker);
        const { name, needs } = ranker;
        return {
          name,
          needs,
          warm: (...given) => ranker.warm(...given),
          rank: (...given) => ranker.rank(...given),
          passages: (...given) => ranker.passages(...given),
          close: () => Promise.resolve(),
        };
      },
    }),
    async builtins(names): Promise<Record<string, string>> {
      if (!names.has(FIXTURES)) return {};
      sites ??= serveFixtures();
      return { [FIXTURES]: (await sites).url };
    },
    async close() {
      await Promise.all([...rankers.values()].map((ranker) => ranker.close()));
      await (await sites)?.close();
    },
  };
}

/** Workers share the machine's cores, and a ranker would take them all. */
export const threadsOf = (cores: number, workers: number): number => Math.max(1, Math.floor(cores / workers));
