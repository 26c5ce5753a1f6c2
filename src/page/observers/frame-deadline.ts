/**
 * Shared deadline for frames that are observed in parallel. It is extended while frames keep answering, so that one
 * silent frame does not delay the rest.
 */

/** How a frame behaved last time: not seen before, answered, or timed out. */
export type FrameHistory = 'new' | 'responsive' | 'unresponsive';

/**
 * How long to wait for a frame after the last answer of any frame. A frame that answered before gets as long as a new
 * one: on a busy machine it is more likely slow than stuck, and a stuck frame costs this wait only once.
 */
const WAIT_MS: Record<FrameHistory, number> = { new: 1_500, responsive: 1_500, unresponsive: 250 };
/** The same for new frames while no frame has answered. */
const FIRST_ANSWER_MS = 3_000;
/** Frames may take this multiple of the slowest answer so far (slow machines are slow for every frame). */
const SLOWEST_ANSWER_FACTOR = 2;
/** A slower main frame says nothing about the speed of its child frames. */
const MAX_MAIN_FRAME_MS = 500;

export class FrameDeadline {
  readonly #began = performance.now();
  #lastAnswerAt = this.#began;
  #answers = 0;
  #slowest: number;
  readonly #pending: Record<FrameHistory, number> = { new: 0, responsive: 0, unresponsive: 0 };
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #end = (): void => undefined;
  readonly #ended: Promise<void>;

  /**
   * @param totalMs limit for all frames together
   * @param mainFrameMs how long the main frame has just taken
   */
  constructor(
    private readonly totalMs: number,
    mainFrameMs: number,
  ) {
    this.#slowest = Math.min(mainFrameMs, MAX_MAIN_FRAME_MS);
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Time for one more query, in milliseconds. */
  get remainingMs(): number {
    return Math.max(1, this.#began + this.totalMs - performance.now());
  }

  /** Tracks a frame from the first query to the last answer. */
  async trackFrame<T>(history: FrameHistory, work: () => Promise<T>): Promise<T> {
    this.#pending[history]++;
    try {
      return await work();
    } finally {
      this.#pending[history]--;
      this.#watch();
    }
  }

  /** Tracks one query and its answer; null means no answer. */
  async trackAnswer<T>(answer: Promise<T>): Promise<T> {
    const asked = performance.now();
    const value = await answer;
    if (value === null) return value;
    this.#lastAnswerAt = performance.now();
    this.#answers++;
    this.#slowest = Math.max(this.#slowest, this.#lastAnswerAt - asked);
    this.#watch();
    return value;
  }

  /** Resolves when all frames have answered or the deadline has passed. */
  async wait(): Promise<void> {
    this.#watch();
    await this.#ended;
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const waitMs = this.#waitMs();
    if (waitMs === null) return this.#end();
    const until = Math.min(this.#began + this.totalMs, this.#lastAnswerAt + waitMs);
    this.#timer = setTimeout(this.#end, Math.max(0, until - performance.now()));
  }

  /** Null if no frame is pending. */
  #waitMs(): number | null {
    const slow = SLOWEST_ANSWER_FACTOR * this.#slowest;
    if (this.#pending.new > 0) return Math.max(this.#answers === 0 ? FIRST_ANSWER_MS : WAIT_MS.new, slow);
    if (this.#pending.responsive > 0) return Math.max(WAIT_MS.responsive, slow);
    return this.#pending.unresponsive > 0 ? Math.max(WAIT_MS.unresponsive, slow) : null;
  }
}
