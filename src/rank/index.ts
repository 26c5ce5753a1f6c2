/**
 * `rank/` orders a page's elements by how well they match an instruction: the right ten out of thousands.
 * `evidence.ts` collects the evidence for each element and `weights.ts` combines it; `dense/` is the encoder, in its own
 * thread; `search/` finds text. Rankers read observations only. They never touch the browser, and callers decide what
 * to do with a ranking.
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
