/**
 * `contract/` is the language that every room speaks: plain data types and the interfaces between
 * rooms, each file readable at a glance. It imports nothing and does nothing. The one thing here that
 * exists at run time is `Problem`, because an error that names its next step is part of the language.
 */
export type * from './action.js';
export type * from './check.js';
export type * from './consent.js';
export type * from './egress.js';
export type * from './events.js';
export type * from './exchange.js';
export type * from './observation.js';
export type * from './outcome.js';
export { ParleyError, type ParleyErrorKind } from './error.js';
export type * from './roles.js';
export type * from './verdict.js';
