/** What it costs to choose what a prompt shows of a page (ranking), and to write it down (the page part). */
import type { Observation, Ranker, Surface } from '../../src/contract/index.js';
import type { CountTokens } from '../../src/prompt/index.js';
import { openRanker, textSearch } from '../../src/rank/index.js';
import { createInspector } from '../../src/session/inspector.js';
import { median, sample } from './measure.js';
import { type Found, PASSAGES, partOf, RANKED, ROOM } from './prompt-parley.js';

/** CPU ms. */
export interface PromptCost {
  /** Elements and texts that the ranker has not met before, its encoder loaded. */
  rankNew: number;
  /** The same page again. */
  rankKnown: number;
  part: number;
}

interface Seen {
  observation: Observation;
  surface: Pick<Surface, 'covered'>;
  goal: string;
  signal: AbortSignal;
}

async function find({ observation, surface, goal, signal }: Seen, ranker: Ranker): Promise<Found> {
  const look = createInspector(observation, { ranker, textSearch, surface }, [], signal);
  const ranked = await look.rank(goal, RANKED);
  const passages = await look.passages(goal, PASSAGES);
  return { ranked, passages: passages.map(({ block }) => block) };
}

/** A round with a ranker of its own, so that every page is new to it. */
async function rankOnce(seen: Seen): Promise<{ found: Found; fresh: number; known: number }> {
  const ranker = openRanker();
  try {
    const { observation } = seen;
    const one = { ...observation, candidates: observation.candidates.slice(0, 1) };
    await ranker.rank({ text: 'anything', history: [] }, one, 1);
    const fresh = await sample(() => find(seen, ranker));
    let found: Found = { ranked: [], passages: [] };
    const known = await sample(async () => {
      found = await find(seen, ranker);
    });
    return { found, fresh: fresh.cpu, known: known.cpu };
  } finally {
    await ranker.close();
  }
}

export async function costOfPrompt(
  seen: Seen,
  count: CountTokens,
  rounds: number,
): Promise<{ found: Found; cost: PromptCost }> {
  const ranked = [];
  for (let i = 0; i < rounds; i++) ranked.push(await rankOnce(seen));
  const { found } = ranked[0]!;
  const parts = [];
  // The first is not counted: code is compiled in it.
  for (let i = -1; i < rounds; i++) {
    const { cpu } = await sample(async () => partOf(seen.observation, found, ROOM, count));
    if (i >= 0) parts.push(cpu);
  }
  return {
    found,
    cost: {
      rankNew: median(ranked.map(({ fresh }) => fresh)),
      rankKnown: median(ranked.map(({ known }) => known)),
      part: median(parts),
    },
  };
}
