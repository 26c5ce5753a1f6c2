/** The only error type shown to users: a message and a next step. */
import type { FailureKind } from './verdict.js';

export type ParleyErrorKind = FailureKind;

export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly option: string | undefined;

  /**
   * @param kind determines the exit code (see docs/command-line.md)
   * @param message one sentence: what is wrong
   * @param next one sentence: what the user can do
   * @param options.option the option whose value is wrong, without dashes: `ranker-cache`
   */
  constructor(
    readonly kind: ParleyErrorKind,
    message: string,
    readonly next: string,
    options?: { cause?: unknown; option?: string },
  ) {
    super(message, options);
    this.option = options?.option;
  }
}
