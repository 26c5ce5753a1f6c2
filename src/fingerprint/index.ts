/**
 * `fingerprint/` identifies elements across visits of a page: the session records a fingerprint with each action, and a
 * replay finds the element by it. Everything here is pure.
 */
export { createFingerprint, findElement, createActionFingerprints, indexElements } from './create.js';
export { isMovedPage, isMovedLink } from './moved-url.js';
export { describeRecordedElement, describeRole } from './describe.js';
export { locateElement, type LocateOptions, type Location } from './locate.js';
export { locateRenamed } from './renamed.js';
export { getFormXPath, locateSubmitButton, locateSuccessor } from './successor.js';
export { findMissingFact, findShownFacts } from './shown-facts.js';
export { isSamePage, isStableId, normalise, toUrlPattern } from './text.js';
