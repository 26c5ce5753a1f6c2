/**
 * `dialogue/` is the language of scripted conversations. It reads scenario files and reports every error with line
 * and column, matches texts, recognises questions, and judges what the navigator said (`expect`) and what the page and
 * servers show (`check`, through the read-only `Probe`). `instructor/` decides which line comes next; only `page/` uses
 * the browser. This folder knows nothing about models and navigators.
 */
export { BrokenScenario } from './scenario-errors.js';
export { type RunChoice, formatChoices } from './run-choices.js';
export { parseDate } from './dates.js';
export { resetSite } from './checks/http.js';
export { isSoft, judgeCheck } from './checks/judge.js';
export { MODEL_JUDGE_TIMEOUT_MS } from './checks/model-judge.js';
export type { ModelJudge, ModelJudgement, ModelJudgeQuestion } from './checks/model-judge-types.js';
export type { JudgeOptions } from './checks/poll.js';
export { defineScenario, defineShared, type ScenarioInput, type SharedInput } from './define.js';
export { judgeExpectation } from './expectations.js';
export { findScenarios, isScenarioName } from './find.js';
export { matchesGlob } from './globs.js';
export { findJudgeChecks } from './judge-checks.js';
export { bindScenario, type LoadedScenario, loadScenario, type LoadOptions, parseScenario } from './load.js';
export { splitForComparison, findComparedSentences } from './sentence-comparison.js';
export {
  collapseWhitespace,
  compileMatch,
  type SentenceSimilarity,
  type TextMatch,
  type Matcher,
  formatSimilarity,
  rejectComparison,
} from './matchers.js';
export { asksSomething, isQuestion } from './questions.js';
export { readSecretValues, insertSecrets } from './secrets.js';
export type {
  Check,
  ElementCheck,
  Expectation,
  GuardRules,
  HttpCheck,
  Line,
  ScenarioReply,
  Scenario,
  Trigger,
} from './schema/scenario.js';
export { BASE_URL, FIXTURES } from './variables.js';
