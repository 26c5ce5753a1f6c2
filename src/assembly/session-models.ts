/** Chooses a session's models: one for the navigator and one for `judge` checks. */
import { ParleyError } from '../contract/index.js';
import { findJudgeChecks, type Scenario } from '../dialogue/index.js';
import { formatKeyPath } from '../yaml/index.js';
import { createModelPlan, omitModelFlags, type ModelPlan } from './model-plan.js';
import { runsWithoutModel } from './step-options.js';
import { createNavigatorPlan, type NavigatorFlags, type NavigatorPlan } from './navigator-plan.js';

export interface JudgeFlags {
  /** The model for `judge` checks; by default, the navigator's model. */
  judgeModel?: string | undefined;
}

export interface JudgePlan extends ModelPlan {
  /** The flag that chose the model, for errors. */
  flag: string;
}

export interface SessionModels {
  navigator: NavigatorPlan;
  /** The model for `judge` checks; null if the scenario has no such checks. */
  judge: JudgePlan | null;
}

type JudgedScenario = Pick<Scenario, 'dialogue' | 'finally' | 'judge_model'>;

/**
 * Chooses both models. All model flags except the model's name apply to both. If the navigator does not use a model,
 * they apply only to the judge's model.
 *
 * @param scenario null if the session runs a task without a scenario
 * @throws ParleyError `usage` for the first invalid value, or if the judge has no model
 */
export async function createSessionModels(
  flags: NavigatorFlags & JudgeFlags,
  scenario: JudgedScenario | null,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<SessionModels> {
  const [firstCheckPath] = scenario ? findJudgeChecks(scenario) : [];
  if (!firstCheckPath) return { navigator: await createNavigatorPlan(flags, env, signal), judge: null };
  const explicitJudgeModelName = (flags.judgeModel ?? scenario!.judge_model)?.trim();
  const judgeModelName = explicitJudgeModelName || flags.model?.trim();
  if (!judgeModelName)
    throw new ParleyError(
      'usage',
      `${formatKeyPath(firstCheckPath)} needs a language model that accepts images.`,
      'Choose one with --judge-model or --model, or as judge_model in the scenario or in parley.config.yaml.',
      { option: 'judge-model' },
    );
  const plan = (await createModelPlan({ ...flags, model: judgeModelName }, env, signal))!;
  const navigatorName = flags.navigator?.trim();
  const usesNoModel =
    navigatorName === 'direct' ||
    !(navigatorName || flags.model?.trim()) ||
    runsWithoutModel(navigatorName ?? '');
  const navigator = await createNavigatorPlan(usesNoModel ? omitModelFlags(flags) : flags, env, signal);
  return { navigator, judge: { ...plan, flag: explicitJudgeModelName ? 'judge-model' : 'model' } };
}
