/** Measures the CPU cost of a prompt's page section: ranking the page, and formatting the ranked content. */
import type { Observation, Ranker, Surface } from '../../src/contract/index.js';
import type { CountTokens } from '../../src/prompt/index.js';
import { openRanker, textSearch } from '../../src/rank/index.js';
import { createInspector } from '../../src/session/inspector.js';
import { median, takeSample } from './measure.js';
import {
  type RankedContent,
  MAX_PASSAGES,
  buildFirstPageSection,
  MAX_RANKED_CANDIDATES,
  PAGE_SECTION_TOKEN_BUDGET,
} from './parley-prompts.js';

/** CPU time in milliseconds. */
export interface PromptCost {
  /** Ranking a page that the ranker has not seen before. The encoder is already loaded. */
  rankNewPageMs: number;
  /** Ranking the same page again. */
  rankKnownPageMs: number;
  pageSectionMs: number;
}

interface PromptCostInput {
  observation: Observation;
  surface: Pick<Surface, 'findCovered' | 'takeNumberedScreenshot' | 'readDownload'>;
  goal: string;
  signal: AbortSignal;
}

async function rankContent(
  { observation, surface, goal, signal }: PromptCostInput,
  ranker: Ranker,
): Promise<RankedContent> {
  const inspector = createInspector(observation, { ranker, textSearch, surface }, [], signal);
  const rankedCandidates = await inspector.rank(goal, MAX_RANKED_CANDIDATES);
  const passages = await inspector.rankPassages(goal, MAX_PASSAGES);
  return { ranked: rankedCandidates, passages: passages.map(({ block }) => block) };
}

/** Ranks the page twice with a new ranker, so that the page is unknown the first time and known the second time. */
async function measureRanking(
  input: PromptCostInput,
): Promise<{ content: RankedContent; newPageMs: number; knownPageMs: number }> {
  const ranker = openRanker();
  try {
    const { observation } = input;
    // The first ranking loads the encoder.
    const pageWithOneCandidate = { ...observation, candidates: observation.candidates.slice(0, 1) };
    await ranker.rank({ text: 'anything', history: [] }, pageWithOneCandidate, 1);
    const newPageSample = await takeSample(() => rankContent(input, ranker));
    let content: RankedContent = { ranked: [], passages: [] };
    const knownPageSample = await takeSample(async () => {
      content = await rankContent(input, ranker);
    });
    return { content, newPageMs: newPageSample.cpu, knownPageMs: knownPageSample.cpu };
  } finally {
    await ranker.close();
  }
}

export async function measurePromptCost(
  input: PromptCostInput,
  countTokens: CountTokens,
  rounds: number,
): Promise<{ content: RankedContent; cost: PromptCost }> {
  const rankings = [];
  for (let i = 0; i < rounds; i++) rankings.push(await measureRanking(input));
  const { content } = rankings[0]!;
  const formattingCosts = [];
  // The first round is not measured, because the code is compiled during it.
  for (let i = -1; i < rounds; i++) {
    const { cpu } = await takeSample(async () =>
      buildFirstPageSection(input.observation, content, PAGE_SECTION_TOKEN_BUDGET, countTokens),
    );
    if (i >= 0) formattingCosts.push(cpu);
  }
  return {
    content,
    cost: {
      rankNewPageMs: median(rankings.map(({ newPageMs }) => newPageMs)),
      rankKnownPageMs: median(rankings.map(({ knownPageMs }) => knownPageMs)),
      pageSectionMs: median(formattingCosts),
    },
  };
}
