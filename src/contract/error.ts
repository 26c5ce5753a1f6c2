/** The only error type shown to users: a message and a next step. */
import type { FailureKind } from './verdict.js';

export type ParleyErrorKind = FailureKind;

export class ParleyError extends Error {
  override readonly name = 'ParleyError';

  /**
   * @param kind determines the exit code (see docs/command-line.md)
   * @param message one sentence: what is wrong
   * @param next one sentence: what the user can do
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
