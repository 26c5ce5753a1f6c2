/**
 * What ranking costs: time to load, to rank a page that was never seen, and one that is known but for a tenth;
 * memory; how long the event loop stands still. Measured in a process of its own, so that nothing else is in the
 * figures.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Candidate, Observation } from '../src/contract/index.js';
import { startEncoder } from '../src/rank/dense/encoder.js';
import { BUNDLED, openRanker } from '../src/rank/open.js';
import { median } from './lib/measure.js';
import type { Cost, Load } from './lib/rank-speed.js';

/** A tenth of the elements say something else than before. */
function changed({ candidates, viewport }: Load['look'], round: number): Load['look'] {
  const other = (one: Candidate, i: number): Candidate =>
    i % 10 === 0 ? { ...one, document: `${one.document} ${round}`, folded: [] } : one;
  return { candidates: candidates.map(other), viewport };
}

const clock = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

async function measure({ look, paper, query, rounds }: Load): Promise<Cost> {
  const cold: number[] = [];
  const cached: number[] = [];
  let load = 0;
  let lag = 0;
  let scored = 0;
  for (let round = 0; round < rounds; round++) {
    const ranker = openRanker();
    const first = { candidates: look.candidates.slice(0, 1), viewport: look.viewport } as Observation;
    // The first ranking starts the encoder and waits for it.
    load = await clock(() => ranker.rank(query, first, 1));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    cold.push(await clock(async () => (scored = (await ranker.rank(query, look as Observation, 50)).scored)));
    delay.disable();
    lag = Math.max(lag, delay.max / 1e6);
    const next = changed(look, round) as Observation;
    cached.push(await clock(() => ranker.rank(query, next, 50)));
    await ranker.close();
  }
  const rss = process.memoryUsage.rss() / 1e6;
  let long = 0;
  if (paper.length > 0) {
    const encoder = startEncoder({ folder: BUNDLED });
    await encoder.ready;
    long = await clock(() => encoder.encode(paper, { max: 512, onEmbedding: () => undefined }));
    await encoder.close();
  }
  return { load, cold: median(cold), cached: median(cached), paper: long, rss, lag, scored };
}

process.once('message', (load: Load) => {
  void measure(load).then((cost) => process.send!(cost, () => process.disconnect()));
});
