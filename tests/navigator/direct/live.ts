/** Lines for the navigator, carried out on a page in a real browser. */
import type { Inspector, Observation, PageAction, Ranker, Turn } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { signal } from '../../support/browser.js';
import { unread } from './page.js';

const MOST_DECISIONS = 60;

const inspector = (observation: Observation, ranker: Ranker | null): Inspector => ({
  rank: async (text, k) =>
    ranker ? (await ranker.rank({ text, history: [] }, observation, k, signal)).best : [],
  passages: async (_query, k) => observation.text.slice(0, k).map((block) => ({ block, score: 1 })),
  ...unread,
});

export interface Said {
  kind: string;
  text: string;
}

/**
 * @param ranker asked where nothing is called as was said; without it nothing is
 * @param navigator for one that reads lines otherwise
 * @returns what takes a line and gives what the navigator says in the end; `acts` are those of all lines
 */
export function converse(
  surface: PageSurface,
  ranker: Ranker | null = null,
  navigator = createDirectNavigator(),
): { acts: PageAction[]; say(line: string): Promise<Said> } {
  const turns: Turn[] = [];
  const acts: PageAction[] = [];
  const say = async (line: string): Promise<Said> => {
    turns.push({ index: turns.length, speaker: 'instructor', type: 'say', text: line });
    for (let n = 0; n < MOST_DECISIONS; n++) {
      const observation = await surface.observe({ ...navigator.needs, ...ranker?.needs }, signal);
      const decision = await navigator.decide(
        { observation, exchange: { turns } },
        inspector(observation, ranker),
        signal,
      );
      for (const act of decision.actions) {
        if (act.intent === 'say') return { kind: act.kind, text: act.text };
        acts.push(act);
        const { outcome } = await surface.perform(act, signal);
        const said = { index: turns.length, speaker: 'navigator', type: 'action' } as const;
        turns.push({ ...said, action: act, target: null, outcome, url: observation.url });
      }
    }
    throw new Error('the navigator never yielded the floor');
  };
  return { acts, say };
}
