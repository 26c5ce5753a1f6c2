/** Opens the `step` navigator, whose actions come from a model, a person or a recording. */
import type { Navigator } from '../contract/index.js';
import type { Keyboard } from '../instructor/index.js';
import type { Model } from '../llm/index.js';
import { createStepNavigator, type StepNavigatorParts } from '../navigator/index.js';
import type { Redactor } from '../secrets/index.js';
import type { ModelPlan } from './model-plan.js';
import type { ModelSession } from './model-session.js';
import type { NavigatorPlan } from './navigator-plan.js';
import { chooseSeedAndDay, type SessionClock } from './seed-and-day.js';

type StepPlan = Extract<NavigatorPlan, { kind: 'step' }>;

export interface StepSessionParts extends SessionClock, Pick<Keyboard, 'readAction'> {
  redactor: Redactor;
  onPhase(phase: string): void;
  /** Called when a model call has to wait. */
  onWait(message: string): void;
}

/** @param session null if a person or a recording supplies the actions */
export function openStepNavigator(
  plan: StepPlan,
  session: ModelSession | null,
  parts: StepSessionParts,
): Navigator {
  const { library, mode, compat, rootPolicy: root, policyVariables: siteUrls } = plan;
  const { redactor, onPhase } = parts;
  return createStepNavigator({
    library,
    mode,
    compat,
    root,
    siteUrls,
    answers: createAnswerSource(plan, session, parts),
    redactor,
    ...chooseSeedAndDay(plan.seed, session, parts),
    onPhase,
    // The message may quote the server, so it is redacted.
    onWait: (message) => parts.onWait(redactor.text(message)),
  });
}

function createAnswerSource(
  { mode, model, playback, promptMode, noCot, maxPromptTokens, samples, vote }: StepPlan,
  session: ModelSession | null,
  { readAction }: Pick<Keyboard, 'readAction'>,
): StepNavigatorParts['answers'] {
  if (mode.type === 'keyboard') return { type: 'keyboard', readAction };
  if (mode.type === 'playback') return { type: 'playback', steps: playback };
  return {
    type: 'model',
    model: session!.model,
    openModel: createModelOpener(model!, session!),
    style: { mode: promptMode, noCot },
    maxPromptTokens,
    sampleCount: samples,
    vote,
  };
}

/** Returns a function that opens the model of a policy, each model once. They are on the session model's server. */
function createModelOpener({ settings }: ModelPlan, session: ModelSession): (name: string) => Model {
  const openModels = new Map<string, Model>([[settings.model, session.model]]);
  return (name) => {
    const openModel = openModels.get(name);
    if (openModel) return openModel;
    // The given price and context size are those of the session's model, so they are left out.
    const model = session.openModel({ ...settings, model: name, price: null, contextTokens: null });
    openModels.set(name, model);
    return model;
  };
}
