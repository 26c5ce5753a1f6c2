/** Builds the prompt of MindAct models. It has a special tree format and is never truncated to a number of tokens. */
import { shorten } from '../../python/index.js';
import type { PromptTokenizer } from '../tokenizer.js';
import type { PromptCandidate } from './candidate.js';
import { toChat } from './messages.js';
import { type MindactPage, formatMindactPage } from './mindact-tree.js';
import type { PromptInput, PromptPart, WeblinxPrompt } from './prompt-types.js';
import { formatMindactTurn } from './turn-formats.js';
import { MAX_LATEST_LINES, RECENT_TURNS, selectRecentTurns, formatUtterances } from './utterances.js';

const MAX_CANDIDATE_LENGTH = 300;

/** @throws ParleyError `usage` if one of the last five turns cannot be formatted */
export function buildMindactPrompt(
  { previousTurns, page, candidates }: PromptInput,
  tokenizer: PromptTokenizer,
): WeblinxPrompt {
  const formattedPage =
    page === null || candidates === null
      ? null
      : formatMindactPage(
          page,
          candidates.map(({ uid }) => uid),
        );
  const turns = selectRecentTurns(previousTurns).map(formatMindactTurn);
  const utterances = formatUtterances(previousTurns);
  // The list is omitted if any candidate is missing on the page.
  const list =
    formattedPage === null || candidates === null || formattedPage.candidates.size !== candidates.length
      ? null
      : formatList(candidates, formattedPage.candidates);
  const candidateText = list === null ? '' : `\nHere are the top candidates for this turn: ${list}\n`;
  const createPart = (name: PromptPart['name'], text: string): PromptPart => {
    const tokens = tokenizer.count(text);
    return { name, text, tokens, budget: null, wholeTokens: tokens };
  };
  return {
    messages: toChat(
      `${formattedPage?.text ?? ''}\n${formatInstructions(utterances)}${candidateText}`,
      turns,
    ),
    parts: [
      createPart('page', formattedPage?.text ?? ''),
      createPart('instructions', formatInstructions('')),
      createPart('utterances', utterances),
      ...(list === null ? [] : [createPart('candidates', list)]),
      createPart('history', turns.join(' ')),
    ],
  };
}

function formatList(candidates: readonly PromptCandidate[], texts: MindactPage['candidates']): string {
  return candidates
    .map(({ uid }) => {
      // Every candidate has a text here: duplicate uids would make the sizes above differ.
      const text = shorten(texts.get(uid) ?? '', MAX_CANDIDATE_LENGTH);
      return `(uid = ${uid}) ${text}\n`;
    })
    .join('');
}

function formatInstructions(utterances: string): string {
  return (
    'You will find above the HTML elements available for the current webpage.\n' +
    'You are an AI assistant tasked with helping a user (aka Instructor) by answering with the action needed to ' +
    'perform a task on a webpage.\n' +
    `Here are the instructor's utterances, truncated to first and last ${MAX_LATEST_LINES - 1} instances preceded by ` +
    `the relative timestamp: ${utterances} ; \n` +
    `Only the last ${RECENT_TURNS} actions are available.`
  );
}
