/**
 * `text/` prepares words for comparison: it folds spelling variants, strips inflections and lists synonyms. Callers
 * decide which words to compare and how to weigh a match. It also makes text safe for a terminal. Pure.
 */
export { fold, foldCase, undoDisguises } from './fold.js';
export { stem, stripPluralS } from './stem.js';
export { FIELD_SYNONYMS, PHRASES, RELATED_WORDS, SYNONYMS } from './synonyms.js';
export { stripFormatCharacters, stripTerminalControls } from './terminal.js';
