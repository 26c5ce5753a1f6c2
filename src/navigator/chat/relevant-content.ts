/** Finds the page's elements and text passages that are relevant to the instruction, best first. */
import type { Inspector, Observation, RankedCandidate, State, TextBlock } from '../../contract/index.js';
import { buildPageQueries } from './page-queries.js';

export interface RelevantContent {
  /** The main query of the ranking. */
  query: string;
  rankedCandidates: RankedCandidate[];
  passages: TextBlock[];
}

const MAX_RANKED_CANDIDATES = 150;
const MAX_PASSAGES = 40;

/** @param maxTokens token limit of the page section; passages are ranked only if the page exceeds it */
export async function findRelevantContent(
  { observation, exchange }: State,
  note: string | null,
  maxTokens: number,
  inspector: Inspector,
): Promise<RelevantContent> {
  const { queries, question } = buildPageQueries(exchange, note);
  const rankings: RankedCandidate[][] = [];
  // The main query comes last, because `more` continues the latest ranking.
  for (const query of queries.toReversed())
    rankings.unshift(await inspector.rank(query, MAX_RANKED_CANDIDATES));
  const rankedPassages = mayExceedTokens(observation, maxTokens)
    ? await inspector.rankPassages(question, MAX_PASSAGES)
    : [];
  return {
    query: queries[0],
    rankedCandidates: interleave(rankings),
    passages: rankedPassages.map(({ block }) => block),
  };
}

const MIN_CHARS_PER_TOKEN = 3;
const MIN_TOKENS_PER_ELEMENT_LINE = 6;

function mayExceedTokens({ text, candidates }: Observation, maxTokens: number): boolean {
  const textLength = text.reduce((sum, block) => sum + block.text.length, 0);
  return textLength / MIN_CHARS_PER_TOKEN + candidates.length * MIN_TOKENS_PER_ELEMENT_LINE > maxTokens;
}

/** Merges rankings by taking the next best element of each in turn, and assigns new ranks. */
function interleave(rankings: readonly (readonly RankedCandidate[])[]): RankedCandidate[] {
  const mergedByUid = new Map<string, RankedCandidate>();
  for (let i = 0; i < Math.max(0, ...rankings.map((list) => list.length)); i++)
    for (const ranking of rankings) {
      const rankedCandidate = ranking[i];
      if (rankedCandidate && !mergedByUid.has(rankedCandidate.candidate.uid))
        mergedByUid.set(rankedCandidate.candidate.uid, { ...rankedCandidate, rank: mergedByUid.size + 1 });
    }
  return [...mergedByUid.values()];
}
