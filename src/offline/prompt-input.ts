/** Rebuilds the input of a prompt from a demonstration: the earlier turns, the page and its candidates. */
import { ParleyError } from '../contract/index.js';
import { type BrowserTurn, readPageFiles, type WeblinxTurn } from '../demonstration/index.js';
import { parseHtml } from '../lxml/index.js';
import {
  formatDmrQuery,
  findLastRanked,
  type PromptCandidate,
  type PromptInput,
  toPromptInput,
  type RankedPage,
  getRecordedViewport,
} from '../prompt/index.js';
import { parseBoxes, type WeblinxCandidate, findWeblinxCandidates } from '../rank/index.js';

export { DEFAULT_TOP_K } from '../prompt/index.js';

/** Ranks candidates best first and returns at most `DEFAULT_TOP_K`. */
export type RankCandidates = (
  turn: number,
  query: string,
  candidates: readonly WeblinxCandidate[],
) => Promise<readonly PromptCandidate[]>;

export interface RebuiltPromptInput {
  input: PromptInput;
  /** Number of the turn whose page is used; null if there was no page yet. */
  pageTurn: number | null;
  /** Number of candidates on that page. */
  candidateCount: number;
}

interface ObservedPage extends RankedPage {
  index: number;
  candidateCount: number;
}

/**
 * Uses the same page as a live session: that of the turn itself, or the last page before it. The chat shape shows no
 * page. Its candidates come from the last page that was acted on, as in the data set.
 *
 * @param turnIndex may be one past the last turn, for the next decision
 */
export async function rebuildPromptInput(
  dir: string,
  turns: readonly WeblinxTurn[],
  turnIndex: number,
  shape: 'browser' | 'chat',
  rank: RankCandidates,
): Promise<RebuiltPromptInput> {
  const earlierTurns = turns.slice(0, turnIndex);
  const page =
    shape === 'chat'
      ? // Candidates were ranked when their page was acted on.
        await findLastRanked(earlierTurns, (_, index) =>
          readPage(dir, turns, index, turns.slice(0, index), rank),
        )
      : await findLastPage(dir, turns, turnIndex, rank);
  const currentTurn = turns[turnIndex];
  const emptyPage =
    currentTurn === undefined
      ? null
      : { page: null, viewport: getRecordedViewport(currentTurn), candidates: [] };
  return {
    input: toPromptInput(earlierTurns, page ?? emptyPage),
    pageTurn: page?.index ?? null,
    candidateCount: page?.candidateCount ?? 0,
  };
}

async function findLastPage(
  dir: string,
  turns: readonly WeblinxTurn[],
  turnIndex: number,
  rank: RankCandidates,
): Promise<ObservedPage | null> {
  for (let index = Math.min(turnIndex, turns.length - 1); index >= 0; index -= 1) {
    const page = await readPage(dir, turns, index, turns.slice(0, turnIndex), rank);
    if (page !== null) return page;
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
  const viewport = getRecordedViewport(turn);
  const boxes = files.boxes === null ? null : parseBoxes(files.boxes.json, files.boxes.path);
  const allCandidates = boxes === null ? [] : findWeblinxCandidates(page, boxes, viewport);
  const candidates = await rank(index, formatDmrQuery(history, viewport), allCandidates);
  return { index, page, viewport, candidates, candidateCount: allCandidates.length };
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
