/**
 * `assembly/` assembles sessions. Flags and environment become validated plans (browser, ranker, navigator with its
 * model), a scenario becomes session settings, and `runConversation` opens everything, runs the conversation and closes
 * everything. `cli/` and `test/` use it; it depends on neither yargs nor Playwright Test.
 */
export {
  applySettings,
  assertSetting,
  listScenarioSettings,
  readConfiguration,
  withSettingSources,
  type AppliedSettings,
  type ConfigurableFlags,
} from './configuration.js';
export { applyAgentSettings } from './agent-settings.js';
export { createBrowserPlan, type BrowserFlags, type BrowserPlan } from './browser-plan.js';
export { formatPath } from './format-path.js';
export { FIXTURE_PATHS, FIXTURES, serveFixtures } from './fixture-sites.js';
export { runConversation } from './lazy-run-conversation.js';
export type { ConversationResult, SessionPlan } from './run-conversation.js';
export { openJudgeModel } from './judge-model.js';
export { openModelSession } from './model-session.js';
export { createModelPlan, type ModelFlags, type ModelPlan } from './model-plan.js';
export {
  assertReplayable,
  createNavigatorPlan,
  findModelPlan,
  PROMPT_SHAPES,
  type NavigatorFlags,
  type NavigatorPlan,
} from './navigator-plan.js';
export { assertNavigatorOpens, assertPriceKnown } from './navigator-preflight.js';
export {
  HEAL_POLICIES,
  type Approve,
  type HealPolicy,
  getRecordedBannerPolicy,
  type ReplayPlan,
} from './replay-plan.js';
export { serveRecordedFixtures } from './recorded-fixtures.js';
export { createReplaySession, type ReplaySession } from './replay-session.js';
export { reportPhrases } from './report-options.js';
export { parseVariables, parseWholeNumber } from './option-values.js';
export { resolveAddress } from './address.js';
export { LEXICAL_RANKER_NAME, createRankerPlan, type RankerFlags, type RankerPlan } from './ranker-plan.js';
export {
  deleteExpiredLogins,
  findRecordedSession,
  listLastExchanges,
  listSessions,
  LOGINS_KEPT_DAYS,
  type RecordedSession,
} from './recorded-sessions.js';
export { saveScenario } from './save-scenario.js';
export { createScenarioScript, type SessionScript } from './scenario-script.js';
export { createSessionModels, type JudgeFlags } from './session-models.js';
export { parseMaxIter } from './webvoyager-options.js';
export { createSentenceModelPlan, type SentenceModelFlags, type SentenceModelPlan } from './sentence-plan.js';
export { createUnrecordedEnd } from './unrecorded-end.js';
export {
  loadChatTemplate,
  loadTokenizer,
  parseWeblinxNavigator,
  WEBLINX_NAVIGATORS,
} from './weblinx-options.js';
export { WEBVOYAGER_PAPER_VIEWPORT } from './webvoyager-options.js';
export {
  COMPAT_MODES,
  PICTURE_MODES,
  PROMPT_MODES,
  VOTE_RULES,
  type PictureMode,
} from './navigator-choices.js';
