/**
 * Parses instructions to order amounts of items: "order one of each: A, B", "order 3 items that are vegan". The steps
 * first set the amounts, then place the order.
 */
import { unmask } from './line-text.js';
import { readNumber } from './numbers.js';
import type { Quotes, Step } from './steps.js';
import { addPlaceToTarget, createTarget, removeArticle } from './target.js';

const VERB = '(order|buy|purchase)';
const NUMBER = '(an?|\\d+|[a-z]+(?:-[a-z]+)?)';
const EACH_OF = new RegExp(
  `^${VERB} ${NUMBER} (?:piece |portion )?(?:of )?each(?: of)?(?: (?:the )?(?:following|these|items?|products?|things?|dish(?:es)?|articles?)){0,2} ?:? (?:of )?(.+)$`,
  'iu',
);
const ITEMS_THAT = new RegExp(
  `^${VERB} ${NUMBER} (?:items?|products?|things?|dish(?:es)?|articles?|pieces?|meals?) (?:that|which) (?:is|are|contains?|has|have) (.+)$`,
  'iu',
);

/** Creates the step that sets one item's amount. */
const createAmountStep = (item: string, amount: number): Step => ({
  do: 'set',
  target: addPlaceToTarget(createTarget('quantity'), { relation: 'for', words: item }),
  value: String(amount),
  verb: 'set',
});

/** Returns the steps of a clause that orders an amount of items; null for any other clause. */
export function readAmounts(text: string, quotes: Quotes): Step[] | null {
  const eachMatch = EACH_OF.exec(text);
  const itemsMatch = eachMatch ? null : ITEMS_THAT.exec(text);
  const [, verb, number, rest] = eachMatch ?? itemsMatch ?? [];
  const amount = number === undefined ? null : /^an?$/iu.test(number) ? 1 : readNumber(number);
  if (amount === null || !Number.isInteger(amount) || amount < 1) return null;
  const names = eachMatch
    ? rest!.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+(?=[\uE000-\uE0FF])/iu).filter(Boolean)
    : [rest!];
  return [
    ...names.map((name) => createAmountStep(unmask(removeArticle(name), quotes), amount)),
    {
      do: 'click',
      kind: 'command',
      target: createTarget(verb!),
      command: { name: verb!.toLowerCase(), object: null },
    },
  ];
}
