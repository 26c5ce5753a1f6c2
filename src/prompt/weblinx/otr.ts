/** The prompt of the paper's text models: pruned page, instructions, candidates, turns (spec 4.2). */
import type { LxmlDocument } from '../../lxml/index.js';
import type { PromptTokenizer } from '../tokenizer.js';
import { candidatesText, type PromptCandidate } from './candidate.js';
import { callText } from './call-text.js';
import { cleanAndPrune } from './clean.js';
import { pixels } from './dmr-query.js';
import { chatOf } from './messages.js';
import type { PromptInput, PromptPart, WeblinxPrompt } from './prompt-input.js';
import { treeText } from './tree-text.js';
import { truncateCandidates } from './truncate/candidates.js';
import { truncateDom } from './truncate/dom.js';
import { truncateHistory } from './truncate/history.js';
import { otrTurnCall } from './turn-formats.js';
import { LATEST_LINES, RECENT_TURNS, recentTurns, truncateUtterances } from './utterances.js';

/** Tokens per part; what others leave over, the candidates get. */
export interface OtrRooms {
  page: number;
  utterances: number;
  history: number;
  candidates: number;
}

export const OTR_ROOMS: OtrRooms = { page: 700, utterances: 200, history: 250, candidates: 650 };

/** @throws ParleyError `usage` when one of the last five turns cannot be printed */
export function otrPrompt(
  { before, page, viewport, candidates }: PromptInput,
  tokenizer: PromptTokenizer,
  rooms: OtrRooms = OTR_ROOMS,
): WeblinxPrompt {
  const count = (text: string): number => tokenizer.count(text);

  const calls = recentTurns(before).map(otrTurnCall);
  const turns = truncateHistory(calls, rooms.history, tokenizer);
  const history = partOf('history', turns.join(' '), calls.map(callText).join(' '), rooms.history, count);

  const said = truncateUtterances(before, rooms.utterances, tokenizer);
  const utterances = partOf('utterances', said.text, said.whole, rooms.utterances, count);

  const pageText =
    page === null || candidates === null ? null : textOfPage(page, candidates, rooms.page, tokenizer);
  const html = partOf('page', pageText?.text ?? '', pageText?.whole ?? '', rooms.page, count);

  const unused = [html, utterances, history].reduce((sum, { room, tokens }) => sum + room! - tokens, 0);
  const room = rooms.candidates + unused;
  const list =
    candidates === null
      ? null
      : partOf(
          'candidates',
          truncateCandidates(candidates, room, tokenizer),
          candidatesText(candidates),
          room,
          count,
        );

  const text = instructions(utterances.text, viewport);
  const closing = list === null ? '' : `\nHere are the top candidates for this turn: ${list.text}\n`;
  const rules = instructions('', viewport);
  return {
    messages: chatOf(html.text + text + closing, turns),
    parts: [
      html,
      partOf('instructions', rules, rules, null, count),
      utterances,
      ...(list === null ? [] : [list]),
      history,
    ],
  };
}

function textOfPage(
  page: LxmlDocument,
  candidates: readonly PromptCandidate[],
  max: number,
  tokenizer: PromptTokenizer,
): { text: string; whole: string } | null {
  const tree = cleanAndPrune(
    page,
    candidates.map(({ uid }) => uid),
  );
  return tree === null ? null : { text: truncateDom(tree, max, tokenizer), whole: treeText(tree) };
}

function partOf(
  name: PromptPart['name'],
  text: string,
  whole: string,
  room: number | null,
  count: (text: string) => number,
): PromptPart {
  return { name, text, tokens: count(text), room, wholeTokens: count(whole) };
}

/** To the letter: the missing space before `text_input` is the paper's. */
function instructions(utterances: string, { height, width }: PromptInput['viewport']): string {
  return (
    'You are an AI assistant with a deep understanding of HTML and you must predict actions based on a user request, ' +
    'which will be executed. Use one of the following, replacing [] with an appropriate value: ' +
    'change(value=[str], uid=[str]) ; click(uid=[str]) ; load(url=[str]) ; ' +
    'say(speaker="navigator", utterance=[str]) ; scroll(x=[int], y=[int]) ; submit(uid=[str]) ;' +
    'text_input(text=[str], uid=[str]) ;\n' +
    `The user's first and last ${LATEST_LINES - 1} utterances are: ${utterances} ;\n` +
    `Viewport size: ${pixels(height)}h x ${pixels(width)}w ;\n` +
    `Only the last ${RECENT_TURNS} turns are provided.`
  );
}
