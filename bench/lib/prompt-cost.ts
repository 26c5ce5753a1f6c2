/** Measures the CPU cost of a prompt's page part: ranking the page, and formatting the selection. */
import type { Observation, Ranker, Surface } from '../../src/contract/index.js';
import type { CountTokens } from '../../src/prompt/index.js';
import { openRanker, textSearch } from '../../src/rank/index.js';
import { createInspector } from '../../src/session/inspector.js';
import { median, takeSample } from './measure.js';
import {
  type PageSelection,
  MAX_PASSAGES,
  createPagePart,
  MAX_RANKED,
  PAGE_PART_TOKENS,
} from './prompt-parley.js';

/** CPU time in milliseconds. */
export interface PromptCost {
  /** Ranking a page that the ranker has not seen before. The encoder is already loaded. */
  rankNewPageMs: number;
  /** Ranking the same page again. */
  rankKnownPageMs: number;
  pagePartMs: number;
}

interface PromptInput {
  observation: Observation;
  surface: Pick<Surface, 'findCovered' | 'picture' | 'readDownload'>;
  goal: string;
  signal: AbortSignal;
}

async function selectContent(
  { observation, surface, goal, signal }: PromptInput,
  ranker: Ranker,
): Promise<PageSelection> {
  const inspector = createInspector(observation, { ranker, textSearch, surface }, [], signal);
  const ranked = await inspector.rank(goal, MAX_RANKED);
  const passages = await inspector.rankPassages(goal, MAX_PASSAGES);
  return { ranked, passages: passages.map(({ block }) => block) };
}

/** Ranks the page twice with a new ranker, which does not know the page the first time. */
async function measureRanking(
  input: PromptInput,
): Promise<{ selection: PageSelection; newPageMs: number; knownPageMs: number }> {
  const ranker = openRanker();
  try {
    const { observation } = input;
    // The first ranking loads the encoder.
    const oneCandidate = { ...observation, candidates: observation.candidates.slice(0, 1) };
    await ranker.rank({ text: 'anything', history: [] }, oneCandidate, 1);
    const newPage = await takeSample(() => selectContent(input, ranker));
    let selection: PageSelection = { ranked: [], passages: [] };
    const knownPage = await takeSample(async () => {
      selection = await selectContent(input, ranker);
    });
    return { selection, newPageMs: newPage.cpu, knownPageMs: knownPage.cpu };
  } finally {
    await ranker.close();
  }
}

export async function measurePromptCost(
  input: PromptInput,
  count: CountTokens,
  rounds: number,
): Promise<{ selection: PageSelection; cost: PromptCost }> {
  const rankings = [];
  for (let i = 0; i < rounds; i++) rankings.push(await measureRanking(input));
  const { selection } = rankings[0]!;
  const partCosts = [];
  // The first round is not measured, because the code is compiled during it.
  for (let i = -1; i < rounds; i++) {
    const { cpu } = await takeSample(async () =>
      createPagePart(input.observation, selection, PAGE_PART_TOKENS, count),
    );
    if (i >= 0) partCosts.push(cpu);
  }
  return {
    selection,
    cost: {
      rankNewPageMs: median(rankings.map(({ newPageMs }) => newPageMs)),
      rankKnownPageMs: median(rankings.map(({ knownPageMs }) => knownPageMs)),
      pagePartMs: median(partCosts),
    },
  };
}
