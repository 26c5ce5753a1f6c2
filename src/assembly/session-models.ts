/** Chooses the models of a session: that of the navigator, and that of the checks that a model judges. */
import { ParleyError } from '../contract/index.js';
import { findJudgeChecks, type Scenario } from '../dialogue/index.js';
import { formatKeyPath } from '../yaml/index.js';
import { createModelPlan, withoutModelFlags, type ModelPlan } from './model-plan.js';
import { isStepWithoutModel } from './step-options.js';
import { createNavigatorPlan, type NavigatorFlags, type NavigatorPlan } from './navigator-plan.js';

export interface JudgeFlags {
  /** The model of checks with `judge`; the navigator's if absent. */
  judgeModel?: string | undefined;
}

export interface JudgePlan extends ModelPlan {
  /** The flag that named the model, for errors. */
  flag: string;
}

export interface SessionModels {
  navigator: NavigatorPlan;
  /** Null if the scenario has no check that a model judges. */
  judge: JudgePlan | null;
}

type JudgedScenario = Pick<Scenario, 'dialogue' | 'finally' | 'judge_model'>;

/**
 * All flags of the model but its name apply to both models. With a navigator that uses none they apply to the judge.
 *
 * @param scenario null for a task
 * @throws ParleyError `usage` for the first invalid value, and if there is no model for the judge
 */
export async function createSessionModels(
  flags: NavigatorFlags & JudgeFlags,
  scenario: JudgedScenario | null,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<SessionModels> {
  const [firstCheck] = scenario ? findJudgeChecks(scenario) : [];
  if (!firstCheck) return { navigator: await createNavigatorPlan(flags, env, signal), judge: null };
  const own = (flags.judgeModel ?? scenario!.judge_model)?.trim();
  const model = own || flags.model?.trim();
  if (!model)
    throw new ParleyError(
      'usage',
      `${formatKeyPath(firstCheck)} needs a language model that accepts images.`,
      'Name one with --judge-model or --model, or as judge_model in the scenario or in parley.config.yaml.',
      { option: 'judge-model' },
    );
  const plan = (await createModelPlan({ ...flags, model }, env, signal))!;
  const named = flags.navigator?.trim();
  const isDirect = named === 'direct' || !(named || flags.model?.trim()) || isStepWithoutModel(named ?? '');
  const navigator = await createNavigatorPlan(isDirect ? withoutModelFlags(flags) : flags, env, signal);
  return { navigator, judge: { ...plan, flag: own ? 'judge-model' : 'model' } };
}
