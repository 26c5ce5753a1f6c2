/** Answers the cookie banners of newly opened pages if `--banners` asks for it. */
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
  note(text: string): void;
  /** Whether the budget allows another action. */
  hasBudget(): boolean;
}

export class BannerHandler {
  /** What was done about the current page's banner. */
  #state = { clicks: 0, reported: false, pageUsed: false };

  constructor(
    private readonly policy: BannerPolicy,
    private readonly session: BannerHandlerParts,
  ) {}

  /** Starts over for a newly opened page. */
  onPageOpened(): void {
    this.#state = { clicks: 0, reported: false, pageUsed: false };
  }

  /** Later banners are left alone: an action on the page may have opened them on purpose. */
  onPageUsed(): void {
    this.#state.pageUsed = true;
  }

  /**
   * @param lastObservation the latest observation, if any
   * @returns the current observation; null if the page must be observed again
   */
  async answer(lastObservation: Observation | null, signal: AbortSignal): Promise<Observation | null> {
    const { policy, session } = this;
    if (policy === 'leave') return lastObservation;
    const state = this.#state;
    let observation = lastObservation;
    while (!state.pageUsed && state.clicks < MAX_ANSWERS) {
      observation ??= await session.observe(signal);
      const banner = findBanner(observation, policy);
      if (banner.kind === 'no-direct-way' && !state.reported) {
        state.reported = true;
        session.note(
          `The cookie banner has no button that would ${policy} everything at once, so I left it alone.`,
        );
      }
      if (banner.kind !== 'button' || !session.hasBudget()) break;
      state.clicks++;
      const evidence = { note: `cookie banner, requested by --banners ${policy}` };
      await session.perform({ intent: 'click', uid: banner.button.uid }, observation, evidence, signal);
      observation = null;
    }
    return observation;
  }
}
