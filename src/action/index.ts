/**
 * `action/` is the grammar of acts: the WebLINX intent names (listed once), the one table that maps
 * every live act to its WebLINX form or to none, and the short human line for an act. Pure functions
 * over contract types. What does not belong here: performing acts, files, and anything about a prompt.
 */
export { type ActDescription, formatAct } from './describe.js';
export type { ActedElement } from './field.js';
export {
  BROWSER_INTENTS,
  type BrowserIntent,
  isBrowserIntent,
  UID_ATTRIBUTE,
  type WireIntent,
} from './intents.js';
export {
  type ActFacts,
  type TabForm,
  tabForms,
  type WeblinxForm,
  weblinxForm,
  weblinxTurns,
  type WireTurn,
} from './weblinx.js';
