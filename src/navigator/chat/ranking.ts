/** What of the page matters for what is wanted now: elements and texts, best first. */
import type { Inspector, Observation, RankedCandidate, State, TextBlock } from '../../contract/index.js';
import { wanted } from './wanted.js';

export interface Mattering {
  /** The main one of what was ranked for. */
  query: string;
  ranked: RankedCandidate[];
  passages: TextBlock[];
}

const RANKED = 150;
const PASSAGES = 40;

/** @param room tokens of the page part: what is shown whole need not be chosen from */
export async function rankFor(
  { observation, exchange }: State,
  note: string | null,
  room: number,
  look: Inspector,
): Promise<Mattering> {
  const { queries, question } = wanted(exchange, note);
  const lists: RankedCandidate[][] = [];
  // The main one is asked last: `more` goes on where it ends.
  for (const query of queries.toReversed()) lists.unshift(await look.rank(query, RANKED));
  const found = isLong(observation, room) ? await look.passages(question, PASSAGES) : [];
  return { query: queries[0], ranked: interleaved(lists), passages: found.map(({ block }) => block) };
}

/** Characters of a token at least, and tokens of an element's line at least. */
const [CHARACTERS, LINE] = [3, 6];

function isLong({ text, candidates }: Observation, room: number): boolean {
  const written = text.reduce((sum, block) => sum + block.text.length, 0);
  return written / CHARACTERS + candidates.length * LINE > room;
}

/** One list out of several, the best of each in turn; ranks are counted anew. */
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
