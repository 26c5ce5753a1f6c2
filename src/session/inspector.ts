/** The navigator's read-only view of the current page. The number of queries is limited, so that every decision ends. */
import type {
  Evidence,
  Inspector,
  Observation,
  RankedCandidate,
  Ranker,
  Ranking,
  Surface,
  TextSearch,
  Uid,
} from '../contract/index.js';
import { ParleyError } from '../contract/index.js';

const MAX_QUERIES = 60;
const MAX_RESULTS = 200;

/** Only the first candidates of an answer are tested for elements that cover them. */
const MAX_HIT_TESTS = 20;

export interface InspectorParts {
  ranker: Ranker;
  textSearch: TextSearch;
  surface: Pick<Surface, 'covered'>;
}

/** @returns the inspector; `last` returns the last ranking, for the recording */
export function createInspector(
  observation: Observation,
  { ranker, textSearch, surface }: InspectorParts,
  history: readonly string[],
  signal: AbortSignal,
): Inspector & { last(): Ranking | null } {
  let queryCount = 0;
  let last: Ranking | null = null;
  /** Number of candidates of the last ranking that were returned. */
  let returned = 0;
  const bounded = (n: number): number => Math.max(0, Math.min(Math.floor(n), MAX_RESULTS));
  const coveredByOf = new Map<Uid, string>();
  const addCoveredBy = async (ranked: readonly RankedCandidate[]): Promise<RankedCandidate[]> => {
    const best = ranked.slice(0, MAX_HIT_TESTS).filter(({ candidate }) => candidate.inViewport);
    const uids = best.map(({ candidate }) => candidate.uid).filter((uid) => !coveredByOf.has(uid));
    if (uids.length) {
      const covered = await surface.covered(uids);
      for (const uid of uids) coveredByOf.set(uid, covered.get(uid) ?? '');
    }
    return ranked.map((one) => {
      const coveredBy = coveredByOf.get(one.candidate.uid);
      return coveredBy ? { ...one, coveredBy } : one;
    });
  };
  const countQuery = (): void => {
    signal.throwIfAborted();
    if (++queryCount > MAX_QUERIES)
      throw new ParleyError(
        'stuck',
        `The navigator queried one page more than ${MAX_QUERIES} times without deciding.`,
        'Ask for something more specific.',
      );
  };
  return {
    async rank(query, k) {
      countQuery();
      // Rank everything that `more` may request: another ranking could have another order.
      last = await ranker.rank({ text: query, history }, observation, MAX_RESULTS, signal);
      returned = bounded(k);
      return addCoveredBy(last.best.slice(0, returned));
    },
    async more(n) {
      countQuery();
      const rest = last?.best.slice(returned) ?? [];
      const next = rest.filter(({ candidate }) => !candidate.behindModal).slice(0, bounded(n));
      const end = next.at(-1);
      if (end) returned += rest.indexOf(end) + 1;
      return addCoveredBy(next);
    },
    async passages(question, k) {
      countQuery();
      const texts = observation.text.map((block) => block.text);
      const found = await ranker.passages(question, texts, Math.min(k, MAX_RESULTS));
      return found.map(({ index, score }) => ({ block: observation.text[index]!, score }));
    },
    async find(words, k) {
      countQuery();
      return textSearch.find(observation, words, bounded(k));
    },
    async read(target, from, k) {
      countQuery();
      return textSearch.read(observation, target, Math.floor(from), bounded(k));
    },
    last: () => last,
  };
}

/** Adds the ranking to the evidence, without its duration. */
export function withRanking(evidence: Evidence, last: Ranking | null): Evidence {
  if (!last) return evidence;
  const { total, scored, partial } = last;
  return { ...evidence, ranking: { total, scored, partial } };
}
