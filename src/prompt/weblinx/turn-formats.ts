/**
 * Formats turns, with one table per column of the WebLINX formats (spec 2.3). Arguments are printed in key order.
 */
import { type BrowserIntent, isBrowserIntent } from '../../action/index.js';
import { ParleyError } from '../../contract/index.js';
import { shorten } from '../../python/index.js';
import { type Call, type CallArguments, formatCall } from './call.js';
import type { BrowserReplayTurn, ChatReplayTurn, ReplayTurn } from './replay-turn.js';
import {
  loadUrl,
  bareElement,
  box,
  clipboardText,
  typedValue,
  fullElement,
  mouse,
  scrollOffsets,
  tabs,
  formatTimestamp,
  transition,
  uid,
} from './turn-parts.js';

/** One column: the arguments of each kind of turn. */
interface TurnFormat {
  say(turn: ChatReplayTurn): CallArguments;
  actions: { [I in BrowserIntent]: (turn: BrowserReplayTurn) => CallArguments };
}

/** Intents whose printed name differs from the stored one. */
const PRINTED_NAMES: Partial<Record<BrowserIntent, string>> = { textInput: 'text_input' };

const MAX_LENGTH = 200;

const formatTime = (turn: ReplayTurn): CallArguments => ({ timestamp: formatTimestamp(turn) });

const formatSay = ({ speaker, utterance }: ChatReplayTurn): CallArguments => ({
  speaker,
  utterance: shorten(utterance, MAX_LENGTH),
});

/** Intents with the same format in every column. */
const COMMON_FORMATS = {
  copy: (turn) => ({ ...clipboardText(turn, 'selected', MAX_LENGTH), ...formatTime(turn) }),
  paste: (turn) => ({ ...clipboardText(turn, 'pasted', MAX_LENGTH), ...formatTime(turn) }),
  tabcreate: tabs,
  tabremove: tabs,
  tabswitch: tabs,
} satisfies Partial<TurnFormat['actions']>;

/** Format of the history in the ranker's query and in the header of Pix2Act prompts. */
const DMR: TurnFormat = {
  say: (turn) => ({ ...formatSay(turn), ...formatTime(turn) }),
  actions: {
    ...COMMON_FORMATS,
    click: (turn) => ({ ...mouse(turn), ...bareElement(turn), ...formatTime(turn) }),
    hover: (turn) => ({ ...mouse(turn), ...bareElement(turn), ...formatTime(turn) }),
    textInput: (turn) => ({ ...typedValue(turn, 'text', 40), ...bareElement(turn), ...formatTime(turn) }),
    change: (turn) => ({ ...typedValue(turn, 'value', 40), ...bareElement(turn), ...formatTime(turn) }),
    submit: (turn) => ({ ...bareElement(turn), ...formatTime(turn) }),
    scroll: (turn) => ({ ...scrollOffsets(turn), ...formatTime(turn) }),
    load: (turn) => ({ ...loadUrl(turn, 60), ...transition(turn), ...formatTime(turn) }),
  },
};

/** Format of history and target for models that name elements by uid. */
const OTR: TurnFormat = {
  say: formatSay,
  actions: {
    ...COMMON_FORMATS,
    click: uid,
    hover: (turn) => ({ ...mouse(turn), ...fullElement(turn), ...formatTime(turn) }),
    textInput: (turn) => ({ ...typedValue(turn, 'text', MAX_LENGTH), ...uid(turn) }),
    change: (turn) => ({ ...typedValue(turn, 'value', MAX_LENGTH), ...uid(turn) }),
    submit: uid,
    scroll: scrollOffsets,
    load: (turn) => loadUrl(turn, MAX_LENGTH),
  },
};

/** Format of the target for Pix2Act, which sees only the screenshot. */
const PIX2ACT: TurnFormat = {
  say: formatSay,
  actions: {
    ...OTR.actions,
    click: mouse,
    textInput: (turn) => ({ ...typedValue(turn, 'text', MAX_LENGTH), ...bareElement(turn), ...box(turn) }),
    change: (turn) => ({ ...typedValue(turn, 'value', MAX_LENGTH), ...bareElement(turn), ...box(turn) }),
    submit: (turn) => ({ ...bareElement(turn), ...box(turn) }),
  },
};

/** @throws ParleyError `usage` for a turn that the WebLINX library cannot format; the functions below do too */
export function formatDmrTurn(turn: ReplayTurn): string {
  return formatCall(toCall(DMR, turn));
}

export function toOtrCall(turn: ReplayTurn): Call {
  return toCall(OTR, turn);
}

export function formatOtrTurn(turn: ReplayTurn): string {
  return formatCall(toOtrCall(turn));
}

export function formatPix2actTurn(turn: ReplayTurn): string {
  return formatCall(toCall(PIX2ACT, turn));
}

/** Formats the OTR column in MindAct's wrapper: `action(uid=…, intent=…, …)`. */
export function formatMindactTurn(turn: ReplayTurn): string {
  const { name, args } = toOtrCall(turn);
  const first = 'uid' in args ? { uid: args['uid'] } : {};
  return formatCall({ name: 'action', args: { ...first, intent: name, ...args } as CallArguments });
}

function toCall(column: TurnFormat, turn: ReplayTurn): Call {
  if (turn.type === 'chat') return { name: 'say', args: column.say(turn) };
  const { intent } = turn.action;
  if (!isBrowserIntent(intent)) {
    throw new ParleyError(
      'usage',
      `The turn at ${formatTimestamp(turn)} has the intent “${intent}”, which WebLINX does not know.`,
      'Remove the turn from replay.json; the WebLINX library rejects it too.',
    );
  }
  return { name: PRINTED_NAMES[intent] ?? intent, args: column.actions[intent](turn) };
}
