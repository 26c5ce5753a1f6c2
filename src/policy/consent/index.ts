/**
 * Acts that cannot be taken back: which ones they are (`facts`, `classify`), what the instructor said of them
 * (`said`), and whether they may be done (`ruling`). Words are data, in the files called so.
 */
export { classify } from './classify.js';
export { factsOf, type Facts } from './facts.js';
export { LASTS } from './lasting.js';
export {
  CONFIRM_CLASSES,
  CONFIRM_VALUES,
  questionFor,
  refusalOf,
  rule,
  verdictOf,
  type Confirm,
  type ConfirmPolicy,
  type ConsentUse,
  type ConsentRequest,
} from './ruling.js';
