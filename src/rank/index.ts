/**
 * `rank/` orders a page's elements by how well they fit what was said: the right ten out of thousands.
 * `evidence.ts` gathers all that speaks for an element, `weights.ts` weighs it; `dense/` is the encoder that
 * compares meanings, in a thread of its own. Rankers read looks and nothing else; they never see the browser,
 * and what is done with a ranking is not decided here.
 */
export { createLexicalRanker } from './lexical.js';
export { BUNDLED, openRanker } from './open.js';
export { queryOf } from './query.js';
export { packModel } from './dense/pack.js';
export { parseBoxes, type WeblinxBox, type WeblinxBoxes } from './weblinx/boxes.js';
export { ranksByUid, targetFirst, type WeblinxCandidate, weblinxCandidates } from './weblinx/candidates.js';
export { openWeblinxRanker, type WeblinxRanker } from './weblinx/ranker.js';
