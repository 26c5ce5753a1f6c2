/**
 * `assembly/` puts the parts of one session together and takes them down again: what flags and the environment ask for
 * becomes plans (browser, ranker, navigator with its model), a scenario becomes what a session needs, and
 * `holdSession` opens everything, holds the conversation and closes it. `cli/` and `test/` use it; it knows neither
 * yargs nor Playwright Test.
 */
export { withAgent } from './agent-flags.js';
export { browserPlanOf, type BrowserFlags, type BrowserPlan } from './browser-plan.js';
export { FIXTURE_PATHS, FIXTURES, serveFixtures } from './fixture-sites.js';
export { holdSession } from './hold-session-late.js';
export type { HeldSession, SessionPlan } from './hold-session.js';
export { modelPlanOf, type ModelFlags, type ModelPlan } from './model-plan.js';
export {
  assertReplayable,
  navigatorPlanOf,
  SHAPES,
  type NavigatorFlags,
  type NavigatorPlan,
} from './navigator-plan.js';
export { variablesOf, wholeNumber } from './option-values.js';
export { resolvePlace } from './place.js';
export { LEXICAL_NAME, rankerPlanOf, type RankerFlags, type RankerPlan } from './ranker-plan.js';
export { scenarioScript, type Script } from './scenario-script.js';
export { sentencePlanOf, type SentenceFlags, type SentencePlan } from './sentence-plan.js';
export { unrecordedEnd } from './unrecorded-end.js';
export { templateOf, tokenizerOf, weblinxFamilyOf, WEBLINX_NAVIGATORS } from './weblinx-values.js';
