/**
 * `secrets/` is the one redactor that everything which writes (record, log, terminal, cassette, report)
 * passes its strings through, the list of environment keys it knows by itself, and the secrets that were told in a session. What does not belong
 * here: where secrets come from otherwise, and putting their values into a page.
 */
export { addEnvironmentKeys, WELL_KNOWN_KEYS } from './environment.js';
export { keptSecrets, type KeptSecrets, type Revealed } from './kept.js';
export { createRedactor, SHORTEST_VALUE, type Redactor } from './redactor.js';
