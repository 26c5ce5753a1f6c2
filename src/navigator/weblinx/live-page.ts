/**
 * The look at a live page as the paper's models are shown it: the HTML as the record has it, and of the ranked
 * candidates the documents that the data set would have.
 */
import { Buffer } from 'node:buffer';

import type { Candidate, Inspector, Observation } from '../../contract/index.js';
import { type LxmlDocument, parseHtml } from '../../lxml/index.js';
import { type PromptCandidate, type QueryViewport, type RankedPage, TOP } from '../../prompt/index.js';
import { type WeblinxCandidate, weblinxCandidates } from '../../rank/index.js';
import type { Redactor } from '../../secrets/index.js';

export interface LivePage {
  page: LxmlDocument | null;
  viewport: QueryViewport;
  /** Elements with their documents by uid, of those that the data set would rank. */
  documents: ReadonlyMap<string, WeblinxCandidate>;
}

/** A candidate that is shown, and how it was found. */
export interface ShownCandidate extends PromptCandidate {
  score: number;
  name: string;
}

/** Elements below the viewport may be ranked as well, and have no document: so many are asked for to have enough. */
const MOST = 200;

export function livePage({ weblinx, viewport }: Observation, redactor: Redactor): LivePage {
  const { width, height } = viewport;
  const size = { height, width };
  if (!weblinx) return { page: null, viewport: size, documents: new Map() };
  // Masked before anything is cut out of it, and with the losses that a file in UTF-8 has.
  const html = Buffer.from(redactor.html(weblinx.html), 'utf8').toString('utf8');
  const page = parseHtml(html);
  const documents = new Map<string, WeblinxCandidate>();
  for (const candidate of weblinxCandidates(page, new Map(Object.entries(weblinx.boxes)), size))
    // Elements may share a uid; the data set takes the first.
    if (!documents.has(candidate.uid)) documents.set(candidate.uid, candidate);
  return { page, viewport: size, documents };
}

/** @param candidates of the look: where nearly all that rank well are out of sight, those in sight make up the number */
export async function rankLive(
  { page, viewport, documents }: LivePage,
  candidates: readonly Candidate[],
  query: string,
  look: Pick<Inspector, 'rank'>,
  top = TOP,
): Promise<RankedPage & { candidates: ShownCandidate[] }> {
  if (documents.size === 0) return { page, viewport, candidates: [] };
  const ranked = await look.rank(query, MOST);
  const known = new Set(ranked.map(({ candidate }) => candidate.uid));
  const score = ranked.at(-1)?.score ?? 0;
  const others = candidates
    .filter(({ uid }) => !known.has(uid))
    .toSorted((a, b) => Number(b.interactive) - Number(a.interactive))
    .map((candidate) => ({ candidate, score }));
  const shown: ShownCandidate[] = [];
  for (const one of [...ranked, ...others]) {
    if (shown.length === top) break;
    const found = documentOf(one.candidate, documents);
    if (found) shown.push({ ...found, score: one.score, name: one.candidate.name || one.candidate.text });
  }
  return { page, viewport, candidates: shown };
}

/** Its own document, or else that of an element that it stands for. */
function documentOf(candidate: Candidate, documents: LivePage['documents']): WeblinxCandidate | undefined {
  const uids = [candidate.uid, ...candidate.folded.map(({ uid }) => uid)];
  return uids.map((uid) => documents.get(uid)).find((found) => found !== undefined);
}
