/** Format version of `session.jsonl`, the `v` of every event. Version 1 called actions `act`. */
export const SESSION_FORMAT = 2;
