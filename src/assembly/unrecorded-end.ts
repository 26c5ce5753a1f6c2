/** The last event of a session that has no record for it: it never began, or its disk is full. */
import type { ParleyError, SessionEvent } from '../contract/index.js';
import { exitCode } from '../policy/index.js';

/** For whoever reads events and waits for the verdict. */
export function unrecordedEnd({ kind, message, next }: ParleyError): SessionEvent {
  const nothing = { turns: 0, actions: 0, seconds: 0 };
  return {
    v: 1,
    seq: 0,
    t: 0,
    type: 'end',
    verdict: kind,
    reason: message,
    next,
    exit: exitCode(kind),
    ...nothing,
  };
}
