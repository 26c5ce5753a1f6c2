/**
 * `navigator/` holds those who look at the page and act: one folder each. They see observations and the
 * exchange, never the browser. `direct` works by rules and ranking alone: a line becomes steps, each step is
 * grounded on the page, acted, and judged by what it did, before anything is reported.
 */
export { createDirectNavigator } from './direct/navigator.js';
