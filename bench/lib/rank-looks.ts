/** The grounding set as rankers see it: one look a scene, and which of its candidates are right. */
import type { Browser } from 'playwright';

import { createSurface } from '../../src/page/index.js';
import type {
  Box,
  Candidate,
  Observation,
  ObservationSpec,
  RankQuery,
  Viewport,
} from '../../src/contract/index.js';
import { ground, type Grounded } from './grounding.js';
import { type Entry, readGrounding } from './grounding-set.js';

export interface Question {
  id: string;
  query: RankQuery;
  kind: Entry['kind'];
  split: Entry['split'];
  set: 'sites' | 'miniwob';
  /** Positions of the candidates that are the element itself, or one folded into it. */
  strict: number[];
  /** Those and what does the same when clicked in its middle. */
  functional: number[];
}

/** What of an observation rankers read. */
export interface RankedLook {
  url: string;
  candidates: Candidate[];
  viewport: Viewport;
  questions: Question[];
}

export interface SeenLook extends RankedLook {
  observation: Observation;
}

const paths = (one: Candidate): string[] => [one.xpath, ...one.folded.map(({ xpath }) => xpath)];
const area = ({ width, height }: Box): number => width * height;

/** A wrapper this much larger than the target at most is as good as the target. */
const SNUG = 1.5;

/** Inside the target, or a snug wrapper around it whose middle is the target's. */
function doesTheSame(one: Candidate, target: { xpath: string; box: Box }): boolean {
  const x = one.box.x + one.box.width / 2;
  const y = one.box.y + one.box.height / 2;
  const { box } = target;
  const hits = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  if (!hits || one.frame.length > 0) return false;
  return paths(one).some(
    (path) =>
      path.startsWith(`${target.xpath}/`) ||
      (target.xpath.startsWith(`${path}/`) && area(one.box) <= SNUG * area(box)),
  );
}

function question(
  { id, instruction, context, targets, kind, split }: Grounded,
  candidates: readonly Candidate[],
): Question {
  const all = [...candidates.keys()];
  const strict = all.filter((i) => targets.some(({ xpath }) => paths(candidates[i]!).includes(xpath)));
  const functional = all.filter(
    (i) => strict.includes(i) || targets.some((target) => doesTheSame(candidates[i]!, target)),
  );
  const query = { text: instruction, history: context };
  return { id, query, kind, split, set: id.startsWith('mw-') ? 'miniwob' : 'sites', strict, functional };
}

/**
 * @param more what is needed besides what rankers read
 * @returns the looks, and how many entries could not be brought about on their page
 */
export async function lookAtGroundingSet(
  browser: Browser,
  more: ObservationSpec = {},
): Promise<{ looks: SeenLook[]; faults: number }> {
  const looks: SeenLook[] = [];
  const { faults } = await ground(browser, readGrounding(), async (page, grounded) => {
    if (grounded.length === 0) return;
    const surface = await createSurface(page.context(), { page });
    const observation = await surface.observe({ documents: true, ...more }, new AbortController().signal);
    const { candidates, viewport, url } = observation;
    const questions = grounded.map((one) => question(one, candidates));
    looks.push({ url, candidates, viewport, observation, questions });
  });
  return { looks, faults: faults.length };
}
