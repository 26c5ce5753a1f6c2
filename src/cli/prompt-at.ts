/** The input of a prompt at a turn of a demonstration: what stood before it, the page, and its candidates. */
import { Problem } from '../contract/index.js';
import { type BrowserTurn, readPageFiles, type WeblinxTurn } from '../demonstration/index.js';
import { type LxmlDocument, parseHtml } from '../lxml/index.js';
import { dmrQuery, type PromptCandidate, type PromptInput, viewportOf } from '../prompt/index.js';
import { parseBoxes, type WeblinxCandidate, weblinxCandidates } from '../rank/index.js';

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

/** Candidates that every model of the paper is shown. */
export const TOP = 10;

/** Acts whose pages were ranked in the data set; only these have candidates (spec 3.3). */
const RANKED: ReadonlySet<string> = new Set(['click', 'change', 'textInput', 'scroll', 'load', 'submit']);

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
  const own = turns[turn];
  const seen =
    shape === 'chat'
      ? lastPage(dir, before, ({ action }) => RANKED.has(action.intent))
      : ((own?.type === 'browser' ? pageAt(dir, own, turn) : null) ?? lastPage(dir, before, () => true));
  if (seen === null)
    return {
      input: {
        before,
        page: null,
        viewport: own === undefined ? UNKNOWN : viewportOf(own),
        candidates: null,
      },
      pageOf: null,
      among: 0,
    };
  const viewport = viewportOf(seen.turn);
  const all = seen.boxes === null ? [] : weblinxCandidates(seen.page, seen.boxes, viewport);
  // The candidates of a chat turn were ranked when their page was acted on.
  const asked = shape === 'chat' ? turns.slice(0, seen.index) : before;
  const ranked = await rank(seen.index, dmrQuery(asked, viewport), all);
  return {
    input: {
      before,
      page: seen.page,
      viewport,
      candidates: ranked.length === 0 ? null : ranked.slice(0, TOP),
    },
    pageOf: seen.index,
    among: all.length,
  };
}

const UNKNOWN = { height: null, width: null };

interface SeenPage {
  index: number;
  turn: BrowserTurn;
  page: LxmlDocument | null;
  boxes: ReturnType<typeof parseBoxes> | null;
}

function lastPage(
  dir: string,
  turns: readonly WeblinxTurn[],
  fits: (turn: BrowserTurn) => boolean,
): SeenPage | null {
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index]!;
    const seen = turn.type === 'browser' && fits(turn) ? pageAt(dir, turn, index) : null;
    if (seen !== null) return seen;
  }
  return null;
}

function pageAt(dir: string, turn: BrowserTurn, index: number): SeenPage | null {
  const files = turn.state.page == null ? null : readPageFiles(dir, turn.state.page);
  if (files === null) return null;
  const boxes = files.boxes === null ? null : parseBoxes(files.boxes.json, files.boxes.path);
  return { index, turn, page: parseHtml(files.html), boxes };
}

/** @throws Problem `usage` for a turn that is not there */
export function turnNumber(turn: number, turns: readonly WeblinxTurn[]): number {
  if (turn > turns.length)
    throw new Problem(
      'usage',
      `There is no turn ${turn}: the demonstration has ${turns.length}, counted from 0.`,
      `Give a number up to ${turns.length}, which is the turn that would come next.`,
    );
  return turn;
}
