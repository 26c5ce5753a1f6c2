/** Finds a field by the kind of value it accepts (date, colour, number) if the words do not name one. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSlider } from '../ground/kinds.js';
import { listNamings } from '../ground/names.js';
import type { Target } from '../language/steps.js';
import { agreement, contentTokens } from '../text.js';
import { parseColour, isColourField } from './colour.js';
import { readDate, hasCalendar, type MomentText } from '../ground/moment-fields.js';
import type { Context } from './types.js';

interface Kind {
  takes: (c: Candidate) => boolean;
  /** Whether the value is of this kind. */
  fits: (wish: MomentText, today: Date) => boolean;
  /** Generic words for such a field. */
  called: RegExp;
}

const isNumber = ({ value }: MomentText): boolean => /^[-+]?\d+(?:[.,]\d+)?\s*%?$/u.test(value.trim());

const KINDS: readonly Kind[] = [
  {
    takes: (c) => c.inputType === 'date' || hasCalendar(c),
    fits: (wish, today) => readDate(wish, today) !== null,
    called: /\b(?:dates?|day|calendar|date ?picker)\b/iu,
  },
  {
    takes: (c) => c.inputType === 'time',
    fits: ({ value, isoValue: meant }) => /^\d{2}:\d{2}$/u.test(meant ?? value),
    called: /\b(?:time|hour|clock)\b/iu,
  },
  {
    takes: isColourField,
    fits: ({ value }) => parseColour(value) !== null,
    called: /\bcolou?rs?\b|\bpicker\b/iu,
  },
  { takes: isSlider, fits: isNumber, called: /\bsliders?\b|\brange\b/iu },
  {
    takes: (c) => isField(c) && (c.role === 'spinbutton' || c.inputType === 'number'),
    fits: isNumber,
    called: /\b(?:spinn?er|stepper|number|quantity|amount|counter|spin ?box)\b/iu,
  },
];

/**
 * Returns the only field that accepts such a value, if the words name its kind.
 * @param from the words for the field; null if there are none, which is allowed only for dates
 */
export function findOnlyFieldForValue(wish: MomentText, from: Target | null, ctx: Context): Candidate | null {
  for (const { takes, fits, called } of KINDS) {
    if (!fits(wish, ctx.today) || (from ? !called.test(from.text) : wish.isoValue === undefined)) continue;
    const list = ctx.view.candidates.filter(
      (c) =>
        c.visible && !c.states.disabled && takes(c) && (!ctx.view.isDialogOpen || ctx.view.isInDialog(c)),
    );
    const [only] = list;
    if (only && list.length === 1 && (!from || calledSo(from, called, only, ctx))) return only;
  }
  return null;
}

/** "the delivery date" does not mean the only date field if that is a date of birth. */
function calledSo(from: Target, kind: RegExp, c: Candidate, { view }: Context): boolean {
  const rest = contentTokens(from.text.replace(new RegExp(kind, 'giu'), ' ')).join(' ');
  const near = view.getPreviousText(c)?.text ?? '';
  return (
    !/\p{L}/u.test(rest) ||
    agreement(
      rest,
      `${listNamings(c)
        .map((n) => n.text)
        .join(' ')} ${near} ${c.section}`,
      true,
    ).coverage >= 0.8
  );
}
