/**
 * The outline of a page in lines, for prompts. It is built from the elements and texts of an observation, and knows
 * neither the budget of a prompt nor the task; `select.ts` cuts it to a budget by priorities that it is given.
 */
export { buildOutline } from './build.js';
export { isField } from './elements.js';
export {
  controlsOf,
  formatLine,
  numbersOf,
  parentsOf,
  plainTextOf,
  type LineFormat,
  type OutlineLine,
} from './lines.js';
export { writeExcerpt, writeOutline, type CountTokens, type WrittenOutline } from './select.js';
