/**
 * Irreversible actions: recognising them (`facts`, `classify`), what the instructor's lines say about
 * them (`instructor-line`), and whether they are allowed (`ruling`). The `-words` files contain data.
 */
export { classify } from './classify.js';
export { readPageFacts, type PageFacts } from './facts.js';
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
