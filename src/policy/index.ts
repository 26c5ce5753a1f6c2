/**
 * `policy/` holds the rules of a session as pure functions: who has the floor, when a budget is used up,
 * what counts as being stuck, where a browser may connect to, what a cookie banner is, which acts cannot be
 * taken back and need a yes, which exit code a verdict has. No clock, no page, no output here.
 */
export { type BannerChoice, type BannerSearch, type BannerPolicy, findBanner } from './banner.js';
export { overBudget, RUN_BUDGET, UNLIMITED, type Budget, type Spent } from './budget.js';
export {
  classify,
  CONFIRM_CLASSES,
  CONFIRM_VALUES,
  readPageFacts,
  LASTS,
  formatConsentQuestion,
  formatRefusal,
  decideConsent,
  createRefusalVerdict,
  type Confirm,
  type ConfirmPolicy,
  type PageFacts,
  type ConsentUse,
  type ConsentRequest,
} from './consent/index.js';
export { createEgressPolicy, type EgressOptions } from './egress.js';
export { exitCode } from './exit-codes.js';
export { createFence, within, type Fence, type FenceRules } from './fence.js';
export { brokenRule, type ForbidRule } from './forbid.js';
export { nextSpeaker } from './floor.js';
export { isLocalPlace } from './local-place.js';
export { parseHostPattern, type HostPattern } from './host-patterns.js';
export { RepeatCounter, stateKey, visibleState } from './stuck.js';
