/**
 * How long several answers are waited for together: as long as they keep coming, and a little after the last one.
 * What is still missing then would hold up a look that has all the rest.
 */

/** What is known of one who is asked: nothing, that it answered the last time, or that it did not. */
export type Standing = 'new' | 'known' | 'doubtful';

/** How long each is waited for after the last answer of any; what is asked first takes longest to get ready. */
const PATIENCE: Record<Standing, number> = { new: 1_500, known: 500, doubtful: 250 };
/** Where no answer has come yet, a new one may be all there is. */
const FIRST_MS = 3_000;
/** On a slow machine all is slow alike: so many times the slowest answer so far. */
const SLACK = 2;
/** What was slower than this before they were asked had reasons of its own. */
const SLOWEST_PACE_MS = 500;

export class Headway {
  readonly #began = performance.now();
  #heard = this.#began;
  #answers = 0;
  #slowest: number;
  readonly #waiting: Record<Standing, number> = { new: 0, known: 0, doubtful: 0 };
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #end = (): void => undefined;
  readonly #ended: Promise<void>;

  /**
   * @param total milliseconds for all of them together
   * @param pace how long an answer of this kind has just taken
   */
  constructor(
    private readonly total: number,
    pace: number,
  ) {
    this.#slowest = Math.min(pace, SLOWEST_PACE_MS);
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** What is left for one more question, milliseconds. */
  get left(): number {
    return Math.max(1, this.#began + this.total - performance.now());
  }

  /** One of those that are waited for, from its first question to its last answer. */
  async whole<T>(standing: Standing, work: () => Promise<T>): Promise<T> {
    this.#waiting[standing]++;
    try {
      return await work();
    } finally {
      this.#waiting[standing]--;
      this.#watch();
    }
  }

  /** One question and its answer; null is none. */
  async step<T>(answer: Promise<T>): Promise<T> {
    const asked = performance.now();
    const value = await answer;
    if (value === null) return value;
    this.#heard = performance.now();
    this.#answers++;
    this.#slowest = Math.max(this.#slowest, this.#heard - asked);
    this.#watch();
    return value;
  }

  /** Resolves when all have answered or there is nothing more to wait for. */
  async over(): Promise<void> {
    this.#watch();
    await this.#ended;
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const patience = this.#patience();
    if (patience === null) return this.#end();
    const until = Math.min(this.#began + this.total, this.#heard + patience);
    this.#timer = setTimeout(this.#end, Math.max(0, until - performance.now()));
  }

  /** Null where nobody is waited for. */
  #patience(): number | null {
    const slow = SLACK * this.#slowest;
    if (this.#waiting.new > 0) return Math.max(this.#answers === 0 ? FIRST_MS : PATIENCE.new, slow);
    if (this.#waiting.known > 0) return Math.max(PATIENCE.known, slow);
    return this.#waiting.doubtful > 0 ? Math.max(PATIENCE.doubtful, slow) : null;
  }
}
