/** Input and output of prompt builders, for live sessions and the data set. */
import type { LxmlDocument } from '../../lxml/index.js';
import type { PromptCandidate } from './candidate.js';
import type { QueryViewport } from './dmr-query.js';
import type { WeblinxMessage } from './messages.js';
import type { ReplayTurn } from './replay-turn.js';

export interface PromptInput {
  /** All turns before the one to predict. */
  previousTurns: readonly ReplayTurn[];
  /** Null if there is none, as in the data set's chat turns. */
  page: LxmlDocument | null;
  viewport: QueryViewport;
  /** Best first; null before the first page. */
  candidates: readonly PromptCandidate[] | null;
}

/** A part of a prompt, with its size before and after truncation. */
export interface PromptPart {
  name: 'header' | 'page' | 'utterances' | 'history' | 'candidates' | 'instructions';
  text: string;
  tokens: number;
  /** Maximum tokens; null if the part is never truncated. */
  budget: number | null;
  /** The number of tokens before truncation; a key of the output of `parley prompt --json`. */
  wholeTokens: number;
}

export interface WeblinxPrompt {
  messages: WeblinxMessage[];
  parts: PromptPart[];
}
