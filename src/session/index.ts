/**
 * `session/` is the turn loop. It connects an instructor, a navigator, a page, a ranker and a recorder, and enforces
 * whose turn it is, budgets, consent and rules. It uses the other folders through interfaces only.
 */
export { createInspector } from './inspector.js';
export type { Recorder, SessionParts, SessionResult, SessionSurface } from './parts.js';
export { runSession } from './session.js';
