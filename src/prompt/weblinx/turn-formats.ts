/**
 * How a turn is printed, one table per column of the WebLINX formats (spec 2.3). The order of arguments is
 * the order of their keys.
 */
import { type BrowserIntent, isBrowserIntent } from '../../action/index.js';
import { ParleyError } from '../../contract/index.js';
import { shorten } from '../../python/index.js';
import { type Call, type CallArguments, callText } from './call-text.js';
import type { BrowserReplayTurn, ChatReplayTurn, ReplayTurn } from './replay-turn.js';
import {
  address,
  bareElement,
  box,
  clipboardText,
  entered,
  fullElement,
  mouse,
  scrollOffsets,
  tabs,
  timestampText,
  transition,
  uid,
} from './turn-parts.js';

/** One column: what stands between the brackets, per kind of turn. */
interface Column {
  say(turn: ChatReplayTurn): CallArguments;
  acts: { [I in BrowserIntent]: (turn: BrowserReplayTurn) => CallArguments };
}

/** Stored names that are printed otherwise. */
const PRINTED: Partial<Record<BrowserIntent, string>> = { textInput: 'text_input' };

const MAX_LENGTH = 200;

const at = (turn: ReplayTurn): CallArguments => ({ timestamp: timestampText(turn) });

const said = ({ speaker, utterance }: ChatReplayTurn): CallArguments => ({
  speaker,
  utterance: shorten(utterance, MAX_LENGTH),
});

/** What is printed alike in every column. */
const ALIKE = {
  copy: (turn) => ({ ...clipboardText(turn, 'selected', MAX_LENGTH), ...at(turn) }),
  paste: (turn) => ({ ...clipboardText(turn, 'pasted', MAX_LENGTH), ...at(turn) }),
  tabcreate: tabs,
  tabremove: tabs,
  tabswitch: tabs,
} satisfies Partial<Column['acts']>;

/** History in the ranker's query; the header of Pix2Act prompts has the same. */
const DMR: Column = {
  say: (turn) => ({ ...said(turn), ...at(turn) }),
  acts: {
    ...ALIKE,
    click: (turn) => ({ ...mouse(turn), ...bareElement(turn), ...at(turn) }),
    hover: (turn) => ({ ...mouse(turn), ...bareElement(turn), ...at(turn) }),
    textInput: (turn) => ({ ...entered(turn, 'text', 40), ...bareElement(turn), ...at(turn) }),
    change: (turn) => ({ ...entered(turn, 'value', 40), ...bareElement(turn), ...at(turn) }),
    submit: (turn) => ({ ...bareElement(turn), ...at(turn) }),
    scroll: (turn) => ({ ...scrollOffsets(turn), ...at(turn) }),
    load: (turn) => ({ ...address(turn, 60), ...transition(turn), ...at(turn) }),
  },
};

/** History and target of the models that name elements by their uid. */
const OTR: Column = {
  say: said,
  acts: {
    ...ALIKE,
    click: uid,
    hover: (turn) => ({ ...mouse(turn), ...fullElement(turn), ...at(turn) }),
    textInput: (turn) => ({ ...entered(turn, 'text', MAX_LENGTH), ...uid(turn) }),
    change: (turn) => ({ ...entered(turn, 'value', MAX_LENGTH), ...uid(turn) }),
    submit: uid,
    scroll: scrollOffsets,
    load: (turn) => address(turn, MAX_LENGTH),
  },
};

/** Target of the model that sees the picture alone. */
const PIX2ACT: Column = {
  say: said,
  acts: {
    ...OTR.acts,
    click: mouse,
    textInput: (turn) => ({ ...entered(turn, 'text', MAX_LENGTH), ...bareElement(turn), ...box(turn) }),
    change: (turn) => ({ ...entered(turn, 'value', MAX_LENGTH), ...bareElement(turn), ...box(turn) }),
    submit: (turn) => ({ ...bareElement(turn), ...box(turn) }),
  },
};

/** @throws ParleyError `usage` for a turn that the WebLINX library cannot print either; so do the others */
export function dmrTurnText(turn: ReplayTurn): string {
  return callText(turnCall(DMR, turn));
}

export function otrTurnCall(turn: ReplayTurn): Call {
  return turnCall(OTR, turn);
}

export function otrTurnText(turn: ReplayTurn): string {
  return callText(otrTurnCall(turn));
}

export function pix2actTurnText(turn: ReplayTurn): string {
  return callText(turnCall(PIX2ACT, turn));
}

/** The OTR column in MindAct's wrapper: `action(uid=…, intent=…, …)`. */
export function mindactTurnText(turn: ReplayTurn): string {
  const { name, args } = otrTurnCall(turn);
  const first = 'uid' in args ? { uid: args['uid'] } : {};
  return callText({ name: 'action', args: { ...first, intent: name, ...args } as CallArguments });
}

function turnCall(column: Column, turn: ReplayTurn): Call {
  if (turn.type === 'chat') return { name: 'say', args: column.say(turn) };
  const { intent } = turn.action;
  if (!isBrowserIntent(intent)) {
    throw new ParleyError(
      'usage',
      `The turn at ${timestampText(turn)} has the intent “${intent}”, which WebLINX does not know.`,
      'Take the turn out of replay.json: the WebLINX library refuses it too.',
    );
  }
  return { name: PRINTED[intent] ?? intent, args: column.acts[intent](turn) };
}
