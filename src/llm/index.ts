/**
 * `llm/` talks to language models: one interface for every server, token counts, prices and budgets, cassettes, and a
 * typed result for every failure. Only this folder loads the SDKs, and only when a model is called. Prompts and the
 * interpretation of answers belong elsewhere.
 */
export {
  type CassetteHeader,
  openCassette,
  type Cassette,
  type CassetteMode,
  type CassetteReport,
  type UnusedRow,
} from './cassette/cassette.js';
export { discoverServers, RECOGNISED_SERVERS, type FoundServer } from './discovery.js';
export { readApiKey, type Key } from './key.js';
export {
  createFileKnowledgeStore,
  createProcessKnowledgeStore,
  type ServerKnowledge,
  type KnowledgeStore,
} from './knowledge.js';
export { createModel, type Model, type ModelDependencies } from './model.js';
export {
  computeCost,
  createLedger,
  type Ledger,
  type ModelBudget,
  type SpendingTotals,
} from './money/ledger.js';
export { findPrice, type Price } from './money/prices.js';
export { probeServer, type ProbeResult } from './probe.js';
export {
  normaliseBaseUrl,
  DEFAULT_MODEL_LIMITS,
  resolveProvider,
  type ModelLimits,
  type ModelSettings,
  PROVIDERS,
  type Provider,
} from './settings.js';
export { estimateImageTokens, estimateTokens, type TokenCount } from './tokens.js';
export { toParleyError } from './failure.js';
export type * from './types.js';
export { UsageCounter } from './usage-counter.js';
