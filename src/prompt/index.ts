/**
 * `prompt/` turns dialogue, history and page into the exact text that a family of models expects. All functions are
 * pure. Calling models, parsing answers, ranking elements and files belong elsewhere.
 */
export { parseChatTemplate, type ChatTemplate, type TemplateOptions } from './chat-template.js';
export { parseHfTokenizer } from './hf-tokenizer.js';
export { ESTIMATE } from './estimate.js';
export { type Encoding, type Span, type PromptTokenizer, cacheCounts } from './tokenizer.js';
export { formatBareTree, formatTree } from './weblinx/tree-text.js';
export type { PromptCandidate } from './weblinx/candidate.js';
export { cleanAndPrune } from './weblinx/clean.js';
export {
  formatDmrQuery,
  formatInstructionQuery,
  type QueryViewport,
  getRecordedViewport,
} from './weblinx/dmr-query.js';
export {
  findFamily,
  FAMILY_NAMES,
  type WeblinxFamily,
  type WeblinxRequest,
  buildWeblinxRequest,
} from './weblinx/families.js';
export { findLastRanked, toPromptInput, type RankedPage, DEFAULT_TOP_K } from './weblinx/to-prompt-input.js';
export { flattenMessages, type WeblinxMessage } from './weblinx/messages.js';
export { buildMindactPrompt } from './weblinx/mindact.js';
export { type OtrBudgets, buildOtrPrompt } from './weblinx/otr.js';
export type { PromptInput, PromptPart, WeblinxPrompt } from './weblinx/prompt-types.js';
export { pruneTree } from './weblinx/prune.js';
export type { ReplayTurn } from './weblinx/replay-turn.js';
export { shortenRequest, countRequestTokens } from './weblinx/shorten.js';
export {
  chooseFirstShape,
  pickLikelierAnswer,
  type PromptShape,
  getRecordedShape,
  chooseSecondShape,
  type ShapeChoice,
  type ShapePolicy,
} from './weblinx/shape.js';
export { truncateCandidates } from './weblinx/truncate/candidates.js';
export { truncateAtCenter } from './weblinx/truncate/center.js';
export { truncateDom } from './weblinx/truncate/dom.js';
export { truncateHistory } from './weblinx/truncate/history.js';
export { reduceLengths } from './weblinx/truncate/lengths.js';
export { formatTurnLine } from './weblinx/turn-line.js';
export { formatMindactTurn, toOtrCall, formatOtrTurn, formatPix2actTurn } from './weblinx/turn-formats.js';
export {
  comparePages,
  type PageChanges,
  formatPageEvents,
  type PageMemory,
  toPageMemory,
} from './chat/changes.js';
export {
  buildExcerptSection,
  buildLinesSection,
  findLines,
  findRows,
  type ExcerptView,
} from './chat/excerpt-section.js';
export { fence, deriveMarker } from './chat/fence.js';
export { findActionsWithoutEffect, formatActionTurn, formatOutcome } from './chat/history-section.js';
export { numberElements, type ElementNumbers } from './chat/numbers.js';
export { getVisibleName, MAX_VALUE_CHARS } from './chat/element-line.js';
export {
  listNumbers,
  listParents,
  getPlainText,
  type CountTokens,
  type OutlineLine,
} from './chat/outline/index.js';
export { buildPageSection, type PageSection } from './chat/page-section.js';
export { findOpenInstruction } from './chat/open-instruction.js';
export { toOneLine, quote } from './chat/page-text.js';
export { type ChatPrompt, buildChatPrompt, type ChatPromptInput, formatToday } from './chat/request.js';
export { ANSWER_FORMAT, SYSTEM_PROMPT, type StepName, STEP_NAMES } from './chat/system-prompt.js';
export { clipMessages, type VoyagerMessage } from './webvoyager/clip-messages.js';
export {
  formatModal,
  formatNewNotices,
  formatPageHeader,
  formatScrollPosition,
  isListed,
  labelElements,
  type LabelledElements,
} from './webvoyager/element-list.js';
export { formatFileText } from './webvoyager/file-report.js';
export {
  buildErrorMessage,
  buildFaithfulObservation,
  buildHardenedObservation,
  EXECUTION_ERROR,
  FORMAT_ERROR,
  formatInstruction,
  formatLaterLead,
  formatPdfReport,
  formatTaskLead,
} from './webvoyager/observation-messages.js';
export {
  parseFaithful,
  parseHardened,
  type ParsedReply,
  type VoyagerAction,
} from './webvoyager/parse-reply.js';
export { createSystemPrompt, type PromptVariant } from './webvoyager/system-prompt.js';
export { formatTextList, formatTypingWarning } from './webvoyager/text-list.js';
export * from './step/index.js';
