/**
 * Format version of `session.jsonl`; every event contains it as `v`. In version 1, `action` events were called `act`.
 */
export const SESSION_FORMAT = 2;
