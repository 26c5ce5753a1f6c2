/**
 * `contract/` defines the data types and interfaces that all folders share. It imports no other folder and contains no
 * logic. `ParleyError` is its only run-time value.
 */
export type * from './action.js';
export type * from './check.js';
export type * from './consent.js';
export type * from './egress.js';
export type * from './events.js';
export type * from './exchange.js';
export type * from './fingerprint.js';
export type * from './observation.js';
export type * from './outcome.js';
export type * from './step-policy.js';
export { ParleyError, type ParleyErrorKind } from './error.js';
export type * from './interfaces.js';
export type * from './replay.js';
export type * from './session-start.js';
export type * from './verdict.js';
