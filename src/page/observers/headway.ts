/**
 * How long several answers are waited for together: as long as they keep coming, and a little after the last one.
 * What is still missing then would hold up a look that has all the rest.
 */

/** After the last answer; those beside it have been asked at the same time. */
const BESIDE_MS = 500;
/** Where none has come yet. */
const FIRST_MS = 1_500;
/** Whoever was silent the last time gets this long, and is not waited for beyond it. */
const DOUBTFUL_MS = 250;
/** On a slow machine all is slow alike: so many times the slowest answer so far. */
const SLACK = 2;
/** What was slower than this before they were asked had reasons of its own. */
const SLOWEST_PACE_MS = 500;

export class Headway {
  readonly #began = performance.now();
  #heard = this.#began;
  #answers = 0;
  #slowest: number;
  #waited = 0;
  #doubtful = 0;
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

  /** One of those that are waited for, from its first question to its last answer; a `doubtful` one not for long. */
  async whole<T>(doubtful: boolean, work: () => Promise<T>): Promise<T> {
    this.#count(doubtful, 1);
    try {
      return await work();
    } finally {
      this.#count(doubtful, -1);
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

  #count(doubtful: boolean, by: 1 | -1): void {
    if (doubtful) this.#doubtful += by;
    else this.#waited += by;
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    if (this.#waited + this.#doubtful === 0) this.#end();
    else this.#timer = setTimeout(this.#end, Math.max(0, this.#until() - performance.now()));
  }

  #until(): number {
    const most = this.#began + this.total;
    const slow = SLACK * this.#slowest;
    if (this.#waited === 0) return Math.min(most, this.#began + Math.max(DOUBTFUL_MS, slow));
    return Math.min(most, this.#heard + Math.max(this.#answers === 0 ? FIRST_MS : BESIDE_MS, slow));
  }
}
