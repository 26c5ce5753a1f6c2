/** Decides which elements may sort a list. A link or field that only has the name of a column does not. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isLink, isOption, isSelect, isTickable } from '../ground/kinds.js';
import { isHeader } from '../ground/lists.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { fold } from '../text.js';

export const SORT_NAME = /\b(?:sort(?:ed|ing)?|order(?:ed|ing)?|arranged?)\b/iu;
/** The URL of a link that sorts names the order: “?sort=title”. */
const SORT_ADDRESS = /sort|order/iu;
/** How the name or text of a place for sorting begins: “Sort by: Title, Price”. */
const SORT_PLACE = /^(?:sort|order(?:ed)? by|arrange)/iu;

/**
 * Whether the element may sort: an option, a list or a header, a control named or placed for sorting, a link whose URL
 * names an order, or a button with exactly the words. Any other link or field with that name does something else.
 */
export const maySort = (c: Candidate, words: string, view: View): boolean =>
  isOption(c) ||
  isTickable(c) ||
  isSelect(c) ||
  isHeader(c, view) ||
  [getName(c), c.section].some((text) => SORT_NAME.test(text)) ||
  view
    .getAncestors(c)
    .slice(0, 3)
    .some(({ name, text }) => SORT_PLACE.test(name) || SORT_PLACE.test(text)) ||
  (isLink(c) ? SORT_ADDRESS.test(c.attributes.href ?? '') : !isField(c) && fold(getName(c)) === fold(words));
