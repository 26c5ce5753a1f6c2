/** Failures of actions. They are thrown inside `page/` and returned to other folders as outcomes. */
import type { FailureReason, Outcome, PageAction } from '../../contract/index.js';
import { formatNavigationError } from '../navigation-errors.js';

/** A failure to report to the navigator. `performAction` converts it to an outcome. */
export class ActionFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}

/** A press hit another element and was cancelled. The page's listeners may already have handled it. */
export class MissedPress extends ActionFailure {}

/** The target moved away before the press. Changes to the page until then are not effects of the press. */
export class TargetMovedAway extends MissedPress {
  constructor(message: string) {
    super('vanished', message);
  }
}

/** The action timed out, but it may have had an effect. */
export class ActionTimeout extends ActionFailure {
  constructor() {
    super('timeout', 'the page did not respond in time');
  }
}

/** Whether an error is a timeout reported by Playwright or by an `ActionWaiter`. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof ActionTimeout) return true;
  return error instanceof Error && /Timeout \d+ms exceeded/.test(error.message);
}

/** Converts an action's error to an outcome for the navigator. */
export function toFailedOutcome(
  error: unknown,
  action: PageAction,
  signal: AbortSignal,
  /** URL of a navigation that failed during the action. */
  failedUrl = '',
): Outcome & { status: 'failed' } {
  if (error instanceof ActionFailure)
    return { status: 'failed', reason: error.reason, detail: error.message };
  if (signal.aborted)
    return { status: 'failed', reason: 'interrupted', detail: 'stopped before it finished' };
  const message = error instanceof Error ? error.message : String(error);
  const firstLine = message.split('\n')[0]!.replace(/^\w+(\.\w+)*: /, '');
  const coverMatch = /<([a-z][^>]*)>.* intercepts pointer events/.exec(message);
  if (coverMatch)
    return {
      status: 'failed',
      reason: 'covered',
      detail: `another element receives the click: <${coverMatch[1]!.slice(0, 80)}>`,
    };
  if (/Target (page|crashed)|has been closed|Page crashed/.test(message))
    return { status: 'failed', reason: 'page-gone', detail: 'the page was closed or crashed' };
  if (
    action.intent === 'load' ||
    action.intent === 'back' ||
    action.intent === 'forward' ||
    action.intent === 'reload'
  )
    return {
      status: 'failed',
      reason: 'unreachable',
      detail: formatNavigationError(message, action.intent === 'load' ? action.url : failedUrl),
    };
  if (/Unknown key/i.test(message)) return { status: 'failed', reason: 'bad-value', detail: firstLine };
  if (/Timeout/.test(message))
    return { status: 'failed', reason: 'timeout', detail: 'the page did not respond in time' };
  return { status: 'failed', reason: 'timeout', detail: firstLine.slice(0, 200) };
}
