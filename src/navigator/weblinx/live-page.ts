/**
 * The live page in the form that the paper's models expect: the recorded HTML, and the data set's element documents
 * for the ranked candidates.
 */
import { Buffer } from 'node:buffer';

import type { Candidate, Inspector, Observation } from '../../contract/index.js';
import { type LxmlDocument, parseHtml } from '../../lxml/index.js';
import {
  type PromptCandidate,
  type QueryViewport,
  type RankedPage,
  DEFAULT_TOP_K,
} from '../../prompt/index.js';
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

export function createLivePage({ weblinx, viewport }: Observation, redactor: Redactor): LivePage {
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

/** @param candidates all candidates of the observation; they fill the list if most ranked ones are out of view */
export async function rankLivePage(
  { page, viewport, documents }: LivePage,
  candidates: readonly Candidate[],
  query: string,
  inspector: Pick<Inspector, 'rank'>,
  topK = DEFAULT_TOP_K,
): Promise<RankedPage & { candidates: ShownCandidate[] }> {
  if (documents.size === 0) return { page, viewport, candidates: [] };
  const ranked = await inspector.rank(query, MAX_CANDIDATES);
  const rankedUids = new Set(ranked.map(({ candidate }) => candidate.uid));
  const lowestScore = ranked.at(-1)?.score ?? 0;
  const unranked = candidates
    .filter(({ uid }) => !rankedUids.has(uid))
    .toSorted((a, b) => Number(b.interactive) - Number(a.interactive))
    .map((candidate) => ({ candidate, score: lowestScore }));
  const shown: ShownCandidate[] = [];
  for (const ranking of [...ranked, ...unranked]) {
    if (shown.length === topK) break;
    const found = findDocument(ranking.candidate, documents);
    if (found)
      shown.push({
        ...found,
        score: ranking.score,
        name: ranking.candidate.name || ranking.candidate.text,
      });
  }
  return { page, viewport, candidates: shown };
}

/** The candidate's own document, or that of a folded element. */
function findDocument(candidate: Candidate, documents: LivePage['documents']): WeblinxCandidate | undefined {
  const uids = [candidate.uid, ...candidate.folded.map(({ uid }) => uid)];
  return uids.map((uid) => documents.get(uid)).find((found) => found !== undefined);
}
