/**
 * `python/` formats, trims and counts text as Python does where JavaScript differs. Other modules use it for
 * output that must equal the WebLINX library's byte for byte. It handles only strings and numbers; the formats of
 * WebLINX belong elsewhere.
 */
export { formatDictJson, formatDictRepr } from './containers.js';
export { matchStringLiteral, parseStringLiteral } from './literals.js';
export { formatNumber, parsePythonFloat, parsePythonInteger, formatRounded, WholeFloat } from './numbers.js';
export { repr } from './repr.js';
export { shorten, shortenAtCenter } from './shorten.js';
export { collapseSpace, isBlank, strip, splitWords } from './white-space.js';
