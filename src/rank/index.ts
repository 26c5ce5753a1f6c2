/**
 * `rank/` orders a page's elements by how well they fit what was said: the right ten out of thousands.
 * Rankers read candidates (their compact documents) and nothing else; they never see the browser, and what
 * is done with a ranking is not decided here.
 */
export { createLexicalRanker } from './lexical.js';
export { parseBoxes, type WeblinxBox, type WeblinxBoxes } from './weblinx/boxes.js';
export { ranksByUid, targetFirst, type WeblinxCandidate, weblinxCandidates } from './weblinx/candidates.js';
