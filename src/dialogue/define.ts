/** Types and functions for scenarios written in TypeScript. */
import type { z } from 'zod';

import type { scenarioSchema } from './schema/scenario.js';

type Written = z.input<typeof scenarioSchema>;
type Start = Written['start'];

/** `start` may come from the scenario or from a used file; only the loader can tell. */
type Starts =
  | { start: Start; use?: undefined }
  | { start?: Partial<Start> | undefined; use: NonNullable<Written['use']> };

/** The content of a scenario file. Texts may contain `{{variables}}`, as in YAML. */
export type ScenarioInput = Omit<Written, 'start' | 'use'> & Starts;

/** The content of a file under `use`. */
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
