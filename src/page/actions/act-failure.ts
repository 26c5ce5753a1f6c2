/** Failures of acts: thrown inside `page/`, an outcome for everyone else. */
import type { FailureReason, Outcome, PageAction } from '../../contract/index.js';
import { navigationSentence } from '../navigation-errors.js';

/** Longest wait for one Playwright action. */
export const ACT_MS = 5_000;

/** A failure that the navigator should see, thrown inside and turned into an outcome at the edge. */
export class ActFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}

/** A press met something else and was held back; listeners of the page may have heard it before that. */
export class Missed extends ActFailure {}

/** An act ran out of time, which does not say that nothing was done. */
export class OutOfTime extends ActFailure {
  constructor() {
    super('timeout', 'the page did not let it happen in time');
  }
}

/** Playwright, or whoever waits for it, gave up waiting. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof OutOfTime) return true;
  return error instanceof Error && /Timeout \d+ms exceeded/.test(error.message);
}

/** What an error of an act means, as an outcome that a navigator can read. */
export function failureOf(
  error: unknown,
  act: PageAction,
  signal: AbortSignal,
  /** Address of a navigation that failed while it was performed. */
  address = '',
): Outcome & { status: 'failed' } {
  if (error instanceof ActFailure) return { status: 'failed', reason: error.reason, detail: error.message };
  if (signal.aborted)
    return { status: 'failed', reason: 'interrupted', detail: 'stopped before it was finished' };
  const message = error instanceof Error ? error.message : String(error);
  const first = message.split('\n')[0]!.replace(/^\w+(\.\w+)*: /, '');
  const covering = /<([a-z][^>]*)>.* intercepts pointer events/.exec(message);
  if (covering)
    return {
      status: 'failed',
      reason: 'covered',
      detail: `something else takes the click: <${covering[1]!.slice(0, 80)}>`,
    };
  if (/Target (page|crashed)|has been closed|Page crashed/.test(message))
    return { status: 'failed', reason: 'page-gone', detail: 'the page was closed or crashed' };
  if (act.intent === 'load' || act.intent === 'back' || act.intent === 'forward' || act.intent === 'reload')
    return {
      status: 'failed',
      reason: 'unreachable',
      detail: navigationSentence(message, act.intent === 'load' ? act.url : address),
    };
  if (/Unknown key/i.test(message)) return { status: 'failed', reason: 'bad-value', detail: first };
  if (/Timeout/.test(message))
    return { status: 'failed', reason: 'timeout', detail: 'the page did not let it happen in time' };
  return { status: 'failed', reason: 'timeout', detail: first.slice(0, 200) };
}
