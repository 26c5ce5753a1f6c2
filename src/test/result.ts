/** A run of a scenario as reporters are told of it. */
import { relative } from 'node:path';

import { formatAct } from '../action/index.js';
import type { SessionEvent } from '../contract/index.js';
import type { Held } from './conversation.js';
import type { RunResult } from './result-format.js';
import { shortened } from './sentences.js';

const LONGEST = 160;

export function runResult(held: Held, seed: number | null, retries: number): RunResult {
  const { verdict, turns, acts, seconds, model, demonstration, events } = held;
  return {
    verdict: verdict.kind,
    reason: verdict.reason,
    turns,
    acts,
    tokens: (model?.promptTokens ?? 0) + (model?.answerTokens ?? 0),
    usd: model ? model.cost : 0,
    seconds,
    seed,
    said: events.map(turnText).filter((text) => text !== null),
    retries,
    demonstration: demonstration && relative(process.cwd(), demonstration),
  };
}

function turnText(event: SessionEvent): string | null {
  if (event.type === 'say') return shortened(`${event.speaker}: ${event.text}`, LONGEST);
  if (event.type === 'action')
    return shortened(
      `${formatAct(event.action, event.target, event.drop)} (${event.outcome.status})`,
      LONGEST,
    );
  return null;
}
