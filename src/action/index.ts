/**
 * `action/` defines how actions are written: the WebLINX intent names, the mapping of live actions to WebLINX turns,
 * SteP's verbs, parsers for model output (the paper's two and one for BrowserGym's syntax) and key chords, and short
 * descriptions of actions and page events. All functions are pure. Performing actions, files and prompts belong to
 * other folders.
 */
export { type ElementDescription, describeKind, formatAction } from './format-action.js';
export type { ControlElement } from './control-kind.js';
export { formatDialog, getPageEventKey, formatPageEvent, formatOpenDialog } from './page-events.js';
export {
  BROWSER_INTENTS,
  type BrowserIntent,
  isBrowserIntent,
  UID_ATTRIBUTE,
  type WireIntent,
} from './intents.js';
export {
  ELEMENT_INTENTS,
  toEvalIntent,
  type EvalIntent,
  TEXT_INTENTS,
  UNKNOWN_INTENT,
} from './weblinx-intents.js';
export {
  type LiveTarget,
  type LiveDecision,
  type LiveFault,
  type LiveResult,
  parseLiveOutput,
  type Repair,
  REPAIR_MESSAGES,
} from './weblinx-live.js';
export {
  type BrowserGymAction,
  type BrowserGymName,
  type BrowserGymValue,
  parseBrowserGymAction,
} from './browsergym.js';
export { toBrowserGymSyntax } from './browsergym-output.js';
export { findSmallestBoxAt } from './smallest-box.js';
export { formatKeyChord, type KeyChord, parseKeyChord } from './key-chords.js';
export {
  isStepVerb,
  STEP_VERBS,
  getStepVerbEntry,
  STEP_VERBS_BY_GRAMMAR,
  type StepVerbGroup,
} from './step-verbs.js';
export { parseStrictly, sanitizeCoordinates, type StrictAction, type StrictValue } from './weblinx-strict.js';
export {
  type ActionFacts,
  type TabForm,
  toTabForms,
  type WeblinxForm,
  toWeblinxForm,
  toWeblinxTurns,
  type WireTurn,
} from './weblinx.js';
