/**
 * Turns a page into outline lines for prompts. The lines depend only on the observation; `select.ts` later cuts them to
 * a token budget, by priorities that its caller provides.
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
