/** A scenario as what a session needs of it. */
import { choicesText, resetSite, type Scenario, withSecrets } from '../dialogue/index.js';
import { createScriptInstructor } from '../instructor/index.js';
import { RUN_BUDGET, type ConfirmPolicy } from '../policy/index.js';
import type { Sentences } from '../rank/index.js';
import type { SessionPlan } from './hold-session.js';
import { setupOf } from './scenario-setup.js';

/** What is said in a session, and what it says of the rest of it. */
export type Script = Pick<
  SessionPlan,
  'name' | 'description' | 'scenario' | 'startUrl' | 'budget' | 'instructor' | 'setup' | 'notes'
> & {
  confirm?: ConfirmPolicy;
  reset?: (signal: AbortSignal) => Promise<void>;
};

export interface ScriptParts {
  /** In place of the scenario's own. */
  startUrl?: string | undefined;
  /** For a scenario that compares sentences (`sentencePlanOf`). */
  sentences?: Sentences | null;
  env?: NodeJS.ProcessEnv;
}

/** @throws Problem `usage` for what the scenario says of the session and cannot be right */
export function scenarioScript(
  file: string,
  scenario: Scenario,
  { startUrl = scenario.start.url, sentences, env = process.env }: ScriptParts = {},
): Script {
  const { name, dialogue, start, budget, guard } = scenario;
  const setup = setupOf(scenario, startUrl, env);
  const { secrets } = setup;
  const choices = choicesText(scenario);
  const reset = start.reset && withSecrets(start.reset, secrets);
  return {
    name,
    description: dialogue[0]?.say ?? name,
    scenario: file,
    startUrl,
    setup,
    notes: [
      ...(choices === null ? [] : [choices]),
      ...(sentences ? [`Sentences are compared by ${sentences.name}.`] : []),
    ],
    budget: {
      turns: budget.turns ?? RUN_BUDGET.turns,
      acts: budget.acts ?? RUN_BUDGET.acts,
      seconds: budget.seconds ?? RUN_BUDGET.seconds,
    },
    instructor: () => createScriptInstructor(scenario, { judge: { secrets }, compare: sentences?.compare }),
    confirm: guard.confirm,
    ...(reset ? { reset: (signal: AbortSignal) => resetSite(reset, signal) } : {}),
  };
}
