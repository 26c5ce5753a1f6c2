/** A scenario as what a session needs of it. */
import { resetSite, type Scenario } from '../dialogue/index.js';
import { createScriptInstructor } from '../instructor/index.js';
import { RUN_BUDGET, type ConfirmPolicy } from '../policy/index.js';
import type { SessionPlan } from './hold-session.js';

/** What is said in a session, and what it says of the rest of it. */
export type Script = Pick<
  SessionPlan,
  'name' | 'description' | 'scenario' | 'startUrl' | 'budget' | 'instructor'
> & {
  viewport?: { width: number; height: number };
  confirm?: ConfirmPolicy;
  reset?: (signal: AbortSignal) => Promise<void>;
};

/** @param startUrl in place of the scenario's own */
export function scenarioScript(file: string, scenario: Scenario, startUrl?: string): Script {
  const { name, dialogue, start, budget, guard } = scenario;
  const { reset } = start;
  return {
    name,
    description: dialogue[0]?.say ?? name,
    scenario: file,
    startUrl: startUrl ?? start.url,
    budget: {
      turns: budget.turns ?? RUN_BUDGET.turns,
      acts: budget.acts ?? RUN_BUDGET.acts,
      seconds: budget.seconds ?? RUN_BUDGET.seconds,
    },
    instructor: () => createScriptInstructor(scenario),
    confirm: guard.confirm,
    ...(start.viewport ? { viewport: start.viewport } : {}),
    ...(reset ? { reset: (signal: AbortSignal) => resetSite(reset, signal) } : {}),
  };
}
