/** Scenarios in TypeScript: the same language, with the compiler's help. */
import type { z } from 'zod';

import type { scenarioSchema } from './schema/scenario.js';

/** What a scenario file may hold; texts take `{{variables}}` as in YAML. */
export type ScenarioInput = z.input<typeof scenarioSchema>;

/** What a file under `use` may hold. */
export type SharedInput = Partial<
  Omit<ScenarioInput, 'name' | 'dialogue' | 'start' | 'seed' | 'repeat'> & {
    start: Partial<ScenarioInput['start']>;
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
