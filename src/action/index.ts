/**
 * `action/` defines how actions are written: the WebLINX intent names, the mapping of live actions to WebLINX turns,
 * two parsers for the output of the paper's models, and short descriptions of actions and page events. All functions
 * are pure. Performing actions, files and prompts belong to other rooms.
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
