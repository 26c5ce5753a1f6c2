/**
 * The redactor through which every writer (recording, log, terminal, cassette, report) passes its strings; the
 * environment variables that it always redacts; and secrets that an instructor gave during a session. Other sources of
 * secrets, and typing their values into a page, do not belong here.
 */
export { addEnvironmentKeys, WELL_KNOWN_KEYS } from './environment.js';
export { keptSecrets, type KeptSecrets, type Revealed } from './kept.js';
export { createRedactor, MIN_SECRET_LENGTH, type Redactor } from './redactor.js';
