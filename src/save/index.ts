/**
 * `save/` writes a recorded conversation as a scenario: lines, replies, start, secrets, dates and checks, from
 * `session.jsonl` alone and without a model. It is the counterpart of `dialogue/`, which reads scenarios.
 */
export { createScenario } from './scenario.js';
export { createFileName } from './title.js';
export { findFixtureWord } from './start.js';
export { maskSpokenPasswords } from './secrets.js';
export { formatScenario } from './format-scenario.js';
