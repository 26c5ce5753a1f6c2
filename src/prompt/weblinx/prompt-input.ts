/** What a prompt is made from, live and from the data set alike, and what one looks like when it is made. */
import type { LxmlDocument } from '../../lxml/index.js';
import type { PromptCandidate } from './candidate.js';
import type { QueryViewport } from './dmr-query.js';
import type { WeblinxMessage } from './messages.js';
import type { ReplayTurn } from './replay-turn.js';

export interface PromptInput {
  /** Every turn before the one that is decided, from the first on. */
  before: readonly ReplayTurn[];
  /** Null where there is none, as on the data set's chat turns. */
  page: LxmlDocument | null;
  viewport: QueryViewport;
  /** Best first. Null before there was any page to choose from. */
  candidates: readonly PromptCandidate[] | null;
}

/** A part of a prompt and what became of it. */
export interface PromptPart {
  name: 'header' | 'page' | 'utterances' | 'history' | 'candidates' | 'instructions';
  /** As it stands in the prompt. */
  text: string;
  tokens: number;
  /** Tokens there was room for; null where nothing is ever cut. */
  room: number | null;
  /** Tokens before anything was cut. */
  wholeTokens: number;
}

export interface WeblinxPrompt {
  messages: WeblinxMessage[];
  parts: PromptPart[];
}
