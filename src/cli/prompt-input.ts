/** Rebuilds the input of a prompt from a demonstration: the earlier turns, the page and its candidates. */
import { ParleyError } from '../contract/index.js';
import { type BrowserTurn, readPageFiles, type WeblinxTurn } from '../demonstration/index.js';
import { parseHtml } from '../lxml/index.js';
import {
  dmrQuery,
  lastRanked,
  type PromptCandidate,
  type PromptInput,
  promptInput,
  type RankedPage,
  viewportOf,
} from '../prompt/index.js';
import { parseBoxes, type WeblinxCandidate, weblinxCandidates } from '../rank/index.js';

export { TOP } from '../prompt/index.js';

/** Ranks candidates best first and returns at most `TOP`. */
export type RankCandidates = (
  turn: number,
  query: string,
  candidates: readonly WeblinxCandidate[],
) => Promise<readonly PromptCandidate[]>;

export interface PromptAtTurn {
  input: PromptInput;
  /** Turn whose page is used; null if there was no page yet. */
  pageTurn: number | null;
  /** Number of candidates on that page. */
  candidateCount: number;
}

interface ObservedPage extends RankedPage {
  index: number;
  among: number;
}

/**
 * Works as in a live session: uses the page of the turn itself, or the last page before it. The chat shape shows no
 * page; its candidates come from the last page that was acted on, as in the data set.
 *
 * @param turn may be one past the last turn, for the next decision
 */
export async function rebuildPromptInput(
  dir: string,
  turns: readonly WeblinxTurn[],
  turn: number,
  shape: 'browser' | 'chat',
  rank: RankCandidates,
): Promise<PromptAtTurn> {
  const before = turns.slice(0, turn);
  const seen =
    shape === 'chat'
      ? // Candidates were ranked when their page was acted on.
        await lastRanked(before, (_, index) => readPage(dir, turns, index, turns.slice(0, index), rank))
      : await findLastPage(dir, turns, turn, rank);
  const own = turns[turn];
  const none = own === undefined ? null : { page: null, viewport: viewportOf(own), candidates: [] };
  return {
    input: promptInput(before, seen ?? none),
    pageTurn: seen?.index ?? null,
    candidateCount: seen?.among ?? 0,
  };
}

async function findLastPage(
  dir: string,
  turns: readonly WeblinxTurn[],
  turn: number,
  rank: RankCandidates,
): Promise<ObservedPage | null> {
  for (let index = Math.min(turn, turns.length - 1); index >= 0; index -= 1) {
    const seen = await readPage(dir, turns, index, turns.slice(0, turn), rank);
    if (seen !== null) return seen;
  }
  return null;
}

/** @param history the turns that form the ranking query */
async function readPage(
  dir: string,
  turns: readonly WeblinxTurn[],
  index: number,
  history: readonly WeblinxTurn[],
  rank: RankCandidates,
): Promise<ObservedPage | null> {
  const turn = turns[index];
  const files = turn?.type === 'browser' ? readTurnFiles(dir, turn) : null;
  if (turn === undefined || files === null) return null;
  const page = parseHtml(files.html);
  const viewport = viewportOf(turn);
  const boxes = files.boxes === null ? null : parseBoxes(files.boxes.json, files.boxes.path);
  const all = boxes === null ? [] : weblinxCandidates(page, boxes, viewport);
  const candidates = await rank(index, dmrQuery(history, viewport), all);
  return { index, page, viewport, candidates, among: all.length };
}

function readTurnFiles(dir: string, { state }: BrowserTurn): ReturnType<typeof readPageFiles> {
  return state.page == null ? null : readPageFiles(dir, state.page);
}

/** @throws ParleyError `usage` if there is no such turn */
export function assertTurn(turn: number, turns: readonly WeblinxTurn[]): number {
  if (turn > turns.length)
    throw new ParleyError(
      'usage',
      `There is no turn ${turn}: the demonstration has ${turns.length} turns, counted from 0.`,
      `Give a number from 0 to ${turns.length}, the turn that would come next.`,
    );
  return turn;
}
