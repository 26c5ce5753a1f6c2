/**
 * `text/` prepares words for comparison: it folds spelling variants, strips inflections and lists synonyms. Rooms
 * decide for themselves which words they compare and what a match is worth. It also makes texts safe for a terminal.
 * Everything here is pure.
 */
export { fold, foldCase, unmask } from './fold.js';
export { stem, stripPluralS } from './stem.js';
export { FIELD_SYNONYMS, PHRASES, RELATED_WORDS, SYNONYMS } from './synonyms.js';
export { stripFormatCharacters, stripTerminalControls } from './terminal.js';
