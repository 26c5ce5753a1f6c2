/**
 * Converts a page into outline lines for prompts. The lines depend only on the observation; `select.ts` then reduces
 * them to a token budget, by priorities that the caller provides.
 */
export { buildOutline } from './build.js';
export { isField } from './elements.js';
export {
  listControls,
  formatLine,
  listNumbers,
  listParents,
  getPlainText,
  type LineFormat,
  type OutlineLine,
} from './lines.js';
export { writeExcerpt, writeOutline, type CountTokens, type WrittenOutline } from './select.js';
