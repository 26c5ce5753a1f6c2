/**
 * `navigator/` contains the navigators, one folder each. They read observations and the exchange, never the browser.
 * `direct` uses rules and ranking only: it parses an instruction into steps, finds each step's element on the page,
 * acts, and checks the outcome before it reports. `chat` asks any language model that can follow instructions.
 * `weblinx` runs the models of the WebLINX paper with its exact prompts. `webvoyager` is the agent of the WebVoyager
 * paper, which sees screenshots with numbered elements. `step` runs the policies of the SteP paper on a stack.
 * `element-actions/` is shared by the papers' navigators: typing, options, keys and scrolling. `replay` repeats the
 * actions of a recorded session.
 */
export { type ChatNavigatorParts, createChatNavigator } from './chat/navigator.js';
export { createDirectNavigator } from './direct/navigator.js';
export { createReplayNavigator, type ReplayNavigator } from './replay/navigator.js';
export { createRebase } from './replay/rebase.js';
export { toModelRequest } from './weblinx/request.js';
export { createWeblinxNavigator, type WeblinxNavigatorParts } from './weblinx/navigator.js';
export type { AnswerSource, KeyboardView, RecordedStep } from './step/answer-source.js';
export { createStepNavigator, type StepNavigatorParts } from './step/navigator.js';
export type { StepMode } from './step/roots.js';
export {
  createWebvoyagerNavigator,
  PAPER_KEPT_OBSERVATIONS,
  PAPER_MAX_ITERATIONS,
  type WebvoyagerNavigatorParts,
} from './webvoyager/navigator.js';
