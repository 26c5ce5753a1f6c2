/** Scenarios in TypeScript: the same language, with the compiler's help. */
import type { z } from 'zod';

import type { scenarioSchema } from './schema/scenario.js';

type Written = z.input<typeof scenarioSchema>;
type Start = Written['start'];

/** `start` may come from the scenario or from a used file; only the loader can tell. */
type Starts =
  | { start: Start; use?: undefined }
  | { start?: Partial<Start> | undefined; use: NonNullable<Written['use']> };

/** What a scenario file may hold; texts take `{{variables}}` as in YAML. */
export type ScenarioInput = Omit<Written, 'start' | 'use'> & Starts;

/** What a file under `use` may hold. */
export type SharedInput = Partial<
  Omit<Written, 'name' | 'dialogue' | 'start' | 'seed' | 'repeat'> & { start: Partial<Start> }
>;

/** For the default export of a `.scenario.ts`. */
export function defineScenario(scenario: ScenarioInput): ScenarioInput {
  return scenario;
}

/** For the default export of a file that scenarios `use`. */
export function defineShared(shared: SharedInput): SharedInput {
  return shared;
}
