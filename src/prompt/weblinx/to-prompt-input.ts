/**
 * Chooses the page and candidates of a prompt, with the same rule for live sessions and data sets.
 * Callers provide pages and rankings.
 */
import type { LxmlDocument } from '../../lxml/index.js';
import type { PromptCandidate } from './candidate.js';
import type { QueryViewport } from './dmr-query.js';
import type { PromptInput } from './prompt-types.js';
import type { BrowserReplayTurn, ReplayTurn } from './replay-turn.js';

/** Number of candidates in the paper's prompts. */
export const DEFAULT_TOP_K = 10;

/** Intents whose pages are ranked in the data set. Turns with other intents have no candidates. */
const RANKED_INTENTS: ReadonlySet<string> = new Set([
  'click',
  'change',
  'textInput',
  'scroll',
  'load',
  'submit',
]);

/** An observed page and its best candidates, best first. */
export interface RankedPage {
  page: LxmlDocument | null;
  viewport: QueryViewport;
  candidates: readonly PromptCandidate[];
}

const NO_PAGE: RankedPage = { page: null, viewport: { height: null, width: null }, candidates: [] };

/** @param rankedPage null if no page was observed yet */
export function toPromptInput(
  previousTurns: readonly ReplayTurn[],
  rankedPage: RankedPage | null,
  topK = DEFAULT_TOP_K,
): PromptInput {
  const { page, viewport, candidates } = rankedPage ?? NO_PAGE;
  return {
    previousTurns,
    page,
    viewport,
    candidates: candidates.length === 0 ? null : candidates.slice(0, topK),
  };
}

/**
 * Finds the candidates for the chat shape: those of the last page with an action and candidates.
 *
 * @param getRanking returns the ranking at a turn; null if its page or ranking is unknown
 */
export async function findLastRanked<P extends Pick<RankedPage, 'candidates'>>(
  previousTurns: readonly ReplayTurn[],
  getRanking: (turn: BrowserReplayTurn, index: number) => P | null | Promise<P | null>,
): Promise<P | null> {
  for (let index = previousTurns.length - 1; index >= 0; index -= 1) {
    const turn = previousTurns[index]!;
    if (turn.type !== 'browser' || !RANKED_INTENTS.has(turn.action.intent) || turn.state?.page == null)
      continue;
    const ranked = await getRanking(turn, index);
    if (ranked !== null && ranked.candidates.length > 0) return ranked;
  }
  return null;
}
