/**
 * `llm/` is the room that talks to language models: one interface for every server, token counts, prices and
 * budgets, cassettes, and a typed outcome for everything that can go wrong. It alone loads the SDKs, and only
 * when a model is asked. What does not belong here: what to ask, and what an answer means.
 */
export {
  type CassetteHeader,
  openCassette,
  type Cassette,
  type CassetteMode,
  type CassetteReport,
  type UnusedRow,
} from './cassette/cassette.js';
export { readKey, type Key } from './key.js';
export { createFileMemory, createMemory, type Knowledge, type ServerMemory } from './knowledge.js';
export { createModel, type Model, type ModelParts } from './model.js';
export { createLedger, type Ledger, type ModelBudget, type Totals } from './money/ledger.js';
export { priceOf, type Price } from './money/prices.js';
export { probeServer, type ProbeResult } from './probe.js';
export {
  baseUrlOf,
  DEFAULT_MODEL_LIMITS,
  providerOf,
  type ModelLimits,
  type ModelSettings,
  type Provider,
} from './settings.js';
export { estimateTokens, type Count } from './tokens.js';
export { problemOf } from './trouble.js';
export type * from './types.js';
