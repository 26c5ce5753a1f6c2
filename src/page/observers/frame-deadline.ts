/**
 * Shared deadline for frames that are observed in parallel. Each answer extends it, up to a limit, so that a single
 * silent frame does not delay the rest.
 */

/** How a frame behaved last time: it is new, it answered, or it timed out. */
export type FrameHistory = 'new' | 'responsive' | 'unresponsive';

/**
 * How long to wait for a frame after the last answer from any frame. A frame that answered last time gets as much time
 * as a new frame, because it is probably slow rather than stuck. A stuck frame causes this long wait only once.
 */
const WAIT_MS: Record<FrameHistory, number> = { new: 1_500, responsive: 1_500, unresponsive: 250 };
/** How long to wait for new frames while no frame has answered yet. */
const FIRST_ANSWER_MS = 3_000;
/** Each frame may take this multiple of the slowest answer so far, because slow machines delay every frame. */
const SLOWEST_ANSWER_FACTOR = 2;
/** The main frame's answer counts as at most this slow, because a slow main frame may have fast child frames. */
const MAX_MAIN_FRAME_MS = 500;

export class FrameDeadline {
  readonly #startedAt = performance.now();
  #lastAnswerAt = this.#startedAt;
  #answerCount = 0;
  #slowestAnswerMs: number;
  readonly #pendingCounts: Record<FrameHistory, number> = { new: 0, responsive: 0, unresponsive: 0 };
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #resolveEnd = (): void => undefined;
  readonly #endPromise: Promise<void>;

  /**
   * @param totalMs limit for all frames together
   * @param mainFrameMs how long the main frame has just taken
   */
  constructor(
    private readonly totalMs: number,
    mainFrameMs: number,
  ) {
    this.#slowestAnswerMs = Math.min(mainFrameMs, MAX_MAIN_FRAME_MS);
    this.#endPromise = new Promise((resolve) => {
      this.#resolveEnd = resolve;
    });
  }

  /** Time left for another query, in milliseconds. */
  get remainingMs(): number {
    return Math.max(1, this.#startedAt + this.totalMs - performance.now());
  }

  /** Tracks a frame from its first query to its last answer. */
  async trackFrame<T>(history: FrameHistory, work: () => Promise<T>): Promise<T> {
    this.#pendingCounts[history]++;
    try {
      return await work();
    } finally {
      this.#pendingCounts[history]--;
      this.#restartTimer();
    }
  }

  /** Tracks one query. An answer of null means that the frame did not answer. */
  async trackAnswer<T>(answer: Promise<T>): Promise<T> {
    const askedAt = performance.now();
    const value = await answer;
    if (value === null) return value;
    this.#lastAnswerAt = performance.now();
    this.#answerCount++;
    this.#slowestAnswerMs = Math.max(this.#slowestAnswerMs, this.#lastAnswerAt - askedAt);
    this.#restartTimer();
    return value;
  }

  /** Resolves when all frames have answered or the deadline has passed. */
  async wait(): Promise<void> {
    this.#restartTimer();
    await this.#endPromise;
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const waitMs = this.#computeWaitMs();
    if (waitMs === null) return this.#resolveEnd();
    const endsAt = Math.min(this.#startedAt + this.totalMs, this.#lastAnswerAt + waitMs);
    this.#timer = setTimeout(this.#resolveEnd, Math.max(0, endsAt - performance.now()));
  }

  /** How long to wait after the last answer; null if no frame is pending. */
  #computeWaitMs(): number | null {
    const slowFrameMs = SLOWEST_ANSWER_FACTOR * this.#slowestAnswerMs;
    if (this.#pendingCounts.new > 0)
      return Math.max(this.#answerCount === 0 ? FIRST_ANSWER_MS : WAIT_MS.new, slowFrameMs);
    if (this.#pendingCounts.responsive > 0) return Math.max(WAIT_MS.responsive, slowFrameMs);
    return this.#pendingCounts.unresponsive > 0 ? Math.max(WAIT_MS.unresponsive, slowFrameMs) : null;
  }
}
