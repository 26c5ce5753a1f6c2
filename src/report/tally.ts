/** Keeps a session's running totals and the events at which it went wrong. Pure. */
import type { SessionEvent } from '../contract/index.js';
import { describeOutcomeState, getOutcomeState } from './effects.js';
import type { ReportPhrases, SayEvent } from './phrases.js';

export interface Problem {
  /** Id of the element in the report. */
  anchor: string;
  /** `Turn 7`, `Check failed` */
  title: string;
  text: string;
  /** Whether the problem failed the session; false if the navigator continued. */
  isDecisive: boolean;
}

/** An instructor's line and the navigator's last response to it. */
export interface TalliedLine {
  turn: number;
  text: string;
  response: 'answer' | 'report' | 'ask' | 'unfinished' | null;
}

export interface CheckTally {
  passed: number;
  failed: number;
  /** Soft checks that failed, and checks that could not be decided. */
  notCounted: number;
}

export interface Tally {
  turns: number;
  actions: number;
  /** Time of the latest event, in seconds since the start. */
  seconds: number;
  checks: CheckTally;
  problems: Problem[];
  instructorLines: TalliedLine[];
  consents: { requested: number; given: number };
  /** Names of the models that decided, in order of appearance. */
  models: string[];
  /** Sums over decisions; null until a model decided. The `end` event has exact totals. */
  usage: ModelSums | null;
}

export interface ModelSums {
  calls: number;
  promptTokens: number;
  answerTokens: number;
  cachedTokens: number;
  cost: number | null;
}

export const createTally = (): Tally => ({
  turns: 0,
  actions: 0,
  seconds: 0,
  checks: { passed: 0, failed: 0, notCounted: 0 },
  problems: [],
  instructorLines: [],
  consents: { requested: 0, given: 0 },
  models: [],
  usage: null,
});

const MAX_PROBLEM_LENGTH = 300;

/** Adds an event to the totals. */
export function countEvent(tally: Tally, event: SessionEvent, phrases: ReportPhrases): void {
  tally.seconds = event.t;
  switch (event.type) {
    case 'say':
      tally.turns = event.turn + 1;
      addUtterance(tally, event);
      if (event.kind === 'unfinished')
        addProblem(tally, `turn-${event.turn}`, `Turn ${event.turn}`, event.text, false);
      break;
    case 'action': {
      tally.turns = event.turn + 1;
      tally.actions += 1;
      if (getOutcomeState(event.outcome) !== 'ok')
        addProblem(
          tally,
          `turn-${event.turn}`,
          `Turn ${event.turn}`,
          `${phrases.describeAction(event)}: ${describeOutcomeState(event.outcome)}`,
          false,
        );
      if (event.consent) {
        tally.consents.requested += 1;
        if (event.consent.given) tally.consents.given += 1;
      }
      break;
    }
    case 'check': {
      const { pass, soft, unknown, label } = event.result;
      if (pass) tally.checks.passed += 1;
      else if (soft || unknown) tally.checks.notCounted += 1;
      else tally.checks.failed += 1;
      if (!pass)
        addProblem(
          tally,
          `event-${event.seq}`,
          unknown ? 'Check undecided' : soft ? 'Check failed (not counted)' : 'Check failed',
          label,
          !soft && !unknown,
        );
      break;
    }
    case 'end':
      if (event.verdict !== 'done' && tally.turns > 0 && !tally.problems.some(({ isDecisive }) => isDecisive))
        addProblem(
          tally,
          `turn-${tally.turns - 1}`,
          `Turn ${tally.turns - 1}`,
          'the session ended after this turn',
          true,
        );
      break;
    case 'session':
    case 'page':
    case 'note':
      break;
  }
  if ('evidence' in event && event.evidence?.model) addUsage(tally, event.evidence.model);
}

function addUtterance({ instructorLines }: Tally, { turn, speaker, text, kind }: SayEvent): void {
  if (speaker === 'instructor') instructorLines.push({ turn, text: toShortLine(text), response: null });
  else if (kind !== undefined && kind !== 'ack' && instructorLines.length > 0)
    instructorLines.at(-1)!.response = kind;
}

const toShortLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, MAX_PROBLEM_LENGTH);

function addProblem(tally: Tally, anchor: string, title: string, text: string, isDecisive: boolean): void {
  tally.problems.push({ anchor, title, text: toShortLine(text), isDecisive });
}

function addUsage(tally: Tally, model: ModelSums & { name: string }): void {
  if (!tally.models.includes(model.name)) tally.models.push(model.name);
  const sum = tally.usage ?? { calls: 0, promptTokens: 0, answerTokens: 0, cachedTokens: 0, cost: 0 };
  tally.usage = {
    calls: sum.calls + model.calls,
    promptTokens: sum.promptTokens + model.promptTokens,
    answerTokens: sum.answerTokens + model.answerTokens,
    cachedTokens: sum.cachedTokens + model.cachedTokens,
    cost: sum.cost === null || model.cost === null ? null : sum.cost + model.cost,
  };
}
