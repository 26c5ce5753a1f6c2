/** The input of a prompt at a turn of a demonstration: what stood before it, the page, and its candidates. */
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

/** Best first, at most `TOP` of them. */
export type RankCandidates = (
  turn: number,
  query: string,
  candidates: readonly WeblinxCandidate[],
) => Promise<readonly PromptCandidate[]>;

export interface PromptAt {
  input: PromptInput;
  /** The turn whose page it is; null where no page was seen before. */
  pageOf: number | null;
  /** Elements that were candidates on that page. */
  among: number;
}

interface SeenPage extends RankedPage {
  index: number;
  among: number;
}

/**
 * As live: the page of the turn itself, or the last one before it. With the chat shape the page is not shown,
 * and the candidates are those of the last page that was acted on, as the data set has it.
 *
 * @param turn may be one more than the last, for what would be decided next
 */
export async function promptAt(
  dir: string,
  turns: readonly WeblinxTurn[],
  turn: number,
  shape: 'browser' | 'chat',
  rank: RankCandidates,
): Promise<PromptAt> {
  const before = turns.slice(0, turn);
  const seen =
    shape === 'chat'
      ? // They were ranked when their page was acted on.
        await lastRanked(before, (_, index) => pageAt(dir, turns, index, turns.slice(0, index), rank))
      : await lastPage(dir, turns, turn, rank);
  const own = turns[turn];
  const none = own === undefined ? null : { page: null, viewport: viewportOf(own), candidates: [] };
  return { input: promptInput(before, seen ?? none), pageOf: seen?.index ?? null, among: seen?.among ?? 0 };
}

async function lastPage(
  dir: string,
  turns: readonly WeblinxTurn[],
  turn: number,
  rank: RankCandidates,
): Promise<SeenPage | null> {
  for (let index = Math.min(turn, turns.length - 1); index >= 0; index -= 1) {
    const seen = await pageAt(dir, turns, index, turns.slice(0, turn), rank);
    if (seen !== null) return seen;
  }
  return null;
}

/** @param asked the turns that its candidates are ranked for */
async function pageAt(
  dir: string,
  turns: readonly WeblinxTurn[],
  index: number,
  asked: readonly WeblinxTurn[],
  rank: RankCandidates,
): Promise<SeenPage | null> {
  const turn = turns[index];
  const files = turn?.type === 'browser' ? filesOf(dir, turn) : null;
  if (turn === undefined || files === null) return null;
  const page = parseHtml(files.html);
  const viewport = viewportOf(turn);
  const boxes = files.boxes === null ? null : parseBoxes(files.boxes.json, files.boxes.path);
  const all = boxes === null ? [] : weblinxCandidates(page, boxes, viewport);
  const candidates = await rank(index, dmrQuery(asked, viewport), all);
  return { index, page, viewport, candidates, among: all.length };
}

function filesOf(dir: string, { state }: BrowserTurn): ReturnType<typeof readPageFiles> {
  return state.page == null ? null : readPageFiles(dir, state.page);
}

/** @throws Problem `usage` for a turn that is not there */
export function turnNumber(turn: number, turns: readonly WeblinxTurn[]): number {
  if (turn > turns.length)
    throw new ParleyError(
      'usage',
      `There is no turn ${turn}: the demonstration has ${turns.length}, counted from 0.`,
      `Give a number up to ${turns.length}, which is the turn that would come next.`,
    );
  return turn;
}
