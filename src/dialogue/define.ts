/** Types and functions for scenarios written in TypeScript. */
import type * as z from 'zod';

import type { scenarioSchema } from './schema/scenario.js';

type ScenarioSchemaInput = z.input<typeof scenarioSchema>;
type StartInput = ScenarioSchemaInput['start'];

/**
 * A scenario needs a complete `start`, unless it has `use`: a shared file may contain the missing keys. The compiler
 * cannot see shared files, so only the loader checks this.
 */
type StartOrUse =
  | { start: StartInput; use?: undefined }
  | { start?: Partial<StartInput> | undefined; use: NonNullable<ScenarioSchemaInput['use']> };

/** The content of a scenario file. Its text may contain `{{variables}}`, as in YAML. */
export type ScenarioInput = Omit<ScenarioSchemaInput, 'start' | 'use'> & StartOrUse;

/** The content of a file under `use`. */
export type SharedInput = Partial<
  Omit<ScenarioSchemaInput, 'name' | 'dialogue' | 'start' | 'seed' | 'repeat'> & {
    start: Partial<StartInput>;
  }
>;

/** For the default export of a `.scenario.ts`. */
export function defineScenario(scenario: ScenarioInput): ScenarioInput {
  return scenario;
}

/** For the default export of a file that scenarios `use`. */
export function defineShared(shared: SharedInput): SharedInput {
  return shared;
}
