/**
 * `demonstration/` is a session on disk: the one writer and the reader of `session.jsonl` (the truth), of the
 * WebLINX files beside it (spec 1), and of what a model was asked. What does not belong here: deciding what is
 * written, the mapping of acts (`action/`), scores, reports, and any file that is not part of a demonstration.
 */
export { asciiJson } from './json.js';
export { type Demonstration, readDemonstration, readSession, type Session } from './reader.js';
export { type PageFiles, readPageFiles } from './pages.js';
export {
  type AskedPrompt,
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
