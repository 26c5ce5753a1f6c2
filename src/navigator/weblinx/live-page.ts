/**
 * Converts the live page to the form that the paper's models expect: the recorded HTML, and the ranked candidates as
 * the data set describes elements.
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
  /** The elements that the data set would rank, by uid. */
  weblinxCandidates: ReadonlyMap<string, WeblinxCandidate>;
}

/** A candidate in the prompt, with its score in the ranking. */
export interface RankedPromptCandidate extends PromptCandidate {
  score: number;
  name: string;
}

/** Number of candidates to rank. The prompt drops those that the data set would not rank, such as those out of view. */
const MAX_RANKED_CANDIDATES = 200;

export function createLivePage({ weblinx, viewport }: Observation, redactor: Redactor): LivePage {
  const { width, height } = viewport;
  const viewportSize = { height, width };
  if (!weblinx) return { page: null, viewport: viewportSize, weblinxCandidates: new Map() };
  // Masks secrets before truncation, and normalises the text like a UTF-8 file.
  const html = Buffer.from(redactor.html(weblinx.html), 'utf8').toString('utf8');
  const page = parseHtml(html);
  const weblinxCandidates = new Map<string, WeblinxCandidate>();
  for (const candidate of findWeblinxCandidates(page, new Map(Object.entries(weblinx.boxes)), viewportSize))
    // If elements share a uid, the data set uses the first.
    if (!weblinxCandidates.has(candidate.uid)) weblinxCandidates.set(candidate.uid, candidate);
  return { page, viewport: viewportSize, weblinxCandidates };
}

/** @param candidates all of the observation's candidates; they fill the list if most ranked ones are out of view */
export async function rankLivePage(
  { page, viewport, weblinxCandidates }: LivePage,
  candidates: readonly Candidate[],
  query: string,
  inspector: Pick<Inspector, 'rank'>,
  topK = DEFAULT_TOP_K,
): Promise<RankedPage & { candidates: RankedPromptCandidate[] }> {
  if (weblinxCandidates.size === 0) return { page, viewport, candidates: [] };
  const ranked = await inspector.rank(query, MAX_RANKED_CANDIDATES);
  const rankedUids = new Set(ranked.map(({ candidate }) => candidate.uid));
  const lowestScore = ranked.at(-1)?.score ?? 0;
  const unrankedCandidates = candidates
    .filter(({ uid }) => !rankedUids.has(uid))
    .toSorted((a, b) => Number(b.interactive) - Number(a.interactive))
    .map((candidate) => ({ candidate, score: lowestScore }));
  const promptCandidates: RankedPromptCandidate[] = [];
  for (const ranking of [...ranked, ...unrankedCandidates]) {
    if (promptCandidates.length === topK) break;
    const weblinxCandidate = findWeblinxCandidate(ranking.candidate, weblinxCandidates);
    if (weblinxCandidate)
      promptCandidates.push({
        ...weblinxCandidate,
        score: ranking.score,
        name: ranking.candidate.name || ranking.candidate.text,
      });
  }
  return { page, viewport, candidates: promptCandidates };
}

/** Finds the candidate, or an element merged into it, among the elements that the data set would rank. */
function findWeblinxCandidate(
  candidate: Candidate,
  weblinxCandidates: LivePage['weblinxCandidates'],
): WeblinxCandidate | undefined {
  const uids = [candidate.uid, ...candidate.folded.map(({ uid }) => uid)];
  return uids.map((uid) => weblinxCandidates.get(uid)).find((match) => match !== undefined);
}
