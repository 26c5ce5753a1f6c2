/**
 * Parses "run the query select name from customer where city = 'Kiel'". The rest of the line is the literal
 * query, because its "and", commas and quotes do not belong to the instruction.
 */
import { collapseSpaces } from '../text.js';
import type { SpokenStep } from './steps.js';
import { readTarget } from './target.js';

const KIND = '(?:sql |search |database )?(?:query|statement|command|expression|script|code)';
const RUN_QUERY = new RegExp(
  `^(.*?(?:[,;.]|\\band\\b|\\bthen\\b)\\s*)?((?:please |can you |could you |now )?(?:run|execute|perform|evaluate) (?:(?:the|this|a|following) )*(${KIND})(?:\\s*:\\s*|\\s+))(\\S.*)$`,
  'isu',
);
/** Text that mentions a query but is not one: "run the query again", "execute the query in the field". */
const NO_QUERY =
  /^(?:again|now|please|once|in|on|from|with|that|which|called|named|by|for|and|then|it|twice)\b/iu;

export interface QueryLine {
  /** The text before the query. */
  textBefore: string;
  step: SpokenStep;
}

/** Returns null if the line contains no query. */
export function readQuery(line: string): QueryLine | null {
  const match = RUN_QUERY.exec(line.trim());
  if (!match) return null;
  const [, before = '', , kind = '', rest = ''] = match;
  const quotation = /^(["“`])(.+)["”`]\s*[.!]?$/su.exec(rest);
  const query = (quotation ? quotation[2]! : rest).replace(/(?<!\d)\.$/u, '').trim();
  if ((!quotation && NO_QUERY.test(rest)) || (!quotation && /^["“`]/u.test(rest)) || !/\s|\(/u.test(query))
    return null;
  const target = readTarget(collapseSpaces(kind.toLowerCase()), []);
  return {
    textBefore: before.replace(/[\s,;]*(?:\band\b|\bthen\b)?[\s,;]*$/iu, ''),
    step: {
      step: { do: 'fill', kind: 'run', item: target, fields: [{ field: target, value: query }] },
      clause: { text: match[0].slice(before.length), raw: line, joint: '' },
    },
  };
}
