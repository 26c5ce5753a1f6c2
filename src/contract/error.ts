/** The one error type that reaches a user: a sentence, and what to do next. */
import type { FailureKind } from './verdict.js';

export type ParleyErrorKind = FailureKind;

export class ParleyError extends Error {
  override readonly name = 'Problem';

  /**
   * @param kind decides the exit code (design, "Exit codes")
   * @param message one sentence: what is wrong
   * @param next one sentence: what to do about it
   */
  constructor(
    readonly kind: ParleyErrorKind,
    message: string,
    readonly next: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
