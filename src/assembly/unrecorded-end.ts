/** The final event of a session that cannot be recorded: because it never began or the disk is full. */
import type { ParleyError, SessionEvent } from '../contract/index.js';
import { getExitCode } from '../policy/index.js';

/** Gives readers of the event stream the verdict that they expect. */
export function createUnrecordedEnd({ kind, message, next }: ParleyError): SessionEvent {
  const noActivity = { turns: 0, actions: 0, seconds: 0 };
  return {
    v: 2,
    seq: 0,
    t: 0,
    type: 'end',
    verdict: kind,
    reason: message,
    next,
    exit: getExitCode(kind),
    ...noActivity,
  };
}
