/**
 * `policy/` holds the rules of a session as pure functions: who has the floor, when a budget is used up,
 * what counts as being stuck, which exit code a verdict has, what a cookie banner is. No clock, no page, no
 * output here.
 */
export { type BannerChoice, type BannerFound, type Banners, findBanner } from './banner.js';
export { overBudget, RUN_BUDGET, UNLIMITED, type Budget, type Spent } from './budget.js';
export { exitCode } from './exit-codes.js';
export { floor } from './floor.js';
export { RepeatCounter, stateKey } from './stuck.js';
