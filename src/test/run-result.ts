/** Summarises one run of a scenario for the reporters. */
import { relative } from 'node:path';

import { formatAction } from '../action/index.js';
import type { SessionEvent } from '../contract/index.js';
import type { ConversationRun } from './test-conversation.js';
import type { RunResult } from './result-format.js';
import { shorten } from './step-titles.js';

const MAX_TURN_LENGTH = 160;

export function createRunResult(run: ConversationRun, seed: number | null, retries: number): RunResult {
  const { verdict, turns, actions, seconds, model, judge, replay, demonstration, events } = run;
  return {
    verdict: verdict.kind,
    reason: verdict.reason,
    turns,
    actions,
    tokens: (model?.promptTokens ?? 0) + (model?.answerTokens ?? 0),
    usd: model ? model.cost : 0,
    ...(judge && {
      judge: { calls: judge.calls, tokens: judge.promptTokens + judge.answerTokens, usd: judge.cost },
    }),
    ...(replay && {
      replay: { replayed: replay.replayed, healed: replay.healed, changes: replay.changes },
    }),
    seconds,
    seed,
    transcript: events.map(formatTurnEvent).filter((text) => text !== null),
    retries,
    demonstration: demonstration && relative(process.cwd(), demonstration),
  };
}

function formatTurnEvent(event: SessionEvent): string | null {
  if (event.type === 'say') return shorten(`${event.speaker}: ${event.text}`, MAX_TURN_LENGTH);
  if (event.type === 'action')
    return shorten(
      `${formatAction(event.action, event.target, event.drop)} (${event.outcome.status})`,
      MAX_TURN_LENGTH,
    );
  return null;
}
