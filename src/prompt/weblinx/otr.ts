/**
 * Builds the OTR (optimal text representation) prompt of the paper's text models: pruned page, instructions,
 * candidates, turns.
 */
import type { LxmlDocument } from '../../lxml/index.js';
import type { PromptTokenizer } from '../tokenizer.js';
import { formatCandidates, type PromptCandidate } from './candidate.js';
import { formatCall } from './call.js';
import { cleanAndPrune } from './clean.js';
import { formatPixels } from './dmr-query.js';
import { toChat } from './messages.js';
import type { PromptInput, PromptPart, WeblinxPrompt } from './prompt-types.js';
import { formatTree } from './tree-text.js';
import { truncateCandidates } from './truncate/candidates.js';
import { truncateDom } from './truncate/dom.js';
import { truncateHistory } from './truncate/history.js';
import { toOtrCall } from './turn-formats.js';
import { MAX_LATEST_LINES, RECENT_TURNS, selectRecentTurns, truncateUtterances } from './utterances.js';

/** Token budget of each part. Candidates get the unused tokens of the others. */
export interface OtrBudgets {
  page: number;
  utterances: number;
  history: number;
  candidates: number;
}

export const OTR_BUDGETS: OtrBudgets = { page: 700, utterances: 200, history: 250, candidates: 650 };

/** @throws ParleyError `usage` if one of the last five turns cannot be formatted */
export function buildOtrPrompt(
  { previousTurns, page, viewport, candidates }: PromptInput,
  tokenizer: PromptTokenizer,
  budgets: OtrBudgets = OTR_BUDGETS,
): WeblinxPrompt {
  const count = (text: string): number => tokenizer.count(text);

  const calls = selectRecentTurns(previousTurns).map(toOtrCall);
  const turns = truncateHistory(calls, budgets.history, tokenizer);
  const history = createPart(
    'history',
    turns.join(' '),
    calls.map(formatCall).join(' '),
    budgets.history,
    count,
  );

  const truncatedUtterances = truncateUtterances(previousTurns, budgets.utterances, tokenizer);
  const utterances = createPart(
    'utterances',
    truncatedUtterances.text,
    truncatedUtterances.wholeText,
    budgets.utterances,
    count,
  );

  const pageText =
    page === null || candidates === null ? null : formatPage(page, candidates, budgets.page, tokenizer);
  const html = createPart('page', pageText?.text ?? '', pageText?.whole ?? '', budgets.page, count);

  const unusedTokens = [html, utterances, history].reduce(
    (sum, { budget, tokens }) => sum + budget! - tokens,
    0,
  );
  const budget = budgets.candidates + unusedTokens;
  const list =
    candidates === null
      ? null
      : createPart(
          'candidates',
          truncateCandidates(candidates, budget, tokenizer),
          formatCandidates(candidates),
          budget,
          count,
        );

  const text = formatInstructions(utterances.text, viewport);
  const closing = list === null ? '' : `\nHere are the top candidates for this turn: ${list.text}\n`;
  const rules = formatInstructions('', viewport);
  return {
    messages: toChat(html.text + text + closing, turns),
    parts: [
      html,
      createPart('instructions', rules, rules, null, count),
      utterances,
      ...(list === null ? [] : [list]),
      history,
    ],
  };
}

function formatPage(
  page: LxmlDocument,
  candidates: readonly PromptCandidate[],
  max: number,
  tokenizer: PromptTokenizer,
): { text: string; whole: string } | null {
  const tree = cleanAndPrune(
    page,
    candidates.map(({ uid }) => uid),
  );
  return tree === null ? null : { text: truncateDom(tree, max, tokenizer), whole: formatTree(tree) };
}

function createPart(
  name: PromptPart['name'],
  text: string,
  whole: string,
  budget: number | null,
  count: (text: string) => number,
): PromptPart {
  return { name, text, tokens: count(text), budget, wholeTokens: count(whole) };
}

/** The paper's exact text, including the missing space before `text_input`. */
function formatInstructions(utterances: string, { height, width }: PromptInput['viewport']): string {
  return (
    'You are an AI assistant with a deep understanding of HTML and you must predict actions based on a user request, ' +
    'which will be executed. Use one of the following, replacing [] with an appropriate value: ' +
    'change(value=[str], uid=[str]) ; click(uid=[str]) ; load(url=[str]) ; ' +
    'say(speaker="navigator", utterance=[str]) ; scroll(x=[int], y=[int]) ; submit(uid=[str]) ;' +
    'text_input(text=[str], uid=[str]) ;\n' +
    `The user's first and last ${MAX_LATEST_LINES - 1} utterances are: ${utterances} ;\n` +
    `Viewport size: ${formatPixels(height)}h x ${formatPixels(width)}w ;\n` +
    `Only the last ${RECENT_TURNS} turns are provided.`
  );
}
