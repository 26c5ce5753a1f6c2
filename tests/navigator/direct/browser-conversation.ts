/** Runs instructor lines with the direct navigator on a page in a real browser. */
import type { Inspector, Observation, PageAction, Ranker, Turn } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { ConsentGuard, createMissingConsentResult } from '../../../src/session/consent-guard.js';
import { signal } from '../../support/browser.js';
import { unusedInspectorMethods } from './simulated-page.js';

const MAX_DECISIONS = 60;

const createInspector = (observation: Observation, ranker: Ranker | null): Inspector => ({
  rank: async (text, k) =>
    ranker ? (await ranker.rank({ text, history: [] }, observation, k, signal)).best : [],
  rankPassages: async (_query, k) => observation.text.slice(0, k).map((block) => ({ block, score: 1 })),
  ...unusedInspectorMethods,
});

export interface NavigatorReply {
  kind: string;
  text: string;
}

/**
 * Starts a conversation.
 * @param ranker suggests elements if no name matches; without it, there are no suggestions
 * @param navigator overrides how lines are parsed
 * @param consentGuard refuses irreversible actions that the lines do not ask for; without it, every action is performed
 * @returns `say` runs one line and returns the navigator's last utterance; `actions` are the actions of all lines
 */
export function startConversation(
  surface: PageSurface,
  ranker: Ranker | null = null,
  navigator = createDirectNavigator(),
  consentGuard: ConsentGuard | null = null,
): { actions: PageAction[]; say(line: string): Promise<NavigatorReply> } {
  const turns: Turn[] = [];
  const actions: PageAction[] = [];
  const say = async (line: string): Promise<NavigatorReply> => {
    turns.push({ index: turns.length, speaker: 'instructor', type: 'say', text: line });
    for (let n = 0; n < MAX_DECISIONS; n++) {
      const observation = await surface.observe({ ...navigator.needs, ...ranker?.needs }, signal);
      const decision = await navigator.decide(
        { observation, exchange: { turns } },
        createInspector(observation, ranker),
        signal,
      );
      for (const action of decision.actions) {
        if (action.intent === 'say') {
          turns.push({
            index: turns.length,
            speaker: 'navigator',
            type: 'say',
            kind: action.kind,
            text: action.text,
          });
          return { kind: action.kind, text: action.text };
        }
        const consent =
          consentGuard && (await consentGuard.checkConsent(action, observation, { turns }, signal));
        const { outcome } =
          consent?.given === false
            ? createMissingConsentResult(consent)
            : await surface.perform(action, signal);
        if (consent?.given !== false) actions.push(action);
        const turn = { index: turns.length, speaker: 'navigator', type: 'action' } as const;
        turns.push({ ...turn, action, target: null, outcome, url: observation.url });
      }
    }
    throw new Error('the navigator did not end its turn');
  };
  return { actions, say };
}
