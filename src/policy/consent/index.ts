export { classify } from './classify.js';
export { factsOf, type Facts } from './facts.js';
