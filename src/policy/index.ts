/**
 * `policy/` holds the rules of a session as pure functions: who has the floor, when a budget is used up,
 * what counts as being stuck, where a browser may connect to, which exit code a verdict has. No clock, no
 * page, no output here.
 */
export { overBudget, RUN_BUDGET, UNLIMITED, type Budget, type Spent } from './budget.js';
export { createEgressPolicy, type EgressPolicy } from './egress.js';
export { exitCode } from './exit-codes.js';
export { floor } from './floor.js';
export { parseHostPattern, type HostPattern } from './host-patterns.js';
export { RepeatCounter, SAME_ACT_LIMIT, stateKey } from './stuck.js';
