/** Opens the navigator of one session, with its model if it uses one. */
import { randomBytes } from 'node:crypto';

import type { Navigator, Verdict } from '../contract/index.js';
import type { PromptEntry } from '../demonstration/index.js';
import type { Spending } from '../instructor/index.js';
import {
  createChatNavigator,
  createDirectNavigator,
  createWeblinxNavigator,
  createWebvoyagerNavigator,
} from '../navigator/index.js';
import type { ReplayTurn } from '../prompt/index.js';
import type { Redactor } from '../secrets/index.js';
import { openModelSession, type ModelSession } from './model-session.js';
import type { NavigatorPlan } from './navigator-plan.js';

export interface OpenedNavigator {
  navigator: Navigator;
  /** Null without a model. */
  spending(): Spending | null;
  review(verdict: Verdict): Verdict;
  /** @returns closing remarks for the user, one per line */
  close(passed: boolean): Promise<string[]>;
}

export interface NavigatorParts {
  redactor: Redactor;
  /** The turns recorded so far, as in `replay.json`. */
  replay(): readonly ReplayTurn[];
  /** A ranker of the WebLINX paper is in use. */
  paperRanker: boolean;
  /** The time zone that pages see; this machine's if undefined. */
  timezone: string | undefined;
  /** The time that pages see; the current time if undefined. */
  now?: Date | undefined;
  signal: AbortSignal;
  /** Called with every request and its answer. @throws ParleyError if it cannot be recorded */
  recordPrompt(prompt: PromptEntry): void;
  onPhase(phase: string): void;
  /** Called when a model call has to wait; the sentence says why and how long. */
  onWait(sentence: string): void;
}

const SEED_BYTES = 16;

type ModelNavigatorPlan = Exclude<NavigatorPlan, { kind: 'direct' }>;

/** @throws ParleyError `usage` if the cassette is missing or broken, or the model lacks what the navigator needs */
export async function openNavigator(plan: NavigatorPlan, parts: NavigatorParts): Promise<OpenedNavigator> {
  if (plan.kind === 'direct')
    return {
      navigator: createDirectNavigator(() => toNoon(formatDay(parts.timezone, parts.now))),
      spending: () => null,
      review: (verdict) => verdict,
      close: async () => [],
    };
  const tokenizer = plan.kind === 'weblinx' && plan.tokenizer.exact ? plan.tokenizer : null;
  const session = openModelSession(plan.model, {
    redactor: parts.redactor,
    env: process.env,
    recordPrompt: parts.recordPrompt,
    ...(tokenizer ? { tokenizer: (text: string) => tokenizer.count(text) } : {}),
  });
  try {
    const { spending, review, close } = session;
    // A model that accepts no pictures is refused before the browser starts.
    if (plan.kind === 'webvoyager' && plan.variant.mode === 'multimodal')
      await session.model.acceptsImages(parts.signal);
    return { navigator: createModelNavigator(plan, session, parts), spending, review, close };
  } catch (error) {
    await session.close(false);
    throw error;
  }
}

function createModelNavigator(
  plan: ModelNavigatorPlan,
  session: ModelSession,
  parts: NavigatorParts,
): Navigator {
  const { model } = session;
  const { replay, paperRanker, redactor, onPhase } = parts;
  // The sentence may quote the server.
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
  const { recordedHeader } = session;
  const seed = plan.seed ?? recordedHeader?.seed ?? randomBytes(SEED_BYTES).toString('hex');
  const today = recordedHeader?.today ?? formatDay(parts.timezone, parts.now);
  session.setCassetteHeader({ seed, today });
  const shared = { model, seed, today, onPhase, onWait };
  if (plan.kind === 'webvoyager') {
    const { variant, keptObservations, maxIterations } = plan;
    return createWebvoyagerNavigator({ ...shared, variant, keptObservations, maxIterations });
  }
  const { pictures, pageTokens } = plan;
  return createChatNavigator({ ...shared, pictures, pageTokens });
}

/** `2026-11-21`, in the time zone that pages see. */
export function formatDay(timeZone: string | undefined, now: Date | undefined): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now ?? new Date());
}

/** Returns noon of a day in local time. In every time zone, every day has a noon. */
function toNoon(day: string): Date {
  return new Date(`${day}T12:00:00`);
}
