/**
 * `prompt/` turns dialogue, history and page into the exact text that a family of models expects. Pure: data
 * in, text out. What does not belong here: asking a model, reading its answer, ranking elements, files.
 */
export { chatTemplate, type ChatTemplate, type TemplateOptions } from './chat-template.js';
export { hfTokenizer } from './hf-tokenizer.js';
export { ESTIMATE } from './estimate.js';
export { type Encoding, type Span, type PromptTokenizer, withMemory } from './tokenizer.js';
export { bareTreeText, treeText } from './weblinx/tree-text.js';
export type { PromptCandidate } from './weblinx/candidate.js';
export { cleanAndPrune } from './weblinx/clean.js';
export { dmrQuery, instructionQuery, type QueryViewport, viewportOf } from './weblinx/dmr-query.js';
export {
  familyNamed,
  FAMILY_NAMES,
  type WeblinxFamily,
  type WeblinxRequest,
  weblinxRequest,
} from './weblinx/families.js';
export { lastRanked, promptInput, type RankedPage, TOP } from './weblinx/input-at.js';
export { flatText, type WeblinxMessage } from './weblinx/messages.js';
export { mindactPrompt } from './weblinx/mindact.js';
export { type OtrRooms, otrPrompt } from './weblinx/otr.js';
export type { PromptInput, PromptPart, WeblinxPrompt } from './weblinx/prompt-input.js';
export { pruneTree } from './weblinx/prune.js';
export type { ReplayTurn } from './weblinx/replay-turn.js';
export { shortened, tokensOf } from './weblinx/shorten.js';
export {
  firstShape,
  likelier,
  type PromptShape,
  recordedShape,
  secondShape,
  type ShapeChoice,
  type ShapePolicy,
} from './weblinx/shape.js';
export { truncateCandidates } from './weblinx/truncate/candidates.js';
export { truncateAtCenter } from './weblinx/truncate/center.js';
export { truncateDom } from './weblinx/truncate/dom.js';
export { truncateHistory } from './weblinx/truncate/history.js';
export { reduceLengths } from './weblinx/truncate/lengths.js';
export { turnLine } from './weblinx/turn-line.js';
export { mindactTurnText, otrTurnCall, otrTurnText, pix2actTurnText } from './weblinx/turn-formats.js';
export {
  changesSince,
  type PageChanges,
  pageEventLines,
  type PageMemory,
  toPageMemory,
} from './chat/changes.js';
export { excerptPart, rankedExcerpt } from './chat/excerpt-part.js';
export { fence, markerOf } from './chat/fence.js';
export { actionsWithoutEffect } from './chat/history-part.js';
export { numberElements, type Numbers } from './chat/numbers.js';
export { type CountTokens, pagePart, type PagePart } from './chat/page-part.js';
export { flatten, quoted } from './chat/page-text.js';
export { type ChatPrompt, chatPrompt, type ChatPromptInput } from './chat/request.js';
export { ANSWER_SHAPE, RULES, type StepName, STEPS } from './chat/rules.js';
