/** One browser, many looks: opens places one after the other and ranks what is seen there for queries. */
import type { BrowserPlan } from '../assembly/index.js';
import type { Candidate, Observation, ObservationSpec, Ranker } from '../contract/index.js';
import { queryOf } from '../rank/index.js';
import { createSurface, openBrowser } from '../page/index.js';

export interface SeenPlace {
  observation: Observation;
  /** Milliseconds: open and settle, observe. */
  timings: Record<string, number>;
  /** What lies over candidates in view, the first ones. */
  covered: ReadonlyMap<string, string>;
}

export interface LookedUp {
  url: string;
  title: string;
  viewport: Observation['viewport'];
  timings: Record<string, number>;
  /** How many of the elements were compared by meaning. */
  ranking?: { ranker: string; scored: number; of: number; partial: boolean };
  candidates: (Candidate & { rank: number; score: number | null; coveredBy?: string })[];
}

/** So many controls in view are tried out for what covers them. */
const MOST_TRIED = 200;

/** Opens each place in a context of its own, so that no page inherits what another left behind. */
export async function withLooks<T>(
  plan: BrowserPlan,
  spec: ObservationSpec,
  signal: AbortSignal,
  body: (see: (url: string) => Promise<SeenPlace>) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const browser = await openBrowser(plan.browser);
  const started = Math.round(performance.now() - began);
  try {
    return await body(async (url) => {
      const opened = await browser.openContext({ ...plan.context, egress: plan.egress() });
      const surface = await createSurface(opened.context, {
        page: opened.page,
        owns: opened.owns,
        ...(opened.adopt ? { adopt: opened.adopt } : {}),
      });
      try {
        const opening = performance.now();
        const { settle } = await surface.open(url, signal);
        const opened = Math.round(performance.now() - opening);
        const observation = await surface.observe({ text: true, documents: true, ...spec }, signal);
        const inView = observation.candidates.filter(
          ({ interactive, inViewport }) => interactive && inViewport,
        );
        const covered = await surface.covered(inView.slice(0, MOST_TRIED).map(({ uid }) => uid));
        return {
          observation,
          covered,
          timings: { start: started, open: opened, settle: settle.ms, ...observation.timings },
        };
      } finally {
        await surface.close();
        await opened.close();
      }
    });
  } finally {
    await browser.close();
  }
}

/** Without a query: all candidates in reading order. */
export async function lookUp(
  seen: SeenPlace,
  query: string | undefined,
  top: number,
  ranker: Ranker,
  signal: AbortSignal,
): Promise<LookedUp> {
  const { observation, timings, covered } = seen;
  const over = ({ uid }: Candidate): { coveredBy?: string } => {
    const coveredBy = covered.get(uid);
    return coveredBy ? { coveredBy } : {};
  };
  const { url, title, viewport } = observation;
  if (query === undefined) {
    const candidates = observation.candidates
      .slice(0, top)
      .map((candidate, i) => ({ rank: i + 1, score: null, ...candidate, ...over(candidate) }));
    return { url, title, viewport, timings, candidates };
  }
  const began = performance.now();
  const { best, scored, total: of, partial } = await ranker.rank(queryOf(query), observation, top, signal);
  const rank = Math.round((performance.now() - began) * 10) / 10;
  return {
    url,
    title,
    viewport,
    timings: { ...timings, rank },
    ranking: { ranker: ranker.name, scored, of, partial },
    candidates: best.map(({ candidate, score, rank: at }) => ({
      rank: at,
      score: Math.round(score * 10_000) / 10_000,
      ...candidate,
      ...over(candidate),
    })),
  };
}
