/** Converts a scenario to those fields of a session plan that the scenario determines. */
import { formatChoices, resetSite, type Scenario, insertSecrets } from '../dialogue/index.js';
import { createScriptInstructor } from '../instructor/index.js';
import { RUN_BUDGET, type Budget, type ConfirmPolicy, type ConsentWords } from '../policy/index.js';
import type { SentenceModel } from '../rank/index.js';
import { readReplayScript } from '../replay/index.js';
import { readReplaySecrets, type Approve, type HealPolicy, type ReplayPlan } from './replay-plan.js';
import type { SessionPlan } from './run-conversation.js';
import { createScenarioSetup } from './scenario-setup.js';

/** The dialogue of a session, and the session settings that come from the scenario. */
export type SessionScript = Pick<
  SessionPlan,
  | 'name'
  | 'description'
  | 'scenario'
  | 'startUrl'
  | 'budget'
  | 'instructor'
  | 'setup'
  | 'notes'
  | 'replay'
  | 'resetRequest'
> & {
  confirm?: ConfirmPolicy;
  confirmWords?: ConsentWords;
  reset?: (signal: AbortSignal) => Promise<void>;
  /** The scenario if there is one. A model may have to judge some of its checks. */
  judgedScenario?: Scenario;
  /** Whether to block public hosts that no flag allows. */
  blockUnlistedHosts?: boolean;
};

export interface SessionScriptOptions {
  /** Replaces the scenario's own start URL. */
  startUrl?: string | undefined;
  /** Required if the scenario compares sentences (`createSentenceModelPlan`). */
  sentenceModel?: SentenceModel | null;
  /** Limits for a scenario that does not set its own. */
  budget?: Partial<Budget>;
  /** Overrides the scenario's `heal`. */
  heal?: HealPolicy | undefined;
  approve?: Approve | undefined;
  env?: NodeJS.ProcessEnv;
}

/** @throws ParleyError `usage` for an invalid session setting in the scenario */
export function createScenarioScript(
  file: string,
  scenario: Scenario,
  {
    startUrl = scenario.start.url,
    sentenceModel: sentences,
    budget: defaultBudget,
    heal,
    approve,
    env = process.env,
  }: SessionScriptOptions = {},
): SessionScript {
  const { name, dialogue, start, budget, guard } = scenario;
  const replay = createReplayPlan(scenario, heal, approve);
  const scenarioSetup = createScenarioSetup(scenario, startUrl, env);
  // The recording may contain masked passwords that the scenario does not list as secrets.
  const recordedSecrets = replay ? readReplaySecrets(replay.script, env, true) : [];
  const setup = {
    ...scenarioSetup,
    secrets: new Map([...recordedSecrets, ...scenarioSetup.secrets]),
  };
  const { secrets } = setup;
  const choices = formatChoices(scenario);
  const reset = start.reset && insertSecrets(start.reset, secrets);
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
      turns: budget.turns ?? defaultBudget?.turns ?? RUN_BUDGET.turns,
      actions: budget.actions ?? defaultBudget?.actions ?? RUN_BUDGET.actions,
      seconds: budget.seconds ?? defaultBudget?.seconds ?? RUN_BUDGET.seconds,
    },
    replay,
    judgedScenario: scenario,
    instructor: (_folder, _spending, modelJudge) =>
      createScriptInstructor(scenario, { judge: { secrets, modelJudge }, compare: sentences?.compare }),
    confirm: guard.confirm,
    ...(guard.words ? { confirmWords: guard.words } : {}),
    ...(reset
      ? {
          reset: (signal: AbortSignal) => resetSite(reset, signal),
          resetRequest: { post: reset.post, ...(reset.json === undefined ? {} : { json: reset.json }) },
        }
      : {}),
  };
}

/** @throws ParleyError `usage` if the recorded session cannot be read */
function createReplayPlan(
  { replay }: Scenario,
  heal: HealPolicy | undefined,
  approve: Approve | undefined,
): ReplayPlan | null {
  if (replay === undefined) return null;
  const settings = typeof replay === 'string' ? { session: replay } : replay;
  return { script: readReplayScript(settings.session), heal: heal ?? settings.heal ?? 'allow', approve };
}
