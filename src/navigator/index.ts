/**
 * `navigator/` holds those who look at the page and act: one folder each. They see observations and the
 * exchange, never the browser. `direct` works by rules and ranking alone: a line becomes steps, each step is
 * grounded on the page, acted, and judged by what it did, before anything is reported. `chat` asks any language
 * model that can follow instructions; `weblinx` are the models of the WebLINX paper, with its exact prompts.
 */
export { type ChatNavigatorParts, createChatNavigator } from './chat/navigator.js';
export { createDirectNavigator } from './direct/navigator.js';
export { createWeblinxNavigator, type WeblinxNavigatorParts } from './weblinx/navigator.js';
