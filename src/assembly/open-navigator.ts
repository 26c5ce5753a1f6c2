/** The navigator of one session, and the model that it asks, where it asks one. */
import { randomBytes } from 'node:crypto';

import type { Navigator, Verdict } from '../contract/index.js';
import type { AskedPrompt } from '../demonstration/index.js';
import type { Spending } from '../instructor/index.js';
import { createChatNavigator, createDirectNavigator, createWeblinxNavigator } from '../navigator/index.js';
import type { ReplayTurn } from '../prompt/index.js';
import type { Redactor } from '../secrets/index.js';
import { openModelSession, type ModelSession } from './model-session.js';
import type { NavigatorPlan } from './navigator-plan.js';

export interface OpenNavigator {
  navigator: Navigator;
  /** Null where there is no model. */
  spending(): Spending | null;
  review(verdict: Verdict): Verdict;
  /** @returns what there is to tell, a line each */
  close(passed: boolean): Promise<string[]>;
}

export interface NavigatorParts {
  redactor: Redactor;
  /** The turns so far, as they stand in `replay.json`. */
  replay(): readonly ReplayTurn[];
  /** One of the paper's rankers orders the elements. */
  paperRanker: boolean;
  /** Where pages believe to be; without it where this machine is. */
  timezone: string | undefined;
  /** What time it is on the pages; without it what it is here. */
  now?: Date | undefined;
  /** Something was asked of the model. @throws Problem where it cannot be kept */
  onAsked(asked: AskedPrompt): void;
  onPhase(phase: string): void;
  /** The model keeps everybody waiting: why, and how long. */
  onWait(sentence: string): void;
}

const SEED_BYTES = 16;

type ModelNavigatorPlan = Exclude<NavigatorPlan, { kind: 'direct' }>;

/** @throws Problem `usage` for a cassette that is missing or broken */
export async function openNavigator(plan: NavigatorPlan, parts: NavigatorParts): Promise<OpenNavigator> {
  if (plan.kind === 'direct')
    return {
      navigator: createDirectNavigator(() => noonOf(dayIn(parts.timezone, parts.now))),
      spending: () => null,
      review: (verdict) => verdict,
      close: async () => [],
    };
  const tokenizer = plan.kind === 'weblinx' && plan.tokenizer.exact ? plan.tokenizer : null;
  const session = openModelSession(plan.model, {
    redactor: parts.redactor,
    env: process.env,
    onAsked: parts.onAsked,
    ...(tokenizer ? { tokenizer: (text: string) => tokenizer.count(text) } : {}),
  });
  try {
    const { spending, review, close } = session;
    return { navigator: navigatorOf(plan, session, parts), spending, review, close };
  } catch (error) {
    await session.close(false);
    throw error;
  }
}

function navigatorOf(plan: ModelNavigatorPlan, session: ModelSession, parts: NavigatorParts): Navigator {
  const { model } = session;
  const { replay, paperRanker, redactor, onPhase } = parts;
  // Servers' own words may stand in it.
  const onWait = (sentence: string): void => parts.onWait(redactor.text(sentence));
  if (plan.kind === 'weblinx') {
    const { family, shape, tokenizer, template, topK } = plan;
    return createWeblinxNavigator({
      model,
      family,
      ...(shape === undefined ? {} : { shape }),
      ...(topK === undefined ? {} : { topK }),
      tokenizer,
      template,
      replay,
      paperRanker,
      onPhase,
      onWait,
    });
  }
  const { recorded } = session;
  const seed = plan.seed ?? recorded?.seed ?? randomBytes(SEED_BYTES).toString('hex');
  const today = recorded?.today ?? dayIn(parts.timezone, parts.now);
  session.begin({ seed, today });
  return createChatNavigator({ model, seed, pictures: plan.pictures, today, onPhase, onWait });
}

/** `2026-11-21`, by the clock that pages go by. */
export function dayIn(timeZone: string | undefined, now: Date | undefined): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now ?? new Date());
}

/** That day on the clock here, at an hour that every zone has each day. */
function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00`);
}
