/**
 * `rank/` orders a page's elements by how well they match an instruction. `evidence.ts` collects the evidence for
 * each element and `weights.ts` combines it; `dense/` is the encoder, in its own thread; `search/` finds text.
 * Rankers read observations only. They never touch the browser, and callers decide what to do with a ranking.
 */
export { EVIDENCE, type EvidenceKind } from './evidence.js';
export { createLexicalRanker } from './lexical.js';
export { BUNDLED_ENCODER_FOLDER, BUNDLED_RANKER_NAME, openRanker, openWeblinxRanker } from './open.js';
export { DEVICE_CHOICES, type DeviceChoice } from './dense/device-names.js';
export { ModelError } from './dense/model-error.js';
export { tryDevices } from './dense/trials.js';
export { fetchModel, isHubId, type DownloadProgress } from './models/hub.js';
export { EXPECTED_BUNDLED_MODEL } from './models/bundled.js';
export {
  describeModel,
  type ModelInspection,
  inspectModel,
  loadModel,
  isSameTestCosine,
} from './models/inspect.js';
export { getCacheFolder } from './models/user-folders.js';
export { readRegistry, type RegisteredModel, writeRegistry } from './models/registry.js';
export { parseQuery } from './query.js';
export { textSearch } from './search/text-search.js';
export { openSentenceModel, type SentenceModel } from './sentence-model.js';
export { openWeblinxEncoder, type WeblinxEncoder } from './weblinx/offline.js';
export { parseBoxes, type WeblinxBox, type WeblinxBoxes } from './weblinx/boxes.js';
export {
  computeRanks,
  putTargetFirst,
  type WeblinxCandidate,
  findWeblinxCandidates,
} from './weblinx/candidates.js';
