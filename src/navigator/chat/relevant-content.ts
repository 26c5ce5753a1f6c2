/** Finds the elements and texts of the page that are relevant to the instruction, best first. */
import type { Inspector, Observation, RankedCandidate, State, TextBlock } from '../../contract/index.js';
import { pageQueries } from './page-queries.js';

export interface RelevantContent {
  /** The main query of the ranking. */
  query: string;
  ranked: RankedCandidate[];
  passages: TextBlock[];
}

const MAX_RANKED = 150;
const MAX_PASSAGES = 40;

/** @param room tokens of the page part; a page that fits needs no passages */
export async function findRelevantContent(
  { observation, exchange }: State,
  note: string | null,
  room: number,
  look: Inspector,
): Promise<RelevantContent> {
  const { queries, question } = pageQueries(exchange, note);
  const lists: RankedCandidate[][] = [];
  // The main query comes last, because `more` continues the latest ranking.
  for (const query of queries.toReversed()) lists.unshift(await look.rank(query, MAX_RANKED));
  const found = isLong(observation, room) ? await look.rankPassages(question, MAX_PASSAGES) : [];
  return { query: queries[0], ranked: interleaved(lists), passages: found.map(({ block }) => block) };
}

/** Minimum characters per token, and minimum tokens per element line. */
const [CHARACTERS, LINE] = [3, 6];

function isLong({ text, candidates }: Observation, room: number): boolean {
  const written = text.reduce((sum, block) => sum + block.text.length, 0);
  return written / CHARACTERS + candidates.length * LINE > room;
}

/** Merges rankings by taking the best of each in turn, and assigns new ranks. */
function interleaved(lists: readonly (readonly RankedCandidate[])[]): RankedCandidate[] {
  const found = new Map<string, RankedCandidate>();
  for (let i = 0; i < Math.max(0, ...lists.map((list) => list.length)); i++)
    for (const list of lists) {
      const one = list[i];
      if (one && !found.has(one.candidate.uid))
        found.set(one.candidate.uid, { ...one, rank: found.size + 1 });
    }
  return [...found.values()];
}
