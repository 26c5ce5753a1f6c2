/**
 * `dialogue/` is the language of scripted conversations: reading scenario files (every mistake with its line, column
 * and a sentence), matching texts, telling questions from statements, and judging what was said (`expect`) and what
 * the page and servers show (`check`, against the read-only `Probe`). What does not belong here: deciding what to say
 * next (`instructor/`), touching the browser (`page/`), and anything that knows of models or navigators.
 */
export { BrokenScenario, type Complaint, complaintText, showPath } from './complaints.js';
export { type Chosen, choicesText } from './chosen.js';
export { resetSite } from './checks/http.js';
export { judgeCheck } from './checks/judge.js';
export type { JudgeOptions } from './checks/poll.js';
export { defineScenario, defineShared, type ScenarioInput, type SharedInput } from './define.js';
export { judgeExpectation } from './expectations.js';
export { findScenarios, isScenarioName } from './find.js';
export { globMatches } from './globs.js';
export { bindScenario, type LoadedScenario, loadScenario, type LoadOptions, parseScenario } from './load.js';
export { comparable, comparedSentences } from './likeness.js';
export {
  collapse,
  compileMatch,
  type Likeness,
  type TextMatch,
  type Matcher,
  nearness,
  noLikeness,
} from './matchers.js';
export { asksSomething, isQuestion } from './questions.js';
export { secretValues, withSecrets } from './secrets.js';
export { didYouMean } from './suggest.js';
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
