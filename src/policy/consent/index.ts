/**
 * Irreversible actions: recognising them (`facts`, `classify`), what the instructor said about them
 * (`instructor-line`), and whether they are allowed (`ruling`). Word lists are data, in the `-words` files.
 */
export { classify } from './classify.js';
export { readPageFacts, type PageFacts } from './facts.js';
export { LASTS } from './lasting.js';
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
