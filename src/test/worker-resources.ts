/** Resources that a worker's conversations share: models and the fixture sites. They open on first use. */
import {
  FIXTURES,
  readConfiguration,
  serveFixtures,
  type RankerPlan,
  type SentenceModelPlan,
} from '../assembly/index.js';
import type { Configuration } from '../config/index.js';
import type { Ranker } from '../contract/index.js';
import type { SentenceModel } from '../rank/index.js';

export interface WorkerResources {
  /**
   * Returns the settings in `parley.config.yaml` and the environment, which are read only once.
   *
   * @throws ParleyError `usage`
   */
  getConfiguration(): Configuration;
  /** Returns a plan whose ranker is opened once and closed at the end of the worker. */
  shareRanker(plan: RankerPlan): RankerPlan;
  /** Opens the plan's sentence model once per worker; null if the scenario does not compare sentences. */
  openSentenceModel(plan: SentenceModelPlan | null): Promise<SentenceModel | null>;
  /** Values of the built-in variables. */
  getBuiltinValues(names: ReadonlySet<string>): Promise<Record<string, string>>;
}

export function createWorkerResources(): WorkerResources & { close(): Promise<void> } {
  const rankers = new Map<string, Ranker>();
  const models = new Map<string, Promise<SentenceModel>>();
  let sites: ReturnType<typeof serveFixtures> | null = null;
  let configuration: Configuration | null = null;
  return {
    getConfiguration: () => (configuration ??= readConfiguration()),
    shareRanker: (plan) => ({
      ...plan,
      open(onProblem, options) {
        const key = JSON.stringify([plan.name, plan.device, options]);
        const ranker = rankers.get(key) ?? plan.open(onProblem, options);
        rankers.set(key, ranker);
        const { name, needs } = ranker;
        return {
          name,
          needs,
          warm: (...args) => ranker.warm(...args),
          rank: (...args) => ranker.rank(...args),
          rankPassages: (...args) => ranker.rankPassages(...args),
          close: () => Promise.resolve(),
        };
      },
    }),
    async openSentenceModel(plan) {
      if (!plan) return null;
      const model = models.get(plan.name) ?? plan.open();
      models.set(plan.name, model);
      return model;
    },
    async getBuiltinValues(names): Promise<Record<string, string>> {
      if (!names.has(FIXTURES)) return {};
      sites ??= serveFixtures();
      return { [FIXTURES]: (await sites).url };
    },
    async close() {
      await Promise.all([...rankers.values()].map((ranker) => ranker.close()));
      for (const model of await Promise.allSettled(models.values()))
        if (model.status === 'fulfilled') await model.value.close();
      await (await sites)?.close();
    },
  };
}

/** Computes a worker's share of the cores, because each ranker would otherwise use all of them. */
export const computeThreadsPerWorker = (cores: number, workers: number): number =>
  Math.max(1, Math.floor(cores / workers));
