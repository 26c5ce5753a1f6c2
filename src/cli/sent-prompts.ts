/** What the model of a session was asked for one decision, found by a turn that the decision led to. */
import { ParleyError, type SessionEvent } from '../contract/index.js';
import {
  type Demonstration,
  readDemonstration,
  readPrompts,
  readSession,
  type RecordedPrompt,
} from '../demonstration/index.js';

type TurnEvent = Extract<SessionEvent, { type: 'say' | 'action' }>;

export interface SentPrompts {
  turn: number;
  turns: number;
  /** Null where it is not, or not yet, on record. */
  deed: TurnEvent | null;
  /** All of the decision: looks, and answers that were asked for again. */
  calls: [RecordedPrompt, ...RecordedPrompt[]];
}

/** Who held a session, as `--navigator` names it; null where that is no navigator with a model, or not known. */
export function heldBy({ metadata }: Pick<Demonstration, 'metadata'>): string | null {
  const navigator = metadata.parley?.navigator ?? '';
  return /^(chat)(?= \(|$)/.exec(navigator)?.[1] ?? /^weblinx(:[\w-]+)?$/.exec(navigator)?.[0] ?? null;
}

/** @throws Problem `usage` where nothing was asked for that turn, or nothing at all */
export function sentPrompts(dir: string, turn: number): SentPrompts {
  const demonstration = readDemonstration(dir);
  const prompts = readPrompts(dir);
  if (heldBy(demonstration) !== 'chat' || prompts === null)
    throw notOnRecord(dir, demonstration, prompts !== null);
  const events = readSession(dir).events.filter((event) => event.type === 'say' || event.type === 'action');
  const turns = events.length;
  const asked = prompts.findLast((one) => one.turn <= turn && ledTo(events, one.turn, turn));
  const [first, ...more] = asked ? prompts.filter((prompt) => prompt.turn === asked.turn) : [];
  if (first === undefined) throw nothingAsked(turn, events, prompts);
  return { turn, turns, deed: events[turn] ?? null, calls: [first, ...more] };
}

/** One decision may fill in a whole form: the acts after its first have no evidence of their own. */
function ledTo(events: readonly TurnEvent[], asked: number, turn: number): boolean {
  if (asked === turn) return true;
  const deeds = events.slice(asked, turn + 1);
  return (
    deeds.length === turn + 1 - asked &&
    deeds.every((deed, i) => !isInstructors(deed) && (i === 0 || deed.evidence === undefined))
  );
}

const isInstructors = (event: TurnEvent): boolean => event.type === 'say' && event.speaker === 'instructor';

function notOnRecord(dir: string, { metadata }: Demonstration, there: boolean): ParleyError {
  const navigator = metadata.parley?.navigator;
  const next = 'For what a model of the paper would be sent use --navigator weblinx.';
  if (navigator === undefined)
    return new ParleyError(
      'usage',
      `“${dir}” has no prompts.jsonl: it is a demonstration of the data set, and was not held by a model.`,
      next,
    );
  if (navigator.startsWith('weblinx'))
    return new ParleyError(
      'usage',
      `“${dir}” was held by ${navigator}, not by chat.`,
      'Leave --navigator out for the prompts of the model that held it.',
    );
  const why = navigator.startsWith('chat')
    ? 'its model was never asked, or what it was asked was not kept'
    : `it was not held by a model but by the navigator ${navigator}`;
  const what = there ? 'is not a session of chat' : 'has no prompts.jsonl';
  return new ParleyError('usage', `“${dir}” ${what}: ${why}.`, next);
}

function nothingAsked(
  turn: number,
  events: readonly TurnEvent[],
  prompts: readonly RecordedPrompt[],
): ParleyError {
  const event = events[turn];
  const what =
    turn > events.length
      ? `There is no turn ${turn}: the session has ${events.length}, counted from 0.`
      : event === undefined
        ? `Turn ${turn} is still to come, and the model was not asked for it yet.`
        : isInstructors(event)
          ? `Turn ${turn} is the instructor’s; the model was not asked for it.`
          : `For turn ${turn} no request to the model is on record.`;
  const known = [...new Set(prompts.map((prompt) => prompt.turn))];
  return new ParleyError(
    'usage',
    what,
    `It was asked for ${known.length === 1 ? 'turn' : 'turns'} ${listed(known)}.`,
  );
}

const MOST_LISTED = 20;

function listed(turns: readonly number[]): string {
  const some = turns.slice(0, MOST_LISTED).join(', ');
  return turns.length > MOST_LISTED ? `${some} … ${turns.at(-1)}` : some || 'none';
}
