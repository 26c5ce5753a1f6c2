/** Choosing and ticking clauses: options with their lists, several boxes at once, sorting and filtering. */
import { hasMark, unmask } from './clauses.js';
import { readCommand } from './commands.js';
import type { Step, Target, Quotes } from './steps.js';
import { noArticle, readPlace, readTarget } from './target.js';

/** "select X from Y", "choose X in the Y dropdown", "pick X as Y". */
export function readChoice(rest: string, quotes: Quotes): Step[] {
  const boxes =
    /^(?:the |all (?:the )?)?(?:check ?boxes|tick boxes|boxes|options|items)(?: for| named| called| labell?ed|:)? (.+)$/iu.exec(
      rest,
    );
  if (boxes) return ticks(boxes[1]!, quotes, true, 'select', true);
  if (/\b(?:check ?box|tick ?box)$/iu.test(rest)) return ticks(rest, quotes, true, 'select');
  const all = readTarget(rest, quotes);
  const m =
    /^(.+?)\s+(?:from|in|out of|under|within)\s+(?:the |a |my )?(?:(?:dropdown|drop-down|drop down|list|menu|options)(?: for| of| called| labell?ed)? )?(.+)$/iu.exec(
      rest,
    ) ?? /^(.+?)\s+(?:as|for)\s+(?:the |my |your )?(.+)$/iu.exec(rest);
  const place = m && readPlace('in', unmask(m[2]!, quotes));
  // "in the menu" is where the thing stands, not a control whose option it is.
  if (m && !place?.landmarks && !place?.side)
    return [{ do: 'choose', value: plainName(m[1]!, quotes), from: readTarget(m[2]!, quotes), target: all }];
  return [{ do: 'choose', value: unmask(noArticle(rest), quotes), from: null, target: withGroup(all) }];
}

/** "Public visibility", "high priority": the last word may name the group that the choice belongs to. */
function withGroup(target: Target): Target {
  const m = /^(.+) (\S+)$/u.exec(target.text);
  if (!m || target.quoted) return target;
  const reading = { phrase: m[1]!, role: null, nth: null, place: readPlace('in', m[2]!), prior: 0.95 };
  return { ...target, readings: [target.readings[0], ...target.readings.slice(1), reading] };
}

const plainName = (text: string, quotes: Quotes): string =>
  unmask(noArticle(text).replace(/\s+(?:option|choice|value|entry)$/iu, ''), quotes);

/** "Apples, Pears and Plums" → one tick each; "terms and conditions" stays one. */
export function ticks(
  rest: string,
  quotes: Quotes,
  to: boolean | 'toggle',
  verb: string,
  several = false,
): Step[] {
  const bare = rest
    .replace(/^(?:the )?(?:check ?boxes|tick boxes|boxes|options) (?:for|of|named|called|labell?ed) /iu, '')
    .replace(
      /^(?:the )?(?:box|check ?box|tick ?box) (?:for|next to|labell?ed|named|called|that says|saying|beside|of) /iu,
      '',
    );
  const list = bare.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
  // Two words with "and" may be one name ("terms and conditions"); the page decides.
  const single = !several && list.length === 2 && !bare.includes(',') && !hasMark(bare) && bare === rest;
  const parts = list.length > 1 && !single && !/^(?:terms|privacy)\b/iu.test(bare) ? list : [bare];
  return parts.map((p) => ({ do: 'tick', to, target: readTarget(p, quotes), verb }));
}

export function readArranging(kind: 'sort' | 'filter', rest: string, text: string, quotes: Quotes): Step {
  const m = /^(?:(?:the |these |this )?(.+?) )?by:?\s+(.+)$/iu.exec(rest);
  if (!m)
    return kind === 'sort' || !rest
      ? readCommand(text, quotes)
      : {
          do: 'choose',
          value: unmask(noArticle(rest.replace(/^(?:for|to|the \w+ (?:to|for)) /iu, '')), quotes),
          from: readTarget('filter', []),
          target: readTarget(rest, quotes),
        };
  const value = unmask(m[2]!, quotes);
  return { do: 'choose', value, from: readTarget(kind, []), target: readTarget(m[2]!, quotes) };
}
