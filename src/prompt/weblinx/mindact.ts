/** MindAct's prompt: a tree of its own, nothing cut by tokens (spec 5.3). */
import { shorten } from '../../python/index.js';
import type { PromptTokenizer } from '../tokenizer.js';
import type { PromptCandidate } from './candidate.js';
import { chatOf } from './messages.js';
import { type MindactPage, mindactPage } from './mindact-tree.js';
import type { PromptInput, PromptPart, WeblinxPrompt } from './prompt-input.js';
import { mindactTurnText } from './turn-formats.js';
import { LATEST_LINES, RECENT_TURNS, recentTurns, utterancesText } from './utterances.js';

const MAX_CANDIDATE_LENGTH = 300;

/** @throws ParleyError `usage` when one of the last five turns cannot be printed */
export function mindactPrompt(
  { before, page, candidates }: PromptInput,
  tokenizer: PromptTokenizer,
): WeblinxPrompt {
  const seen =
    page === null || candidates === null
      ? null
      : mindactPage(
          page,
          candidates.map(({ uid }) => uid),
        );
  const turns = recentTurns(before).map(mindactTurnText);
  const utterances = utterancesText(before);
  // A page that lacks some of the candidates goes without the list.
  const list =
    seen === null || candidates === null || seen.candidates.size !== candidates.length
      ? null
      : listText(candidates, seen.candidates);
  const closing = list === null ? '' : `\nHere are the top candidates for this turn: ${list}\n`;
  const part = (name: PromptPart['name'], text: string): PromptPart => {
    const tokens = tokenizer.count(text);
    return { name, text, tokens, room: null, wholeTokens: tokens };
  };
  return {
    messages: chatOf(`${seen?.text ?? ''}\n${instructions(utterances)}${closing}`, turns),
    parts: [
      part('page', seen?.text ?? ''),
      part('instructions', instructions('')),
      part('utterances', utterances),
      ...(list === null ? [] : [part('candidates', list)]),
      part('history', turns.join(' ')),
    ],
  };
}

function listText(candidates: readonly PromptCandidate[], texts: MindactPage['candidates']): string {
  return candidates
    .map(({ uid }) => {
      // A uid that is given twice makes the two sizes differ, so that each one has its text here.
      const text = shorten(texts.get(uid) ?? '', MAX_CANDIDATE_LENGTH);
      return `(uid = ${uid}) ${text}\n`;
    })
    .join('');
}

function instructions(utterances: string): string {
  return (
    'You will find above the HTML elements available for the current webpage.\n' +
    'You are an AI assistant tasked with helping a user (aka Instructor) by answering with the action needed to ' +
    'perform a task on a webpage.\n' +
    `Here are the instructor's utterances, truncated to first and last ${LATEST_LINES - 1} instances preceded by ` +
    `the relative timestamp: ${utterances} ; \n` +
    `Only the last ${RECENT_TURNS} actions are available.`
  );
}
