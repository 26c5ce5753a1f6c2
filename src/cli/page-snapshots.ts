/** Opens pages one after another in the same browser, observes them, and ranks their elements for queries. */
import type { BrowserPlan } from '../assembly/index.js';
import type { Candidate, Observation, ObservationSpec, Ranker } from '../contract/index.js';
import { parseQuery } from '../rank/index.js';
import { createSurface, openBrowser } from '../page/index.js';

export interface PageSnapshot {
  observation: Observation;
  /** Duration of each phase (start, open, settle, observe) in milliseconds. */
  timings: Record<string, number>;
  /** Maps the uid of each covered candidate in view to a description of the element that covers it. */
  coveringElements: ReadonlyMap<string, string>;
}

export interface LookResult {
  url: string;
  title: string;
  viewport: Observation['viewport'];
  timings: Record<string, number>;
  /** The ranker used, and how many of the elements its encoder compared. */
  ranking?: { ranker: string; scored: number; total: number; partial: boolean };
  candidates: (Candidate & { rank: number; score: number | null; coveredBy?: string })[];
}

/** Maximum number of controls in view for which Parley checks whether another element covers them. */
const MAX_HIT_TESTS = 200;

/** Opens each page in a new context, so that no page inherits another's state. */
export async function withPageObserver<T>(
  plan: BrowserPlan,
  spec: ObservationSpec,
  signal: AbortSignal,
  body: (observePage: (url: string) => Promise<PageSnapshot>) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const browser = await openBrowser(plan.browser);
  const startMs = Math.round(performance.now() - startedAt);
  try {
    return await body(async (url) => {
      const openedContext = await browser.openContext({
        ...plan.context,
        egress: plan.createEgressOptions(),
      });
      const surface = await createSurface(openedContext.context, {
        page: openedContext.page,
        ownsTab: openedContext.ownsTab,
        ...(openedContext.adopt ? { adopt: openedContext.adopt } : {}),
      });
      try {
        const openStartedAt = performance.now();
        const { settle } = await surface.open(url, signal);
        const openMs = Math.round(performance.now() - openStartedAt);
        const observation = await surface.observe({ text: true, documents: true, ...spec }, signal);
        const candidatesInView = observation.candidates.filter(
          ({ interactive, inViewport }) => interactive && inViewport,
        );
        const coveringElements = await surface.findCovered(
          candidatesInView.slice(0, MAX_HIT_TESTS).map(({ uid }) => uid),
        );
        return {
          observation,
          coveringElements,
          timings: { start: startMs, open: openMs, settle: settle.ms, ...observation.timings },
        };
      } finally {
        await surface.close();
        await openedContext.close();
      }
    });
  } finally {
    await browser.close();
  }
}

/** Ranks the candidates for the query; without a query, lists them in reading order. */
export async function createLookResult(
  snapshot: PageSnapshot,
  query: string | undefined,
  top: number,
  ranker: Ranker,
  signal: AbortSignal,
): Promise<LookResult> {
  const { observation, timings, coveringElements } = snapshot;
  const getCoveredBy = ({ uid }: Candidate): { coveredBy?: string } => {
    const coveredBy = coveringElements.get(uid);
    return coveredBy ? { coveredBy } : {};
  };
  const { url, title, viewport } = observation;
  if (query === undefined) {
    const candidates = observation.candidates
      .slice(0, top)
      .map((candidate, i) => ({ rank: i + 1, score: null, ...candidate, ...getCoveredBy(candidate) }));
    return { url, title, viewport, timings, candidates };
  }
  const startedAt = performance.now();
  const { best, scored, total, partial } = await ranker.rank(parseQuery(query), observation, top, signal);
  const rankMs = Math.round((performance.now() - startedAt) * 10) / 10;
  return {
    url,
    title,
    viewport,
    timings: { ...timings, rank: rankMs },
    ranking: { ranker: ranker.name, scored, total, partial },
    candidates: best.map(({ candidate, score, rank: position }) => ({
      rank: position,
      score: Math.round(score * 10_000) / 10_000,
      ...candidate,
      ...getCoveredBy(candidate),
    })),
  };
}
