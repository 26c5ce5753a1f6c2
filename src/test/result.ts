/** What a test leaves of its scenario for reporters: one small attachment, and annotations for people. */
import { formatAct } from '../action/index.js';
import type { SessionEvent, VerdictKind } from '../contract/index.js';
import { plainText } from '../instructor/index.js';
import type { Held } from './conversation.js';

/** The tag of scenarios that are known to fail: held and shown, but no failure of the suite. */
export const QUARANTINE = 'quarantine';

/** The attachment's name. */
export const RESULT = 'parley-result.json';

export interface RunResult {
  verdict: VerdictKind;
  reason: string;
  turns: number;
  acts: number;
  /** Of prompts and answers; 0 where no language model was asked. */
  tokens: number;
  /** Dollars; null where the price is unknown. */
  usd: number | null;
  seconds: number;
  seed: number | null;
  /** Each turn in a few words: runs of one scenario can be compared by them. */
  said: string[];
  /** Times that the run was begun anew because of trouble around it (kind `infra`). */
  retries: number;
  /** The record's folder. */
  demonstration: string;
}

export interface ScenarioResult {
  v: 1;
  /** As people write it, from where the tests ran. */
  scenario: string;
  id: string;
  verdict: VerdictKind;
  reason: string;
  /** How many runs had to pass. */
  pass: number;
  runs: RunResult[];
}

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
    demonstration,
  };
}

function turnText(event: SessionEvent): string | null {
  if (event.type === 'say') return shortened(`${event.speaker}: ${event.text}`);
  if (event.type === 'act')
    return shortened(`${formatAct(event.act, event.target, event.drop)} (${event.outcome.status})`);
  return null;
}

function shortened(text: string): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
