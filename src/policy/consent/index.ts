/**
 * Irreversible actions: recognising them (`facts`, `classify`) and what they act on (`acted-on`, `find-things`), what
 * the instructor's lines say about them, and whether they are allowed (`ruling`).
 *
 * A line is parsed (`parse-line`, `phrase`, `order`). It orders the action if its object is anchored in the page
 * (`anchors`, `evidence`) and nothing in it contradicts the page (`object`, `conflicts`, `numbers`, `times`,
 * `complements`). `instructor-line` combines these; `replies` interprets answers to questions. The other files contain
 * data: `verbs`, `things`, `synonyms`, the `-words` files, and one file per language in `languages/`.
 */
export { classify } from './classify.js';
export { readPageFacts, type PageFacts } from './facts.js';
export { setConsentWords, type ConsentWords } from './region.js';
export { PERMANENT_EFFECT } from './permanent-effect.js';
export {
  CONFIRM_CLASSES,
  CONFIRM_VALUES,
  containsWords,
  formatConsentQuestion,
  formatRefusal,
  decideByOrderWords,
  decideConsent,
  createRefusalVerdict,
  type Confirm,
  type ConfirmPolicy,
  type ConsentUse,
  type ConsentRequest,
  type ConsentRuling,
} from './ruling.js';
export { combineRulings, createOrderRequest, createReviewRequest, isReviewable } from './review.js';
