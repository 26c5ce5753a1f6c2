/** Types and functions for scenarios written in TypeScript. */
import type * as z from 'zod';

import type { scenarioSchema } from './schema/scenario.js';

type ScenarioSchemaInput = z.input<typeof scenarioSchema>;
type StartInput = ScenarioSchemaInput['start'];

/**
 * Without `use`, a scenario needs a complete `start`. With `use`, shared files may supply the missing keys. The compiler
 * cannot see those files, so the loader checks that `start` is complete.
 */
type StartOrUse =
  | { start: StartInput; use?: undefined }
  | { start?: Partial<StartInput> | undefined; use: NonNullable<ScenarioSchemaInput['use']> };

/** The content of a scenario file. Its text may contain `{{variables}}`, as in YAML. */
export type ScenarioInput = Omit<ScenarioSchemaInput, 'start' | 'use'> & StartOrUse;

/** The content of a shared file, as listed in a scenario's `use`. */
export type SharedInput = Partial<
  Omit<ScenarioSchemaInput, 'name' | 'dialogue' | 'start' | 'seed' | 'repeat'> & {
    start: Partial<StartInput>;
  }
>;

/** Returns the scenario unchanged. Use it for the default export of a `.scenario.ts` file, so that types are checked. */
export function defineScenario(scenario: ScenarioInput): ScenarioInput {
  return scenario;
}

/** Returns the content unchanged. Use it for the default export of a file that scenarios list under `use`. */
export function defineShared(shared: SharedInput): SharedInput {
  return shared;
}
