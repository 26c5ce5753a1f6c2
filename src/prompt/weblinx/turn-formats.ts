/** Formats turns for the WebLINX models. One table per format lists the arguments of each kind of turn, in order. */
import { type BrowserIntent, isBrowserIntent } from '../../action/index.js';
import { ParleyError } from '../../contract/index.js';
import { shorten } from '../../python/index.js';
import { type Call, type CallArguments, formatCall } from './call.js';
import type { BrowserReplayTurn, ChatReplayTurn, ReplayTurn } from './replay-turn.js';
import {
  urlArgument,
  bareElementArguments,
  boxArguments,
  clipboardArgument,
  valueArgument,
  fullElementArguments,
  pointerArguments,
  scrollArguments,
  tabArguments,
  formatTimestamp,
  transitionArguments,
  uidArgument,
} from './turn-parts.js';

/** The arguments that a format prints for each kind of turn. */
interface TurnFormat {
  say(turn: ChatReplayTurn): CallArguments;
  actions: { [I in BrowserIntent]: (turn: BrowserReplayTurn) => CallArguments };
}

/** Intents whose printed name differs from the stored one. */
const PRINTED_NAMES: Partial<Record<BrowserIntent, string>> = { textInput: 'text_input' };

const MAX_LENGTH = 200;

const timestampArgument = (turn: ReplayTurn): CallArguments => ({ timestamp: formatTimestamp(turn) });

const sayArguments = ({ speaker, utterance }: ChatReplayTurn): CallArguments => ({
  speaker,
  utterance: shorten(utterance, MAX_LENGTH),
});

/** Intents that all formats print alike. */
const COMMON_FORMATS = {
  copy: (turn) => ({ ...clipboardArgument(turn, 'selected', MAX_LENGTH), ...timestampArgument(turn) }),
  paste: (turn) => ({ ...clipboardArgument(turn, 'pasted', MAX_LENGTH), ...timestampArgument(turn) }),
  tabcreate: tabArguments,
  tabremove: tabArguments,
  tabswitch: tabArguments,
} satisfies Partial<TurnFormat['actions']>;

/** Format of the history in the ranker's query and in the header of Pix2Act prompts. */
const DMR_FORMAT: TurnFormat = {
  say: (turn) => ({ ...sayArguments(turn), ...timestampArgument(turn) }),
  actions: {
    ...COMMON_FORMATS,
    click: (turn) => ({
      ...pointerArguments(turn),
      ...bareElementArguments(turn),
      ...timestampArgument(turn),
    }),
    hover: (turn) => ({
      ...pointerArguments(turn),
      ...bareElementArguments(turn),
      ...timestampArgument(turn),
    }),
    textInput: (turn) => ({
      ...valueArgument(turn, 'text', 40),
      ...bareElementArguments(turn),
      ...timestampArgument(turn),
    }),
    change: (turn) => ({
      ...valueArgument(turn, 'value', 40),
      ...bareElementArguments(turn),
      ...timestampArgument(turn),
    }),
    submit: (turn) => ({ ...bareElementArguments(turn), ...timestampArgument(turn) }),
    scroll: (turn) => ({ ...scrollArguments(turn), ...timestampArgument(turn) }),
    load: (turn) => ({ ...urlArgument(turn, 60), ...transitionArguments(turn), ...timestampArgument(turn) }),
  },
};

/** Format of the history and of the turn to predict, for models that name elements by uid. */
const OTR_FORMAT: TurnFormat = {
  say: sayArguments,
  actions: {
    ...COMMON_FORMATS,
    click: uidArgument,
    hover: (turn) => ({
      ...pointerArguments(turn),
      ...fullElementArguments(turn),
      ...timestampArgument(turn),
    }),
    textInput: (turn) => ({ ...valueArgument(turn, 'text', MAX_LENGTH), ...uidArgument(turn) }),
    change: (turn) => ({ ...valueArgument(turn, 'value', MAX_LENGTH), ...uidArgument(turn) }),
    submit: uidArgument,
    scroll: scrollArguments,
    load: (turn) => urlArgument(turn, MAX_LENGTH),
  },
};

/** Format of the turn to predict for Pix2Act, which gets only the screenshot. */
const PIX2ACT_FORMAT: TurnFormat = {
  say: sayArguments,
  actions: {
    ...OTR_FORMAT.actions,
    click: pointerArguments,
    textInput: (turn) => ({
      ...valueArgument(turn, 'text', MAX_LENGTH),
      ...bareElementArguments(turn),
      ...boxArguments(turn),
    }),
    change: (turn) => ({
      ...valueArgument(turn, 'value', MAX_LENGTH),
      ...bareElementArguments(turn),
      ...boxArguments(turn),
    }),
    submit: (turn) => ({ ...bareElementArguments(turn), ...boxArguments(turn) }),
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
