/**
 * How a turn is printed, one table per column of the WebLINX formats (spec 2.3). The order of arguments is
 * the order of their keys.
 */
import { type BrowserIntent, isBrowserIntent } from '../../action/index.js';
import { Problem } from '../../contract/index.js';
import { shorten } from '../../python/index.js';
import { type CallArguments, callText } from './call-text.js';
import type { BrowserReplayTurn, ChatReplayTurn, ReplayTurn } from './replay-turn.js';
import {
  address,
  bareElement,
  clipboardText,
  entered,
  mouse,
  scrollOffsets,
  tabs,
  timestampText,
  transition,
} from './turn-parts.js';

/** One column: what stands between the brackets, per kind of turn. */
interface Column {
  say(turn: ChatReplayTurn): CallArguments;
  acts: { [I in BrowserIntent]: (turn: BrowserReplayTurn) => CallArguments };
}

/** Stored names that are printed otherwise. */
const PRINTED: Partial<Record<BrowserIntent, string>> = { textInput: 'text_input' };

const LONGEST_SPEECH = 200;
const LONGEST_CLIPBOARD = 200;

const at = (turn: ReplayTurn): CallArguments => ({ timestamp: timestampText(turn) });

const said = ({ speaker, utterance }: ChatReplayTurn): CallArguments => ({
  speaker,
  utterance: shorten(utterance, LONGEST_SPEECH),
});

/** History in the ranker's query; the header of Pix2Act prompts has the same. */
const DMR: Column = {
  say: (turn) => ({ ...said(turn), ...at(turn) }),
  acts: {
    click: (turn) => ({ ...mouse(turn), ...bareElement(turn), ...at(turn) }),
    hover: (turn) => ({ ...mouse(turn), ...bareElement(turn), ...at(turn) }),
    textInput: (turn) => ({ ...entered(turn, 'text', 40), ...bareElement(turn), ...at(turn) }),
    change: (turn) => ({ ...entered(turn, 'value', 40), ...bareElement(turn), ...at(turn) }),
    submit: (turn) => ({ ...bareElement(turn), ...at(turn) }),
    scroll: (turn) => ({ ...scrollOffsets(turn), ...at(turn) }),
    load: (turn) => ({ ...address(turn, 60), ...transition(turn), ...at(turn) }),
    copy: (turn) => ({ ...clipboardText(turn, 'selected', LONGEST_CLIPBOARD), ...at(turn) }),
    paste: (turn) => ({ ...clipboardText(turn, 'pasted', LONGEST_CLIPBOARD), ...at(turn) }),
    tabcreate: tabs,
    tabremove: tabs,
    tabswitch: tabs,
  },
};

/** @throws Problem `usage` for a turn that the WebLINX library cannot print either */
export function dmrTurnText(turn: ReplayTurn): string {
  return turnText(DMR, turn);
}

function turnText(column: Column, turn: ReplayTurn): string {
  if (turn.type === 'chat') return callText('say', column.say(turn));
  const { intent } = turn.action;
  if (!isBrowserIntent(intent)) {
    throw new Problem(
      'usage',
      `The turn at ${timestampText(turn)} has the intent “${intent}”, which WebLINX does not know.`,
      'Take the turn out of replay.json: the WebLINX library refuses it too.',
    );
  }
  return callText(PRINTED[intent] ?? intent, column.acts[intent](turn));
}
