/**
 * `demonstration/` is a session on disk: the one writer and the reader of `session.jsonl` (the truth) and
 * of the WebLINX files beside it (spec 1). What does not belong here: deciding what is written, the mapping
 * of acts (`action/`), scores, reports, and any file that is not part of a demonstration.
 */
export { asciiJson } from './json.js';
export { type Demonstration, readDemonstration, readSession, type Session } from './reader.js';
export { type PageFiles, readPageFiles } from './pages.js';
export type {
  BrowserTurn,
  ChatTurn,
  DemonstrationForm,
  DemonstrationMetadata,
  DomBox,
  TurnArguments,
  TurnElement,
  TurnMetadata,
  TurnState,
  WeblinxTurn,
} from './types.js';
export {
  type ActRecord,
  DemonstrationWriter,
  type EndRecord,
  type Header,
  type SideEvent,
} from './writer.js';
