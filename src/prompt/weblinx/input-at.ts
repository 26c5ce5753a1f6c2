/**
 * Which page and which candidates belong to a prompt: the one rule for live sessions and for data sets
 * (spec 4.1, 4.9). Where pages and rankings come from is the caller's.
 */
import type { LxmlDocument } from '../../lxml/index.js';
import type { PromptCandidate } from './candidate.js';
import type { QueryViewport } from './dmr-query.js';
import type { PromptInput } from './prompt-input.js';
import type { BrowserReplayTurn, ReplayTurn } from './replay-turn.js';

/** Candidates that every model of the paper is shown. */
export const TOP = 10;

/** Acts whose pages were ranked in the data set; only these have candidates (spec 3.3). */
const RANKED: ReadonlySet<string> = new Set(['click', 'change', 'textInput', 'scroll', 'load', 'submit']);

/** A page that was looked at, and the best of its candidates, the best first. */
export interface RankedPage {
  page: LxmlDocument | null;
  viewport: QueryViewport;
  candidates: readonly PromptCandidate[];
}

const NOTHING: RankedPage = { page: null, viewport: { height: null, width: null }, candidates: [] };

/** @param seen null where no page was seen before */
export function promptInput(before: readonly ReplayTurn[], seen: RankedPage | null, top = TOP): PromptInput {
  const { page, viewport, candidates } = seen ?? NOTHING;
  return { before, page, viewport, candidates: candidates.length === 0 ? null : candidates.slice(0, top) };
}

/**
 * What the chat shape lists: the candidates of the last page that was acted on and has some.
 *
 * @param rankedAt what was ranked when that turn was decided; null where its page or ranking is not known
 */
export async function lastRanked<P extends Pick<RankedPage, 'candidates'>>(
  before: readonly ReplayTurn[],
  rankedAt: (turn: BrowserReplayTurn, index: number) => P | null | Promise<P | null>,
): Promise<P | null> {
  for (let index = before.length - 1; index >= 0; index -= 1) {
    const turn = before[index]!;
    if (turn.type !== 'browser' || !RANKED.has(turn.action.intent) || turn.state?.page == null) continue;
    const found = await rankedAt(turn, index);
    if (found !== null && found.candidates.length > 0) return found;
  }
  return null;
}
