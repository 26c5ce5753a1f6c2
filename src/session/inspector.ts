/** The navigator's read-only view of the current page. Limits the number of queries, so that every decision ends. */
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

/** Maximum number of candidates per query that are checked for being covered by other elements. */
const MAX_HIT_TESTS = 20;

export interface InspectorParts {
  ranker: Ranker;
  textSearch: TextSearch;
  surface: Pick<Surface, 'findCovered' | 'takeNumberedScreenshot' | 'readDownload'>;
}

/** @returns the inspector; its `getLastRanking` is for the recording */
export function createInspector(
  observation: Observation,
  { ranker, textSearch, surface }: InspectorParts,
  history: readonly string[],
  signal: AbortSignal,
): Inspector & { getLastRanking(): Ranking | null } {
  let queryCount = 0;
  let lastRanking: Ranking | null = null;
  const clampCount = (count: number): number => Math.max(0, Math.min(Math.floor(count), MAX_RESULTS));
  const coveredByUid = new Map<Uid, string>();
  const runHitTests = async (uids: readonly Uid[]): Promise<void> => {
    const untestedUids = uids.filter((uid) => !coveredByUid.has(uid));
    if (untestedUids.length === 0) return;
    const coveredBy = await surface.findCovered(untestedUids);
    for (const uid of untestedUids) coveredByUid.set(uid, coveredBy.get(uid) ?? '');
  };
  const addCoveredBy = async (rankedCandidates: readonly RankedCandidate[]): Promise<RankedCandidate[]> => {
    const candidatesInViewport = rankedCandidates
      .slice(0, MAX_HIT_TESTS)
      .filter(({ candidate }) => candidate.inViewport);
    await runHitTests(candidatesInViewport.map(({ candidate }) => candidate.uid));
    return rankedCandidates.map((rankedCandidate) => {
      const coveredBy = coveredByUid.get(rankedCandidate.candidate.uid);
      return coveredBy ? { ...rankedCandidate, coveredBy } : rankedCandidate;
    });
  };
  const countQuery = (): void => {
    signal.throwIfAborted();
    if (++queryCount > MAX_QUERIES)
      throw new ParleyError(
        'stuck',
        `The navigator queried the page more than ${MAX_QUERIES} times without deciding.`,
        'Ask for something more specific.',
      );
  };
  return {
    async rank(query, k) {
      countQuery();
      lastRanking = await ranker.rank({ text: query, history }, observation, clampCount(k), signal);
      return addCoveredBy(lastRanking.best);
    },
    async rankPassages(question, k) {
      countQuery();
      const passages = observation.text.map((block) => block.text);
      const rankedPassages = await ranker.rankPassages(question, passages, Math.min(k, MAX_RESULTS));
      return rankedPassages.map(({ index, score }) => ({ block: observation.text[index]!, score }));
    },
    async takeNumberedScreenshot(numbers) {
      countQuery();
      return surface.takeNumberedScreenshot(numbers, signal);
    },
    async find(words, k) {
      countQuery();
      return textSearch.find(observation, words, clampCount(k));
    },
    async read(target, from, k) {
      countQuery();
      return textSearch.read(observation, target, Math.floor(from), clampCount(k));
    },
    async findCovered(uids) {
      countQuery();
      const testedUids = uids.slice(0, MAX_RESULTS);
      await runHitTests(testedUids);
      return new Map(
        testedUids.flatMap((uid): [Uid, string][] => {
          const coveredBy = coveredByUid.get(uid);
          return coveredBy ? [[uid, coveredBy]] : [];
        }),
      );
    },
    async readDownload(file, question) {
      countQuery();
      const download = await surface.readDownload(file, signal);
      if (download.status === 'unreadable') return download;
      const { pages } = download;
      const passages = pages.map(({ text }) => text);
      const rankedPassages = await ranker.rankPassages(question, passages, pages.length);
      const matchingPages = rankedPassages.map(({ index }) => pages[index]!);
      // The pages without a match follow in page order.
      return {
        ...download,
        pages: [...matchingPages, ...pages.filter((page) => !matchingPages.includes(page))],
      };
    },
    getLastRanking: () => lastRanking,
  };
}

/** Adds the ranking to the evidence, without its duration. */
export function addRanking(evidence: Evidence, lastRanking: Ranking | null): Evidence {
  if (!lastRanking) return evidence;
  const { total, scored, partial } = lastRanking;
  return { ...evidence, ranking: { total, scored, partial } };
}
