/**
 * `python/` prints, trims and counts text as Python does where JavaScript differs (spec 10), for everything
 * that must equal the WebLINX library's output byte for byte. What does not belong here: any format of
 * WebLINX itself, and anything that is not about strings and numbers.
 */
export { dictJson, dictRepr } from './containers.js';
export { numberText, readFloat, readInteger, round1, WholeFloat } from './numbers.js';
export { repr } from './repr.js';
export { shorten, shortenAtCenter } from './shorten.js';
export { collapseSpace, isBlank, strip, words } from './space.js';
