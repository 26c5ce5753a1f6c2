/** Detects sort controls if the line is not about sorting: "turn VIP on" does not mean “Sort by VIP”. */
import type { Candidate } from '../../../contract/index.js';
import { fold } from '../text.js';
import type { Context } from './types.js';

const SORT_CONTROL = /^(?:sort|order)(?:ed)? by\b/iu;
/** Words of lines that are about sorting, or about pressing something by its name. */
const SORT_WORDS =
  /\b(?:sort|order|arrange|rank|ascending|descending|alphabetical|header|column|click|press|tap|hit)/iu;

/** Whether the control sorts, but the line is not about sorting and is not the control's name. */
export const isUnrequestedSort = (c: Candidate, { run, plan }: Context): boolean =>
  SORT_CONTROL.test(c.name) &&
  run.step.do !== 'choose' &&
  !SORT_WORDS.test(plan.line) &&
  ![c.name, c.text].some((name) => fold(name) === fold(plan.line));
