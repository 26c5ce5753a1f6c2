/** Opens the navigator of one session, with its model if it uses one. */
import {
  type ModelTotals,
  type Navigator,
  ParleyError,
  type ConsentReviewer,
  type Verdict,
} from '../contract/index.js';
import type { PromptEntry } from '../demonstration/index.js';
import { createKeyboard, type Keyboard, type Spending } from '../instructor/index.js';
import { findPrice, type Model } from '../llm/index.js';
import {
  createChatNavigator,
  createDirectNavigator,
  createWeblinxNavigator,
  createWebvoyagerNavigator,
} from '../navigator/index.js';
import type { ReplayTurn } from '../prompt/index.js';
import type { Redactor } from '../secrets/index.js';
import { createConsentReviewer } from './consent-reviewer.js';
import { assertAcceptsImages } from './judge-model.js';
import { openModelSession, type ModelSession } from './model-session.js';
import { findModelPlan, type NavigatorPlan } from './navigator-plan.js';
import { openStepNavigator } from './open-step-navigator.js';
import { chooseSeedAndDay, formatDay } from './seed-and-day.js';
import type { JudgePlan } from './session-models.js';

export interface OpenedNavigator {
  navigator: Navigator;
  /**
   * Returns the same navigator with another model on the same server. @throws ParleyError `usage` if the navigator does
   * not support this
   */
  withModel(model: string): Navigator;
  /** The model for `judge` checks; null if there are none. */
  judgeModel: Model | null;
  /**
   * Asks the navigator's model whether a line requests an irreversible action; null if the model cannot answer that.
   */
  consentReviewer: ConsentReviewer | null;
  /** Returns what the model has cost; null without a model. */
  getSpending(): Spending | null;
  /** Returns the totals of the judge's calls; null if there were none. */
  getJudgeTotals(): ModelTotals | null;
  adjustVerdict(verdict: Verdict): Verdict;
  /** @returns messages for the user at the end, one per line */
  close(hasPassed: boolean): Promise<string[]>;
}

export interface NavigatorParts {
  redactor: Redactor;
  /** The turns recorded so far, as in `replay.json`. */
  listRecordedTurns(): readonly ReplayTurn[];
  /** Whether one of the WebLINX paper's rankers is used. */
  usesPaperRanker: boolean;
  /** The time zone that pages see; the machine's if undefined. */
  timezone: string | undefined;
  /** The time that pages see; the current time if undefined. */
  now?: Date | undefined;
  signal: AbortSignal;
  /** Called with every request and its answer. @throws ParleyError if they cannot be recorded */
  recordPrompt(prompt: PromptEntry): void;
  onPhase(phase: string): void;
  /** Called when a model call has to wait; the message says why and how long. */
  onWait(message: string): void;
  /** The model for `judge` checks. */
  judge?: JudgePlan | null;
  /** Asks a person for the actions of `step:keyboard`. If undefined, the actions are read from standard input. */
  readAction?: Keyboard['readAction'] | undefined;
}

type ModelNavigatorPlan = Exclude<NavigatorPlan, { kind: 'direct' | 'step' }>;

/**
 * @throws ParleyError `usage` if the cassette is missing or broken, or if a model lacks what the navigator or the judge
 *   needs
 */
export async function openNavigator(plan: NavigatorPlan, parts: NavigatorParts): Promise<OpenedNavigator> {
  const { judge = null } = parts;
  const navigatorModel = findModelPlan(plan);
  const modelPlan = navigatorModel ?? judge;
  const keyboard = openKeyboard(plan, parts);
  if (!modelPlan)
    return {
      navigator: createNavigator(plan, null, { ...parts, readAction: keyboard.readAction }),
      withModel: refuseModel,
      judgeModel: null,
      consentReviewer: null,
      getSpending: () => null,
      getJudgeTotals: () => null,
      adjustVerdict: (verdict) => verdict,
      close: async () => {
        keyboard.close();
        return [];
      },
    };
  const tokenizer = plan.kind === 'weblinx' && plan.tokenizer.exact ? plan.tokenizer : null;
  const session = openModelSession(modelPlan, {
    redactor: parts.redactor,
    env: process.env,
    recordPrompt: parts.recordPrompt,
    ...(tokenizer ? { tokenizer: (text: string) => tokenizer.count(text) } : {}),
  });
  try {
    const { getSpending, getJudgeTotals, adjustVerdict } = session;
    const judgeModel = judge && session.openModel(judge.settings);
    if (judge && judgeModel) await assertAcceptsImages(judgeModel, parts.signal, judge.flag);
    // Rejects a model that does not accept images before the browser starts.
    if (plan.kind === 'webvoyager' && plan.variant.mode === 'multimodal')
      await session.model.acceptsImages(parts.signal);
    return {
      navigator: createNavigator(plan, session, { ...parts, readAction: keyboard.readAction }),
      withModel: (name) => replaceModel(name, plan, session, parts),
      judgeModel,
      // Models trained for WebLINX write nothing but actions.
      consentReviewer:
        navigatorModel === null || plan.kind === 'weblinx'
          ? null
          : createConsentReviewer({
              model: session.model,
              onPhase: parts.onPhase,
              onWait: (message) => parts.onWait(parts.redactor.text(message)),
            }),
      getSpending: navigatorModel === null ? () => null : getSpending,
      getJudgeTotals,
      adjustVerdict,
      close(hasPassed) {
        keyboard.close();
        return session.close(hasPassed);
      },
    };
  } catch (error) {
    await session.close(false);
    throw error;
  }
}

/** Reads actions from standard input only if the navigator is `step:keyboard`. Others must not consume the input. */
function openKeyboard(plan: NavigatorPlan, { readAction }: NavigatorParts): Keyboard {
  const needsKeyboard = plan.kind === 'step' && plan.mode.type === 'keyboard' && readAction === undefined;
  return needsKeyboard
    ? createKeyboard(process.stdin, process.stderr)
    : { readAction: readAction ?? (() => Promise.resolve(null)), close: () => undefined };
}

type PartsWithKeyboard = NavigatorParts & Pick<Keyboard, 'readAction'>;

function refuseModel(): never {
  throw new ParleyError(
    'usage',
    'This navigator cannot change its model.',
    'Type /retry without a model, or start a chat with --navigator chat --model ….',
  );
}

/**
 * @throws ParleyError `usage` if the navigator cannot change its model, or a budget in US dollars could not be enforced
 */
function replaceModel(
  name: string,
  plan: NavigatorPlan,
  session: ModelSession,
  parts: NavigatorParts,
): Navigator {
  // WebLINX models have their own tokenizers and templates, and `step` binds models to policies.
  if (plan.kind === 'direct' || plan.kind === 'weblinx' || plan.kind === 'step') return refuseModel();
  const { settings, budget } = plan.model;
  const hasUsdBudget = (budget.sessionUsd ?? budget.callUsd) !== undefined;
  if (name !== settings.model && hasUsdBudget && !findPrice(name, settings.baseUrl))
    throw new ParleyError(
      'usage',
      `The price of “${name}” is unknown, so the budget in US dollars cannot be enforced.`,
      'Use a model whose price is known, or a budget in tokens.',
    );
  // A price given by the user applies only to the original model.
  const model =
    name === settings.model ? session.model : session.openModel({ ...settings, model: name, price: null });
  return createModelNavigator(plan, { ...session, model }, parts);
}

function createNavigator(
  plan: NavigatorPlan,
  session: ModelSession | null,
  parts: PartsWithKeyboard,
): Navigator {
  if (plan.kind === 'direct')
    return createDirectNavigator(() => toNoon(formatDay(parts.timezone, parts.now)));
  if (plan.kind === 'step') return openStepNavigator(plan, session, parts);
  return createModelNavigator(plan, session!, parts);
}

function createModelNavigator(
  plan: ModelNavigatorPlan,
  session: ModelSession,
  parts: NavigatorParts,
): Navigator {
  const { model } = session;
  const { listRecordedTurns, usesPaperRanker, redactor, onPhase } = parts;
  // The message may quote the server, so it is redacted.
  const onWait = (message: string): void => parts.onWait(redactor.text(message));
  if (plan.kind === 'weblinx') {
    const { family, shape, tokenizer, template, topK } = plan;
    return createWeblinxNavigator({
      model,
      family,
      ...(shape === undefined ? {} : { shape }),
      ...(topK === undefined ? {} : { topK }),
      tokenizer,
      template,
      listRecordedTurns,
      isPaperRanker: usesPaperRanker,
      onPhase,
      onWait,
    });
  }
  const sharedParts = { model, ...chooseSeedAndDay(plan.seed, session, parts), onPhase, onWait };
  if (plan.kind === 'webvoyager') {
    const { variant, keptObservations, maxIterations } = plan;
    return createWebvoyagerNavigator({
      ...sharedParts,
      variant,
      keptObservationCount: keptObservations,
      maxIterations,
    });
  }
  const { pictures, pageTokens } = plan;
  return createChatNavigator({ ...sharedParts, screenshotUse: pictures, pageTokens });
}

/** Returns noon of a day in local time. Noon exists on every day in every time zone, unlike midnight. */
function toNoon(day: string): Date {
  return new Date(`${day}T12:00:00`);
}
