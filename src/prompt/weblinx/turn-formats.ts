/** Formats turns for the WebLINX models. One table per format lists the arguments of each kind of turn, in order. */
import { type BrowserIntent, isBrowserIntent } from '../../action/index.js';
import { ParleyError } from '../../contract/index.js';
import { shorten } from '../../python/index.js';
import { type Call, type CallArguments, formatCall } from './call.js';
import type { BrowserReplayTurn, ChatReplayTurn, ReplayTurn } from './replay-turn.js';
import {
  getUrlArgument,
  getBareElementArguments,
  getBoxArguments,
  getClipboardArgument,
  getValueArgument,
  getFullElementArguments,
  getPointerArguments,
  getScrollArguments,
  getTabArguments,
  formatTimestamp,
  getTransitionArguments,
  getUidArgument,
} from './turn-parts.js';

/** The arguments that a format prints for each kind of turn. */
interface TurnFormat {
  say(turn: ChatReplayTurn): CallArguments;
  actions: { [I in BrowserIntent]: (turn: BrowserReplayTurn) => CallArguments };
}

/** Intents whose printed name differs from the stored one. */
const PRINTED_NAMES: Partial<Record<BrowserIntent, string>> = { textInput: 'text_input' };

const MAX_LENGTH = 200;

const getTimestampArgument = (turn: ReplayTurn): CallArguments => ({ timestamp: formatTimestamp(turn) });

const getSayArguments = ({ speaker, utterance }: ChatReplayTurn): CallArguments => ({
  speaker,
  utterance: shorten(utterance, MAX_LENGTH),
});

/** Intents that all formats print alike. */
const COMMON_FORMATS = {
  copy: (turn) => ({ ...getClipboardArgument(turn, 'selected', MAX_LENGTH), ...getTimestampArgument(turn) }),
  paste: (turn) => ({ ...getClipboardArgument(turn, 'pasted', MAX_LENGTH), ...getTimestampArgument(turn) }),
  tabcreate: getTabArguments,
  tabremove: getTabArguments,
  tabswitch: getTabArguments,
} satisfies Partial<TurnFormat['actions']>;

/** Format of the history in the ranker's query and in the header of Pix2Act prompts. */
const DMR_FORMAT: TurnFormat = {
  say: (turn) => ({ ...getSayArguments(turn), ...getTimestampArgument(turn) }),
  actions: {
    ...COMMON_FORMATS,
    click: (turn) => ({
      ...getPointerArguments(turn),
      ...getBareElementArguments(turn),
      ...getTimestampArgument(turn),
    }),
    hover: (turn) => ({
      ...getPointerArguments(turn),
      ...getBareElementArguments(turn),
      ...getTimestampArgument(turn),
    }),
    textInput: (turn) => ({
      ...getValueArgument(turn, 'text', 40),
      ...getBareElementArguments(turn),
      ...getTimestampArgument(turn),
    }),
    change: (turn) => ({
      ...getValueArgument(turn, 'value', 40),
      ...getBareElementArguments(turn),
      ...getTimestampArgument(turn),
    }),
    submit: (turn) => ({ ...getBareElementArguments(turn), ...getTimestampArgument(turn) }),
    scroll: (turn) => ({ ...getScrollArguments(turn), ...getTimestampArgument(turn) }),
    load: (turn) => ({
      ...getUrlArgument(turn, 60),
      ...getTransitionArguments(turn),
      ...getTimestampArgument(turn),
    }),
  },
};

/** Format of the history and of the turn to predict, for models that name elements by uid. */
const OTR_FORMAT: TurnFormat = {
  say: getSayArguments,
  actions: {
    ...COMMON_FORMATS,
    click: getUidArgument,
    hover: (turn) => ({
      ...getPointerArguments(turn),
      ...getFullElementArguments(turn),
      ...getTimestampArgument(turn),
    }),
    textInput: (turn) => ({ ...getValueArgument(turn, 'text', MAX_LENGTH), ...getUidArgument(turn) }),
    change: (turn) => ({ ...getValueArgument(turn, 'value', MAX_LENGTH), ...getUidArgument(turn) }),
    submit: getUidArgument,
    scroll: getScrollArguments,
    load: (turn) => getUrlArgument(turn, MAX_LENGTH),
  },
};

/** Format of the turn to predict for Pix2Act, which gets only the screenshot. */
const PIX2ACT_FORMAT: TurnFormat = {
  say: getSayArguments,
  actions: {
    ...OTR_FORMAT.actions,
    click: getPointerArguments,
    textInput: (turn) => ({
      ...getValueArgument(turn, 'text', MAX_LENGTH),
      ...getBareElementArguments(turn),
      ...getBoxArguments(turn),
    }),
    change: (turn) => ({
      ...getValueArgument(turn, 'value', MAX_LENGTH),
      ...getBareElementArguments(turn),
      ...getBoxArguments(turn),
    }),
    submit: (turn) => ({ ...getBareElementArguments(turn), ...getBoxArguments(turn) }),
  },
};

/**
 * Formats a turn for the ranker's query.
 *
 * @throws ParleyError `usage` if the WebLINX library cannot format the turn, like all functions below
 */
export function formatDmrTurn(turn: ReplayTurn): string {
  return formatCall(toCall(DMR_FORMAT, turn));
}

export function toOtrCall(turn: ReplayTurn): Call {
  return toCall(OTR_FORMAT, turn);
}

export function formatOtrTurn(turn: ReplayTurn): string {
  return formatCall(toOtrCall(turn));
}

export function formatPix2actTurn(turn: ReplayTurn): string {
  return formatCall(toCall(PIX2ACT_FORMAT, turn));
}

/** Formats a turn with the OTR arguments in MindAct's notation: `action(uid=…, intent=…, …)`. */
export function formatMindactTurn(turn: ReplayTurn): string {
  const { name, args } = toOtrCall(turn);
  const uidFirst = 'uid' in args ? { uid: args['uid'] } : {};
  return formatCall({ name: 'action', args: { ...uidFirst, intent: name, ...args } as CallArguments });
}

function toCall(format: TurnFormat, turn: ReplayTurn): Call {
  if (turn.type === 'chat') return { name: 'say', args: format.say(turn) };
  const { intent } = turn.action;
  if (!isBrowserIntent(intent)) {
    throw new ParleyError(
      'usage',
      `The turn at ${formatTimestamp(turn)} has the intent “${intent}”, which WebLINX does not know.`,
      'Remove the turn from replay.json; the WebLINX library rejects it too.',
    );
  }
  return { name: PRINTED_NAMES[intent] ?? intent, args: format.actions[intent](turn) };
}
