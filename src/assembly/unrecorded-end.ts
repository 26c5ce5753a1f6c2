/** Creates the final event of a session that cannot be recorded, because it never began or because the disk is full. */
import type { ParleyError, SessionEvent } from '../contract/index.js';
import { getExitCode } from '../policy/index.js';

/** Creates an `end` event, because programs that read the events expect a verdict. */
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
