/** Observes the grounding set's pages for ranking, and finds the correct candidates for each instruction. */
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
import { groundEntries, type GroundedInstruction } from './grounding.js';
import { type GroundingEntry, readGrounding } from './grounding-set.js';

export interface RankingQuestion {
  id: string;
  query: RankQuery;
  kind: GroundingEntry['kind'];
  split: GroundingEntry['split'];
  set: 'sites' | 'miniwob';
  /** Indices of the candidates that are a target or have a target folded into them. */
  strictTargets: number[];
  /** Indices of the strict targets and of other candidates on which a click has the same effect. */
  functionalTargets: number[];
}

/** The properties of an observation that rankers read, and the questions about the page. */
export interface RankingPage {
  url: string;
  candidates: Candidate[];
  viewport: Viewport;
  questions: RankingQuestion[];
}

export interface ObservedRankingPage extends RankingPage {
  observation: Observation;
}

const listXpaths = (candidate: Candidate): string[] => [
  candidate.xpath,
  ...candidate.folded.map(({ xpath }) => xpath),
];
const computeArea = ({ width, height }: Box): number => width * height;

/** A wrapper counts as the target if its area is at most this multiple of the target's area. */
const MAX_WRAPPER_RATIO = 1.5;

/** Whether a click on the candidate hits the target: the candidate is inside it, or wraps it closely. */
function isEquivalent(candidate: Candidate, target: { xpath: string; box: Box }): boolean {
  const x = candidate.box.x + candidate.box.width / 2;
  const y = candidate.box.y + candidate.box.height / 2;
  const { box } = target;
  const isCentreInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  if (!isCentreInside || candidate.frame.length > 0) return false;
  return listXpaths(candidate).some(
    (xpath) =>
      xpath.startsWith(`${target.xpath}/`) ||
      (target.xpath.startsWith(`${xpath}/`) &&
        computeArea(candidate.box) <= MAX_WRAPPER_RATIO * computeArea(box)),
  );
}

function toQuestion(
  { id, instruction, context, targets, kind, split }: GroundedInstruction,
  candidates: readonly Candidate[],
): RankingQuestion {
  const indices = [...candidates.keys()];
  const strictTargets = indices.filter((i) =>
    targets.some(({ xpath }) => listXpaths(candidates[i]!).includes(xpath)),
  );
  const functionalTargets = indices.filter(
    (i) => strictTargets.includes(i) || targets.some((target) => isEquivalent(candidates[i]!, target)),
  );
  const query = { text: instruction, history: context };
  const set = id.startsWith('mw-') ? 'miniwob' : 'sites';
  return { id, query, kind, split, set, strictTargets, functionalTargets };
}

/**
 * Observes each page state of the grounding set.
 * @param extraSpec what to observe besides the rankers' input
 * @returns the pages, and the number of entries whose page could not be prepared
 */
export async function observeGroundingSet(
  browser: Browser,
  extraSpec: ObservationSpec = {},
): Promise<{ pages: ObservedRankingPage[]; faultCount: number }> {
  const pages: ObservedRankingPage[] = [];
  const { faults } = await groundEntries(browser, readGrounding(), async (page, instructions) => {
    if (instructions.length === 0) return;
    const surface = await createSurface(page.context(), { page });
    const observation = await surface.observe(
      { documents: true, ...extraSpec },
      new AbortController().signal,
    );
    const { candidates, viewport, url } = observation;
    const questions = instructions.map((instruction) => toQuestion(instruction, candidates));
    pages.push({ url, candidates, viewport, observation, questions });
  });
  return { pages, faultCount: faults.length };
}
