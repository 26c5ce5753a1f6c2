/** Answers the cookie banners of pages that were just opened, where that was asked for. */
import type { Evidence, Observation, PageAction } from '../contract/index.js';
import { findBanner, type Banners } from '../policy/index.js';

/** A banner that comes back after it was answered is not answered for ever. */
const MOST_CLICKS = 2;

/** What the session lends for it. */
export interface BannerHands {
  observe(signal: AbortSignal): Promise<Observation>;
  /** Performs and records, as a turn that the navigator did not decide. */
  act(act: PageAction, observation: Observation, evidence: Evidence, signal: AbortSignal): Promise<unknown>;
  note(text: string): void;
  /** There is budget left for an act. */
  affordable(): boolean;
}

export class BannerKeeper {
  /** The page at hand: what was done about its banner, until somebody acts on it. */
  #stay = { clicks: 0, said: false, touched: false };

  constructor(
    private readonly banners: Banners,
    private readonly hands: BannerHands,
  ) {}

  /** Another page is to be seen: its banner has not been met yet. */
  arrived(): void {
    this.#stay = { clicks: 0, said: false, touched: false };
  }

  /** The page is in use: a banner that comes up now was called up. */
  touched(): void {
    this.#stay.touched = true;
  }

  /**
   * @param seen the last look, where there is one
   * @returns the look that holds now; null where there is none that is fresh
   */
  async answer(seen: Observation | null, signal: AbortSignal): Promise<Observation | null> {
    const { banners, hands } = this;
    if (banners === 'leave') return seen;
    const stay = this.#stay;
    let observation = seen;
    while (!stay.touched && stay.clicks < MOST_CLICKS) {
      observation ??= await hands.observe(signal);
      const found = findBanner(observation, banners);
      if (found.kind === 'no-direct-way' && !stay.said) {
        stay.said = true;
        hands.note(`The cookie banner has no button to ${banners} at once; it was left as it is.`);
      }
      if (found.kind !== 'button' || !hands.affordable()) break;
      stay.clicks++;
      const evidence = { note: `cookie banner, as asked by --banners ${banners}` };
      await hands.act({ intent: 'click', uid: found.button.uid }, observation, evidence, signal);
      observation = null;
    }
    return observation;
  }
}
