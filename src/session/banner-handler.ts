/** Answers the cookie banners of newly opened pages if `--banners` requests it. */
import type { Evidence, Observation, PageAction } from '../contract/index.js';
import { findBanner, type BannerPolicy } from '../policy/index.js';

/** Maximum number of answers to a banner that keeps reappearing. */
const MAX_ANSWERS = 2;

/** The session operations that the handler uses. */
export interface BannerHandlerParts {
  observe(signal: AbortSignal): Promise<Observation>;
  /** Performs and records an action as a turn of the session, not of the navigator. */
  perform(
    action: PageAction,
    observation: Observation,
    evidence: Evidence,
    signal: AbortSignal,
  ): Promise<unknown>;
  recordNote(text: string): void;
  /** Whether the budget allows another action. */
  hasBudget(): boolean;
}

export class BannerHandler {
  /** What the handler has done on the current page. */
  #state = { clickCount: 0, isReported: false, isPageUsed: false };

  constructor(
    private readonly policy: BannerPolicy,
    private readonly session: BannerHandlerParts,
  ) {}

  /** Starts over for a newly opened page. */
  onPageOpened(): void {
    this.#state = { clickCount: 0, isReported: false, isPageUsed: false };
  }

  /** From now on, banners are ignored: an action on the page may have opened them on purpose. */
  onPageUsed(): void {
    this.#state.isPageUsed = true;
  }

  /**
   * @param lastObservation the latest observation, if any
   * @returns the current observation; null if the page must be observed again
   */
  async answerBanner(lastObservation: Observation | null, signal: AbortSignal): Promise<Observation | null> {
    const { policy, session } = this;
    if (policy === 'leave') return lastObservation;
    const state = this.#state;
    let observation = lastObservation;
    while (!state.isPageUsed && state.clickCount < MAX_ANSWERS) {
      observation ??= await session.observe(signal);
      const banner = findBanner(observation, policy);
      if (banner.kind === 'no-direct-way' && !state.isReported) {
        state.isReported = true;
        session.recordNote(
          `The cookie banner has no button that would ${policy} everything at once, so I left it alone.`,
        );
      }
      if (banner.kind !== 'button' || !session.hasBudget()) break;
      state.clickCount++;
      const evidence = { note: `cookie banner, requested by --banners ${policy}` };
      await session.perform({ intent: 'click', uid: banner.button.uid }, observation, evidence, signal);
      observation = null;
    }
    return observation;
  }
}
