/**
 * `action/` is the grammar of acts: the WebLINX intent names (listed once), the one table that maps
 * every live act to its WebLINX form or to none, the two readings of what the paper's models write, and the
 * short human lines for an act and for what befalls a page. Pure functions over contract types. What does not belong here: performing acts,
 * files, and anything about a prompt.
 */
export { type ElementDescription, formatAction } from './describe.js';
export type { FieldElement } from './field.js';
export { formatDialog, pageEventKey, formatPageEvent, formatOpenDialog } from './page-events.js';
export {
  BROWSER_INTENTS,
  type BrowserIntent,
  isBrowserIntent,
  UID_ATTRIBUTE,
  type WireIntent,
} from './intents.js';
export { ELEMENT_INTENTS, evalIntent, type EvalIntent, TEXT_INTENTS } from './weblinx-intents.js';
export {
  type LiveAim,
  type LiveDecision,
  type LiveFault,
  type LiveReading,
  readLive,
  type Repair,
  REPAIR_TEXT,
} from './weblinx-live.js';
export { smallestBoxAt } from './box-at.js';
export { parseStrictly, sanitized, type StrictReading, type StrictValue } from './weblinx-strict.js';
export {
  type ActFacts,
  type TabForm,
  tabForms,
  type WeblinxForm,
  weblinxForm,
  weblinxTurns,
  type WireTurn,
} from './weblinx.js';
