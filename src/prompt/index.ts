/**
 * `prompt/` turns dialogue, history and page into the exact text that a family of models expects. Pure: data
 * in, text out. What does not belong here: asking a model, reading its answer, ranking elements, files.
 */
export { dmrQuery, instructionQuery, viewportOf } from './weblinx/dmr-query.js';
export type { ReplayTurn } from './weblinx/replay-turn.js';
