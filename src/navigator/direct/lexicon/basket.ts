/** Data: how people talk about a basket, and how shops name its controls. */

/** Names for the place where a shop collects the ordered items. */
export const BASKETS = '(?:(?:shopping )?(?:cart|basket|bag|trolley)|order)';

/** Verbs that mean "add" if a basket follows: "pop the milk in the basket". */
export const PUTTING_VERBS: readonly string[] = [
  'add',
  'put',
  'pop',
  'chuck',
  'throw',
  'stick',
  'drop',
  'toss',
  'bung',
  'shove',
  'sling',
  'place',
  'get',
  'grab',
];

/** Words for one piece of something: "two packs of the cheddar". */
export const PIECE_WORDS =
  '(?:packs?|packets?|packages?|bottles?|bags?|tins?|cans?|jars?|box(?:es)?|loaf|loaves|cartons?|punnets?|bunch(?:es)?|tubs?|pieces?|units?|items?|portions?|ones|of (?:them|those|these|it))';

/** Names of the buttons around an amount. */
export const MORE_NAME = /^(?:[+＋]|plus|(?:increase|increment|raise|add one|one more|more)\b.*)$/iu;
export const LESS_NAME = /^(?:[-−–－]|minus|(?:decrease|decrement|reduce|remove one|one less|less)\b.*)$/iu;
/** Names of fields for an amount, whatever the words around it: “Quantity of Lamp”, “Lamp qty”. */
export const AMOUNT_NAME = /\b(?:quantity|qty|how many)\b/iu;
