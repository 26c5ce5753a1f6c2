/**
 * `replay/` reads what a replay repeats from a recorded session, and writes it as a Playwright spec. The navigator
 * `replay` repeats it (`navigator/replay/`).
 */
export { readReplayScript } from './read-script.js';
export { writeSpec } from './spec/write-spec.js';
