/**
 * The live page in the form that the paper's models expect: the recorded HTML, and the data set's element documents
 * for the ranked candidates.
 */
import { Buffer } from 'node:buffer';

import type { Candidate, Inspector, Observation } from '../../contract/index.js';
import { type LxmlDocument, parseHtml } from '../../lxml/index.js';
import { type PromptCandidate, type QueryViewport, type RankedPage, DEFAULT_TOP_K } from '../../prompt/index.js';
import { type WeblinxCandidate, findWeblinxCandidates } from '../../rank/index.js';
import type { Redactor } from '../../secrets/index.js';

export interface LivePage {
  page: LxmlDocument | null;
  viewport: QueryViewport;
  /** Element documents by uid, for the elements that the data set ranks. */
  documents: ReadonlyMap<string, WeblinxCandidate>;
}

/** A candidate in the prompt, with its rank. */
export interface ShownCandidate extends PromptCandidate {
  score: number;
  name: string;
}

/** Number of candidates to rank; those outside the viewport have no document and are dropped. */
const MAX_CANDIDATES = 200;

export function livePage({ weblinx, viewport }: Observation, redactor: Redactor): LivePage {
  const { width, height } = viewport;
  const size = { height, width };
  if (!weblinx) return { page: null, viewport: size, documents: new Map() };
  // Masks secrets before truncation, and normalises the text like a UTF-8 file.
  const html = Buffer.from(redactor.html(weblinx.html), 'utf8').toString('utf8');
  const page = parseHtml(html);
  const documents = new Map<string, WeblinxCandidate>();
  for (const candidate of findWeblinxCandidates(page, new Map(Object.entries(weblinx.boxes)), size))
    // If elements share a uid, the data set uses the first.
    if (!documents.has(candidate.uid)) documents.set(candidate.uid, candidate);
  return { page, viewport: size, documents };
}

/** @param candidates of the look: where nearly all that rank well are out of sight, those in sight make up the number */
export async function rankLive(
  { page, viewport, documents }: LivePage,
  candidates: readonly Candidate[],
  query: string,
  look: Pick<Inspector, 'rank'>,
  top = DEFAULT_TOP_K,
): Promise<RankedPage & { candidates: ShownCandidate[] }> {
  if (documents.size === 0) return { page, viewport, candidates: [] };
  const ranked = await look.rank(query, MAX_CANDIDATES);
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

/** The candidate's own document, or that of a folded element. */
function documentOf(candidate: Candidate, documents: LivePage['documents']): WeblinxCandidate | undefined {
  const uids = [candidate.uid, ...candidate.folded.map(({ uid }) => uid)];
  return uids.map((uid) => documents.get(uid)).find((found) => found !== undefined);
}
