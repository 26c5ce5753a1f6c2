/**
 * Irreversible actions: recognising them (`facts`, `classify`) and what they act on (`acted-on`), what the instructor's
 * lines say about them (`instructor-line`, `object`, with `phrase` and `identify`), and whether they are allowed
 * (`ruling`). The other files contain data: `verbs`, `things`, the `-words` files, and one file per language in
 * `languages/`.
 */
export { classify } from './classify.js';
export { readPageFacts, type PageFacts } from './facts.js';
export { setConsentWords, type ConsentWords } from './region.js';
export { PERMANENT_EFFECT } from './permanent-effect.js';
export {
  CONFIRM_CLASSES,
  CONFIRM_VALUES,
  formatConsentQuestion,
  formatRefusal,
  decideConsent,
  createRefusalVerdict,
  type Confirm,
  type ConfirmPolicy,
  type ConsentUse,
  type ConsentRequest,
} from './ruling.js';
