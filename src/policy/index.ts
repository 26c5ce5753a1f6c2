/**
 * `policy/` holds the rules of a session as pure functions: who has the floor, when a budget is exceeded, when a
 * navigator is stuck, which hosts a browser may connect to, what a cookie banner is, which irreversible actions need
 * consent, and the exit code of each verdict. It does not read the clock or the page, and prints nothing.
 */
export {
  BANNER_POLICIES,
  type BannerButtonKind,
  type BannerChoice,
  type BannerSearch,
  type BannerPolicy,
  findBanner,
} from './banner.js';
export {
  describeExceededBudget,
  describeExceededDecisionBudget,
  RUN_BUDGET,
  UNLIMITED_BUDGET,
  type Budget,
  type BudgetUse,
} from './budget.js';
export {
  classifyAction,
  CONFIRM_CLASSES,
  CONFIRM_MODES,
  containsWords,
  readPageFacts,
  PERMANENT_EFFECT,
  formatConsentQuestion,
  formatRefusal,
  decideByCommandWords,
  decideConsent,
  combineRulings,
  createSearchRequest,
  createReviewRequest,
  isReviewable,
  createRefusalVerdict,
  type ConfirmMode,
  type ConfirmPolicy,
  setConsentWords,
  type ConsentWords,
  type PageFacts,
  type ConsentUse,
  type ConsentRequest,
  type ConsentRuling,
} from './consent/index.js';
export { findChallengeEvidence } from './challenge.js';
export { createEgressPolicy, type EgressOptions } from './egress.js';
export { getExitCode } from './exit-codes.js';
export {
  createNavigationGuard,
  isWithinDomains,
  type NavigationGuard,
  type NavigationRules,
} from './navigation-guard.js';
export { describeBrokenRule, type ForbidRule } from './forbid.js';
export { getNextSpeaker } from './floor.js';
export { isHostOnLocalNetwork, isLocalUrl } from './local-url.js';
export { matchesHost, parseHostAndPort, parseHostPattern, type HostPattern } from './host-patterns.js';
export { computePageDigest, LoopDetector, LOOP_THRESHOLD } from './loop-detector.js';
export { RepeatCounter, computeStateKey, computeVisibleStateKey } from './stuck.js';
