/**
 * `demonstration/` writes and reads sessions on disk: `session.jsonl` (the complete record), the WebLINX files, and
 * `prompts.jsonl` (see docs/demonstrations.md). `session/` decides what is recorded; `action/` maps actions to WebLINX.
 */
export { toAsciiJson } from './json.js';
export {
  type Demonstration,
  readDemonstration,
  readSession,
  readSessionFile,
  type Session,
} from './reader.js';
export { type PageFiles, readPageBoxes, readPageFiles } from './pages.js';
export {
  type PromptEntry,
  type PromptContent,
  type PromptMessage,
  readPrompts,
  type RecordedPrompt,
} from './prompts.js';
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
export type { SessionHeader } from './header.js';
export type { ActionRecord, EndRecord, SideEvent } from './records.js';
export { DemonstrationWriter } from './writer.js';
