/** The navigator's read-only view of the current page: counted, so that no decision can look forever. */
import type { Inspector, Observation, Ranker } from '../contract/index.js';
import { Problem } from '../contract/index.js';

const MOST_LOOKS = 60;
const MOST_RESULTS = 200;

export function createInspector(observation: Observation, ranker: Ranker, signal: AbortSignal): Inspector {
  let looks = 0;
  const count = (): void => {
    signal.throwIfAborted();
    if (++looks > MOST_LOOKS)
      throw new Problem(
        'stuck',
        `The navigator looked at one page more than ${MOST_LOOKS} times without deciding.`,
        'Ask for something more specific.',
      );
  };
  return {
    async rank(query, k) {
      count();
      return ranker.rank(query, observation.candidates, Math.min(k, MOST_RESULTS), signal);
    },
    async passages(question, k) {
      count();
      const texts = observation.text.map((block) => block.text);
      const found = await ranker.passages(question, texts, Math.min(k, MOST_RESULTS));
      return found.map(({ index, score }) => ({ block: observation.text[index]!, score }));
    },
  };
}
