/** Answers the cookie banners of newly opened pages if `--banners` asks for it. */
import type { Evidence, Observation, PageAction } from '../contract/index.js';
import { findBanner, type BannerPolicy } from '../policy/index.js';

/** A banner that reappears after every answer is answered this often. */
const MAX_CLICKS = 2;

/** The parts of the session that the handler uses. */
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
  /** What was done about the banner of the current page. */
  #state = { clicks: 0, reported: false, pageUsed: false };

  constructor(
    private readonly banners: BannerPolicy,
    private readonly session: BannerHandlerParts,
  ) {}

  /** Starts over for a newly opened page. */
  pageOpened(): void {
    this.#state = { clicks: 0, reported: false, pageUsed: false };
  }

  /** Leaves later banners alone: an action on the page may have opened them on purpose. */
  pageUsed(): void {
    this.#state.pageUsed = true;
  }

  /**
   * @param last the last observation, if any
   * @returns the current observation; null if the page has changed since
   */
  async answer(last: Observation | null, signal: AbortSignal): Promise<Observation | null> {
    const { banners, session } = this;
    if (banners === 'leave') return last;
    const state = this.#state;
    let observation = last;
    while (!state.pageUsed && state.clicks < MAX_CLICKS) {
      observation ??= await session.observe(signal);
      const found = findBanner(observation, banners);
      if (found.kind === 'no-direct-way' && !state.reported) {
        state.reported = true;
        session.note(
          `The cookie banner has no button that would ${banners} everything at once, so I left it alone.`,
        );
      }
      if (found.kind !== 'button' || !session.hasBudget()) break;
      state.clicks++;
      const evidence = { note: `cookie banner, as asked by --banners ${banners}` };
      await session.perform({ intent: 'click', uid: found.button.uid }, observation, evidence, signal);
      observation = null;
    }
    return observation;
  }
}
