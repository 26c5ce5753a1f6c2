/** The navigator's read-only view of the current page: counted, so that no decision can look forever. */
import type {
  Evidence,
  Inspector,
  Observation,
  RankedCandidate,
  Ranker,
  Ranking,
  Surface,
  Uid,
} from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { findIn } from './finding.js';
import { readIn } from './reading.js';

const MOST_LOOKS = 60;
const MOST_RESULTS = 200;

/** So many of the first that are given are tried out for what covers them. */
const MOST_TRIED = 20;

/** @returns with the last ranking beside it, for the record */
export function createInspector(
  observation: Observation,
  ranker: Ranker,
  surface: Pick<Surface, 'covered'>,
  before: readonly string[],
  signal: AbortSignal,
): Inspector & { last(): Ranking | null } {
  let looks = 0;
  let last: Ranking | null = null;
  /** How many of the last ranking were given. */
  let given = 0;
  const bounded = (n: number): number => Math.max(0, Math.min(Math.floor(n), MOST_RESULTS));
  const tried = new Map<Uid, string>();
  const tryOut = async (ranked: readonly RankedCandidate[]): Promise<RankedCandidate[]> => {
    const best = ranked.slice(0, MOST_TRIED).filter(({ candidate }) => candidate.inViewport);
    const uids = best.map(({ candidate }) => candidate.uid).filter((uid) => !tried.has(uid));
    if (uids.length) {
      const covered = await surface.covered(uids);
      for (const uid of uids) tried.set(uid, covered.get(uid) ?? '');
    }
    return ranked.map((one) => {
      const coveredBy = tried.get(one.candidate.uid);
      return coveredBy ? { ...one, coveredBy } : one;
    });
  };
  const count = (): void => {
    signal.throwIfAborted();
    if (++looks > MOST_LOOKS)
      throw new ParleyError(
        'stuck',
        `The navigator looked at one page more than ${MOST_LOOKS} times without deciding.`,
        'Ask for something more specific.',
      );
  };
  return {
    async rank(query, k) {
      count();
      // All that can be asked for at once: ranked anew, with less or more time, the rest might be other ones.
      last = await ranker.rank({ text: query, history: before }, observation, MOST_RESULTS, signal);
      given = bounded(k);
      return tryOut(last.best.slice(0, given));
    },
    async more(n) {
      count();
      const rest = last?.best.slice(given) ?? [];
      const next = rest.filter(({ candidate }) => !candidate.behindModal).slice(0, bounded(n));
      const end = next.at(-1);
      if (end) given += rest.indexOf(end) + 1;
      return tryOut(next);
    },
    async passages(question, k) {
      count();
      const texts = observation.text.map((block) => block.text);
      const found = await ranker.passages(question, texts, Math.min(k, MOST_RESULTS));
      return found.map(({ index, score }) => ({ block: observation.text[index]!, score }));
    },
    async find(words, k) {
      count();
      return findIn(observation, words, bounded(k));
    },
    async read(place, from, k) {
      count();
      return readIn(observation, place, Math.floor(from), bounded(k));
    },
    last: () => last,
  };
}

/** How a ranking came about belongs to what a decision rests on; how long it took does not. */
export function withRanking(evidence: Evidence, last: Ranking | null): Evidence {
  if (!last) return evidence;
  const { total, scored, partial } = last;
  return { ...evidence, ranking: { total, scored, partial } };
}
