/**
 * `rank/` orders a page's elements by how well they fit what was said: the right ten out of thousands.
 * `evidence.ts` gathers all that speaks for an element, `weights.ts` weighs it; `dense/` is the encoder that
 * compares meanings, in a thread of its own. Rankers read looks and nothing else; they never see the browser,
 * and what is done with a ranking is not decided here.
 */
export { createLexicalRanker } from './lexical.js';
export { BUNDLED, BUNDLED_NAME, openRanker, openWeblinxRanker } from './open.js';
export { DEVICE_CHOICES, type DeviceChoice } from './dense/names.js';
export { ModelProblem } from './dense/problems.js';
export { tryDevices } from './dense/trials.js';
export { fetchModel, isHubId, type DownloadProgress } from './models/hub.js';
export { BUNDLED_MODEL } from './models/bundled.js';
export { describeModel, type Inspected, inspectModel, loadModel, sameTrial } from './models/inspect.js';
export { cacheFolder } from './models/places.js';
export { readRegistry, type Registered, writeRegistry } from './models/registry.js';
export { queryOf } from './query.js';
export { textSearch } from './search/text-search.js';
export { openSentences, type Sentences } from './sentences.js';
export { openWeblinxEncoder, type WeblinxEncoder } from './weblinx/offline.js';
export { parseBoxes, type WeblinxBox, type WeblinxBoxes } from './weblinx/boxes.js';
export { ranksByUid, targetFirst, type WeblinxCandidate, weblinxCandidates } from './weblinx/candidates.js';
