/**
 * What an element's own words leave open and its surroundings tell: the row, card or section that it stands
 * in, and the heading above. "Delete the comment by Ana" is the Delete in the box that also says Ana.
 */
import { around, type Tree } from './tree.js';
import { wordsOf } from './words.js';

/** Containers further out than this say what is on the page, not where the element is. */
const MOST_LEVELS = 8;

/** A heading names a section; a row that holds the words itself is closer. */
const HEADING = 0.6;

/**
 * @param own the words of each candidate
 * @param query word → weight
 * @param rarity word → how much it tells, at least 0
 * @param alone whether surroundings count that hold all of the query while the candidate holds nothing of it
 * @returns 0–1 a candidate: share of the query's weight that only the surroundings cover, the less the more
 *   controls they hold
 */
export function surroundings(
  tree: Tree,
  own: readonly ReadonlySet<string>[],
  query: ReadonlyMap<string, number>,
  rarity: (word: string) => number,
  alone = false,
): Float64Array {
  const { candidates, controls } = tree;
  const scores = new Float64Array(candidates.length);
  const words = [...query].map(([word, weight]) => ({ word, worth: weight * rarity(word) }));
  const total = words.reduce((sum, { worth }) => sum + worth, 0);
  if (total <= 0) return scores;
  const said = words.map(({ word }) => word);
  // Texts of containers are long: only whether they hold a word of the query is kept of them.
  const holds = candidates.map((candidate, i) => {
    const { id = '', class: style = '' } = candidate.attributes;
    const all = new Set(wordsOf(`${candidate.name} ${candidate.text} ${id} ${style}`));
    return new Set(said.filter((word) => all.has(word) || own[i]!.has(word)));
  });
  const headings = new Map<string, Set<string>>();
  candidates.forEach((candidate, i) => {
    const left = words.filter(({ word }) => !own[i]!.has(word));
    if (left.length === 0 || (!alone && left.length === words.length)) return;
    let heading = headings.get(candidate.place);
    if (!heading) headings.set(candidate.place, (heading = new Set(wordsOf(candidate.place))));
    let best = 0;
    for (const { word, worth } of left) if (heading.has(word)) best += worth * HEADING;
    let level = 0;
    for (const up of around(tree, i)) {
      if (++level > MOST_LEVELS) break;
      let gained = 0;
      for (const { word, worth } of left) if (holds[up]!.has(word)) gained += worth;
      best = Math.max(
        best,
        gained / (1 + Math.log2(Math.max(1, controls[up]!) / Math.max(1, controls[i]!)) / 3),
      );
    }
    scores[i] = Math.min(1, best / total);
  });
  return scores;
}
