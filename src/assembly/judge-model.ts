/** Opens the model of `parley judge` on the first call, and rejects a model that does not accept images. */
import type { Verdict } from '../contract/index.js';
import { createVisionError } from '../judge/index.js';
import type { Model } from '../llm/index.js';
import { registerEnvironmentSecrets, createRedactor } from '../secrets/index.js';
import type { ModelPlan } from './model-plan.js';
import { openModelSession, type ModelSession } from './model-session.js';

export interface JudgeModel {
  /** @throws ParleyError `usage` if the cassette is missing, or if the model is known not to accept images */
  getModel(signal: AbortSignal): Promise<Model>;
  /** Returns the verdict of the run. With --cassette-strict, the run fails if recorded answers were left unused. */
  getVerdict(): Verdict;
  /** @returns messages for the user at the end, one per line */
  close(hasPassed: boolean): Promise<string[]>;
}

export function openJudgeModel(plan: ModelPlan, env: NodeJS.ProcessEnv): JudgeModel {
  let opening: Promise<Model> | null = null;
  let session: ModelSession | null = null;
  const open = async (signal: AbortSignal): Promise<Model> => {
    const redactor = createRedactor();
    registerEnvironmentSecrets(redactor, env);
    session = openModelSession(plan, { redactor, env, recordPrompt: () => undefined });
    await assertAcceptsImages(session.model, signal);
    return session.model;
  };
  return {
    getModel: (signal) => (opening ??= open(signal)),
    getVerdict: () => session?.adjustVerdict(DONE_VERDICT) ?? DONE_VERDICT,
    close: async (hasPassed) => (await session?.close(hasPassed)) ?? [],
  };
}

const DONE_VERDICT: Verdict = { kind: 'done', reason: 'Every task has a verdict.' };

/**
 * Asks the server about the model, without calling it.
 *
 * @throws ParleyError `usage` if the model does not accept images
 */
export async function assertAcceptsImages(model: Model, signal: AbortSignal, flag?: string): Promise<void> {
  if ((await model.acceptsImages(signal)) === false)
    throw createVisionError(`“${model.settings.model}” does not accept images.`, flag);
}
