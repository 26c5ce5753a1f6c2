/**
 * `session/` is the turn loop: it joins an instructor, a navigator, a page, a ranker and the record of one
 * conversation, and sees to floor, budgets and verdict. It knows the others only by interface and decides
 * nothing about what is said or done.
 */
export type { Recorder, SessionParts, SessionResult, SessionSurface } from './parts.js';
export { runSession } from './session.js';
