/** Keeps controls that sort a list from being pressed by lines about something else: "turn VIP on" and “Sort by VIP”. */
import type { Candidate } from '../../../contract/index.js';
import { fold } from '../text.js';
import type { Context } from './types.js';

const SORT_CONTROL = /^(?:sort|order)(?:ed)? by\b/iu;
/** Words of lines that are about sorting, or about pressing something by its name. */
const SORT_WORDS =
  /\b(?:sort|order|arrange|rank|ascending|descending|alphabetical|header|column|click|press|tap|hit)/iu;

/** Whether the control sorts, and the line neither is about sorting nor names it. */
export const isUnaskedSort = (c: Candidate, { run, plan }: Context): boolean =>
  SORT_CONTROL.test(c.name) &&
  run.step.do !== 'choose' &&
  !SORT_WORDS.test(plan.line) &&
  ![c.name, c.text].some((name) => fold(name) === fold(plan.line));
