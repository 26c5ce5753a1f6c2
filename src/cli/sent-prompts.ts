/** Finds the prompts of the decision that produced a turn. */
import { ParleyError, type SessionEvent } from '../contract/index.js';
import {
  type Demonstration,
  readDemonstration,
  readPrompts,
  readSession,
  type RecordedPrompt,
} from '../demonstration/index.js';
import { JUDGE_PURPOSE } from '../judge/index.js';

type TurnEvent = Extract<SessionEvent, { type: 'say' | 'action' }>;

export interface SentPrompts {
  /** Name of the navigator: `chat`, `webvoyager[:text]` or `step[:mode]`. */
  navigator: string;
  turn: number;
  turnCount: number;
  /** The turn's event; null if the turn has not been recorded. */
  event: TurnEvent | null;
  /** All requests of the decision, including those for lookups and retries. */
  calls: [RecordedPrompt, ...RecordedPrompt[]];
}

/** Returns the session's navigator by its `--navigator` name; null if the navigator uses no model or is unknown. */
export function findRecordedNavigator({ metadata }: Pick<Demonstration, 'metadata'>): string | null {
  const navigator = metadata.parley?.navigator ?? '';
  return (
    /^(chat|webvoyager(?::text)?|step(?::[\w-]+)?)(?= \(|$)/.exec(navigator)?.[1] ??
    /^weblinx(:[\w-]+)?$/.exec(navigator)?.[0] ??
    null
  );
}

/** Whether this navigator's prompts are printed from the record. WebLINX models' prompts are rebuilt instead. */
export const hasRecordedPrompts = (navigator: string): boolean => /^(chat|webvoyager|step)/.test(navigator);

/** @throws ParleyError `usage` if no prompt is recorded for the turn */
export function findSentPrompts(dir: string, turn: number): SentPrompts {
  const demonstration = readDemonstration(dir);
  const navigator = findRecordedNavigator(demonstration);
  // The judge's requests are about the whole run, not about a decision.
  const prompts = readPrompts(dir)?.filter(({ purpose }) => purpose !== JUDGE_PURPOSE) ?? null;
  if (navigator === null || !hasRecordedPrompts(navigator) || prompts === null)
    throw createNoPromptsError(dir, demonstration, prompts !== null);
  const events = readSession(dir).events.filter((event) => event.type === 'say' || event.type === 'action');
  const turnCount = events.length;
  const requestOfDecision = prompts.findLast(
    (prompt) => prompt.turn <= turn && belongsToDecision(events, prompt.turn, turn),
  );
  const [first, ...more] = requestOfDecision
    ? prompts.filter((prompt) => prompt.turn === requestOfDecision.turn)
    : [];
  if (first === undefined) throw createNoPromptForTurnError(turn, events, prompts);
  return { navigator, turn, turnCount, event: events[turn] ?? null, calls: [first, ...more] };
}

/**
 * Whether `turn` belongs to the decision that begins at `firstTurn`. An event with evidence begins a new decision.
 */
function belongsToDecision(events: readonly TurnEvent[], firstTurn: number, turn: number): boolean {
  if (firstTurn === turn) return true;
  const eventsOfDecision = events.slice(firstTurn, turn + 1);
  return (
    eventsOfDecision.length === turn + 1 - firstTurn &&
    eventsOfDecision.every(
      (event, i) => !isInstructorLine(event) && (i === 0 || event.evidence === undefined),
    )
  );
}

const isInstructorLine = (event: TurnEvent): boolean =>
  event.type === 'say' && event.speaker === 'instructor';

function createNoPromptsError(dir: string, { metadata }: Demonstration, hasPrompts: boolean): ParleyError {
  const navigator = metadata.parley?.navigator;
  const next = 'Use --navigator weblinx to print what a WebLINX model would receive.';
  if (navigator === undefined)
    return new ParleyError(
      'usage',
      `“${dir}” has no prompts.jsonl: it comes from the data set, not from a session with a model.`,
      next,
    );
  if (navigator.startsWith('weblinx'))
    return new ParleyError(
      'usage',
      `The navigator of “${dir}” was ${navigator}. Its prompts are not recorded but rebuilt.`,
      'Remove --navigator to print the prompts of that model.',
    );
  const reason = hasRecordedPrompts(navigator)
    ? 'its model was never called, or the prompts were not saved'
    : `its navigator, ${navigator}, uses no model`;
  const problem = hasPrompts ? 'has prompts of another navigator' : 'has no prompts.jsonl';
  return new ParleyError('usage', `“${dir}” ${problem}: ${reason}.`, next);
}

function createNoPromptForTurnError(
  turn: number,
  events: readonly TurnEvent[],
  prompts: readonly RecordedPrompt[],
): ParleyError {
  const event = events[turn];
  const problem =
    turn > events.length
      ? `There is no turn ${turn}: the session has ${events.length} turns, counted from 0.`
      : event === undefined
        ? `Turn ${turn} has not happened yet, and the model was not called for it.`
        : isInstructorLine(event)
          ? `Turn ${turn} is the instructor’s, so the model was not called.`
          : `No model request is recorded for turn ${turn}.`;
  const recordedTurns = [...new Set(prompts.map((prompt) => prompt.turn))];
  return new ParleyError(
    'usage',
    problem,
    `Requests are recorded for ${recordedTurns.length === 1 ? 'turn' : 'turns'} ${formatList(recordedTurns)}.`,
  );
}

const MAX_LISTED = 20;

function formatList(turns: readonly number[]): string {
  const listedTurns = turns.slice(0, MAX_LISTED).join(', ');
  return turns.length > MAX_LISTED ? `${listedTurns} … ${turns.at(-1)}` : listedTurns || 'none';
}
