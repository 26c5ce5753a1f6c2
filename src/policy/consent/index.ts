/**
 * Irreversible actions: recognizes them (`page-facts`, `classify`) and their targets (`consent-target`,
 * `find-object-kinds`), interprets the instructor's lines about them, and decides whether they are allowed (`ruling`).
 *
 * A line is parsed (`parse-line`, `object-phrase`, `command`). It requests the action if its object is anchored in the
 * page (`anchors`, `evidence`) and nothing in it contradicts the page (`match-object`, `conflicts`, `numbers`, `times`,
 * `complements`). `instructor-line` combines these; `replies` interprets answers to questions. Data files: `verbs`,
 * `object-kinds`, `synonyms`, `confirmation-questions`, the `-words` files, and one file per language in `languages/`.
 */
export { classifyAction } from './classify.js';
export { readPageFacts, type PageFacts } from './page-facts.js';
export { setConsentWords, type ConsentWords } from './region.js';
export { PERMANENT_EFFECT } from './permanent-effect.js';
export {
  CONFIRM_CLASSES,
  CONFIRM_MODES,
  containsWords,
  formatConsentQuestion,
  formatRefusal,
  decideByCommandWords,
  decideConsent,
  createRefusalVerdict,
  type ConfirmMode,
  type ConfirmPolicy,
  type ConsentUse,
  type ConsentRequest,
  type ConsentRuling,
} from './ruling.js';
export { combineRulings, createSearchRequest, createReviewRequest, isReviewable } from './review.js';
