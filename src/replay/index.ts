/**
 * `replay/` reads the script of a replay from a recorded session, and writes it as a Playwright spec. The navigator
 * `replay` performs it (`navigator/replay/`).
 */
export { readReplayScript } from './read-script.js';
export { writeSpec } from './spec/write-spec.js';
