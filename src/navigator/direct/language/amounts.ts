/**
 * Parses orders with amounts: "order one of each: A, B", "order 3 items that are vegan". The steps set the amounts
 * first, then order.
 */
import { unmask } from './clauses.js';
import { readNumber } from './numbers.js';
import type { Quotes, Step } from './steps.js';
import { addPlaceToTarget, createTarget, noArticle } from './target.js';

const VERB = '(order|buy|purchase)';
const NUMBER = '(an?|\\d+|[a-z]+(?:-[a-z]+)?)';
const ofEach = new RegExp(
  `^${VERB} ${NUMBER} (?:piece |portion )?(?:of )?each(?: of)?(?: (?:the )?(?:following|these|items?|products?|things?|dish(?:es)?|articles?)){0,2} ?:? (?:of )?(.+)$`,
  'iu',
);
const thatAre = new RegExp(
  `^${VERB} ${NUMBER} (?:items?|products?|things?|dish(?:es)?|articles?|pieces?|meals?) (?:that|which) (?:is|are|contains?|has|have) (.+)$`,
  'iu',
);

/** Creates the step that sets the amount of one thing. */
const amountStep = (of: string, many: number): Step => ({
  do: 'set',
  target: addPlaceToTarget(createTarget('quantity'), { relation: 'for', words: of }),
  value: String(many),
  verb: 'set',
});

/** Returns the steps of such a clause; null for other clauses. */
export function readAmounts(text: string, quotes: Quotes): Step[] | null {
  const each = ofEach.exec(text);
  const some = each ? null : thatAre.exec(text);
  const [, verb, number, rest] = each ?? some ?? [];
  const many = number === undefined ? null : /^an?$/iu.test(number) ? 1 : readNumber(number);
  if (many === null || !Number.isInteger(many) || many < 1) return null;
  const names = each
    ? rest!.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+(?=[\uE000-\uE0FF])/iu).filter(Boolean)
    : [rest!];
  return [
    ...names.map((name) => amountStep(unmask(noArticle(name), quotes), many)),
    {
      do: 'click',
      how: 'command',
      target: createTarget(verb!),
      command: { name: verb!.toLowerCase(), object: null },
    },
  ];
}
