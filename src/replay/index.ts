/**
 * `replay/` reads the script of a replay from a recorded session, and can write the script as a Playwright spec. The
 * navigator `replay` (in `navigator/replay/`) performs the script.
 */
export { readReplayScript } from './read-script.js';
export { writeSpec } from './spec/write-spec.js';
