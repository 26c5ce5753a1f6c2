/**
 * `secrets/` contains the redactor that every writer uses (recording, log, terminal, cassette, report), the environment
 * variables that are always redacted, and the store of a session's secrets.
 */
export { registerEnvironmentSecrets, WELL_KNOWN_KEY_VARIABLES } from './environment.js';
export { createSecretStore, type SecretStore, type RevealResult } from './secret-store.js';
export { maskState } from './mask-state.js';
export { registerStorageSecrets } from './storage.js';
export { createRedactor, MIN_SECRET_LENGTH, type Redactor } from './redactor.js';
