/**
 * Inserts dates into tasks: `{{today+30d|%B %d}}` is the date 30 days after the run, such as “December 24”. Tasks with
 * fixed dates become impossible once the dates have passed.
 *
 * The offset has a unit of `d` (days), `w` (weeks), `mo` (months) or `y` (years). The format uses strftime directives
 * and is `%Y-%m-%d` by default.
 */
import { parseDate } from '../../dialogue/index.js';

const TEMPLATE = /\{\{([^{}]*)\}\}/g;
const TODAY_EXPRESSION = /^\s*today\s*(?:([+-]\s*\d{1,5})\s*(d|w|mo|y)\s*)?(?:\|(.*))?$/s;
const DEFAULT_FORMAT = '%Y-%m-%d';

const padToTwoDigits = (n: number): string => String(n).padStart(2, '0');
const createNameFormatter = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
  new Intl.DateTimeFormat('en-US', options).format(date);

const DIRECTIVES: Readonly<Record<string, (date: Date) => string>> = {
  '%Y': (date) => String(date.getFullYear()),
  '%y': (date) => padToTwoDigits(date.getFullYear() % 100),
  '%m': (date) => padToTwoDigits(date.getMonth() + 1),
  '%-m': (date) => String(date.getMonth() + 1),
  '%B': createNameFormatter({ month: 'long' }),
  '%b': createNameFormatter({ month: 'short' }),
  '%d': (date) => padToTwoDigits(date.getDate()),
  '%-d': (date) => String(date.getDate()),
  '%e': (date) => String(date.getDate()).padStart(2, ' '),
  '%A': createNameFormatter({ weekday: 'long' }),
  '%a': createNameFormatter({ weekday: 'short' }),
  '%%': () => '%',
};

/**
 * @param today the day of the run
 * @returns the text with its dates; `error` names the first invalid template
 */
export function insertDates(
  text: string,
  today: Date,
): { text: string; isDated: boolean } | { error: string; template: string } {
  let isDated = false;
  let firstError: { error: string; template: string } | null = null;
  const result = text.replace(TEMPLATE, (template, expression: string) => {
    const [, offset, unit, format = DEFAULT_FORMAT] = TODAY_EXPRESSION.exec(expression) ?? [];
    if (!TODAY_EXPRESSION.test(expression)) {
      firstError ??= { template, error: `${template} is not a date; write one like {{today+30d|%B %d}}` };
      return template;
    }
    const date = offset === undefined ? today : parseDate(`${offset.replace(/\s/g, '')}${unit}`, today);
    const unknownDirective = format.match(/%-?.?/g)?.find((directive) => DIRECTIVES[directive] === undefined);
    if (unknownDirective !== undefined || !date) {
      firstError ??= {
        template,
        error: `${template} has the unknown directive ${unknownDirective}; these exist: ${Object.keys(DIRECTIVES).join(' ')}`,
      };
      return template;
    }
    isDated = true;
    return format.replace(/%-?./g, (directive) => DIRECTIVES[directive]!(date));
  });
  return firstError ?? { text: result, isDated };
}
