/**
 * `secrets/` is the one redactor that everything which writes (record, log, terminal, cassette, report)
 * passes its strings through, and the list of environment keys it knows by itself. What does not belong
 * here: where secrets come from otherwise, and putting their values into a page.
 */
export { addEnvironmentKeys, WELL_KNOWN_KEYS } from './environment.js';
export { createRedactor, type Redactor } from './redactor.js';
