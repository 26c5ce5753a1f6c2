/** The child process of `rank-speed.ts`. It receives a workload, measures its cost and sends the cost back. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Candidate, Observation } from '../../src/contract/index.js';
import { startEncoder } from '../../src/rank/dense/encoder.js';
import { BUNDLED_ENCODER_FOLDER, openRanker } from '../../src/rank/open.js';
import { median } from './measure.js';
import type { RankingCost, RankingWorkload } from './rank-speed.js';

/** Changes every tenth candidate's document. */
function changeDocuments(
  { candidates, viewport }: RankingWorkload['observation'],
  round: number,
): RankingWorkload['observation'] {
  const changeDocument = (candidate: Candidate, i: number): Candidate =>
    i % 10 === 0 ? { ...candidate, document: `${candidate.document} ${round}`, folded: [] } : candidate;
  return { candidates: candidates.map(changeDocument), viewport };
}

const measureMs = async (task: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await task();
  return performance.now() - start;
};

async function measureCost({
  observation,
  paperDocuments,
  query,
  rounds,
}: RankingWorkload): Promise<RankingCost> {
  const coldMs: number[] = [];
  const cachedMs: number[] = [];
  let loadMs = 0;
  let maxDelayMs = 0;
  let scoredCount = 0;
  for (let round = 0; round < rounds; round++) {
    const ranker = openRanker();
    const pageWithOneCandidate = {
      candidates: observation.candidates.slice(0, 1),
      viewport: observation.viewport,
    } as Observation;
    // The first ranking starts the encoder and waits for it.
    loadMs = await measureMs(() => ranker.rank(query, pageWithOneCandidate, 1));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    coldMs.push(
      await measureMs(
        async () => (scoredCount = (await ranker.rank(query, observation as Observation, 50)).scored),
      ),
    );
    delay.disable();
    maxDelayMs = Math.max(maxDelayMs, delay.max / 1e6);
    const changedPage = changeDocuments(observation, round) as Observation;
    cachedMs.push(await measureMs(() => ranker.rank(query, changedPage, 50)));
    await ranker.close();
  }
  const rssMb = process.memoryUsage.rss() / 1e6;
  let paperMs = 0;
  if (paperDocuments.length > 0) {
    const encoder = startEncoder({ folder: BUNDLED_ENCODER_FOLDER });
    await encoder.ready;
    paperMs = await measureMs(() =>
      encoder.encode(paperDocuments, { maxTokens: 512, onEmbedding: () => undefined }),
    );
    await encoder.close();
  }
  return {
    loadMs,
    coldMs: median(coldMs),
    cachedMs: median(cachedMs),
    paperMs,
    rssMb,
    maxDelayMs,
    scoredCount,
  };
}

process.once('message', (workload: RankingWorkload) => {
  void measureCost(workload).then((cost) => process.send!(cost, () => process.disconnect()));
});
