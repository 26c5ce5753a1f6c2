/**
 * `replay/` reads a replay's script from a recorded session, and writes it as a Playwright spec. The `replay` navigator
 * performs it (`navigator/replay/`).
 */
export { readReplayScript } from './read-script.js';
export { writeSpec } from './spec/write-spec.js';
