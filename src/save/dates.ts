/**
 * Replaces dates in a conversation with variables that are relative to the day of the run. Dates before the session's
 * day are kept, because they are usually fixed data of the site. Pure.
 */

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const SHORT_MONTHS = MONTHS.split('|').map((month) => month.slice(0, 3));
const WEEKDAYS = 'Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday';
const DAY_MS = 86_400_000;
/** Later dates are probably examples, not plans. */
const MAX_DAYS_AHEAD = 366;

/** `{ date: +2d, format: d MMMM yyyy }` in a scenario. */
export interface DateVariable {
  name: string;
  date: string;
  format?: string;
  /** The date as written in the session. */
  originalText: string;
}

/** Date forms with the groups `y` (optional), `m` and `d`. */
const DATE_FORMS: readonly { pattern: RegExp; format(match: RegExpMatchArray): string | null }[] = [
  {
    pattern: new RegExp(
      `\\b(?:(?<w>${WEEKDAYS})(?<c>,?) )?(?<d>\\d{1,2}) (?<m>${MONTHS}|${SHORT_MONTHS.join('|')})(?: (?<y>\\d{4}))?(?![\\w:])`,
      'gu',
    ),
    format: ({ groups }) =>
      `${groups!['w'] ? `EEEE${groups!['c']} ` : ''}${groups!['d']!.startsWith('0') ? 'dd' : 'd'} ${getMonthFormat(groups!['m']!)}${groups!['y'] ? ' yyyy' : ''}`,
  },
  {
    pattern: new RegExp(
      `\\b(?<m>${MONTHS}|${SHORT_MONTHS.join('|')}) (?<d>\\d{1,2})(?<c>,?) (?<y>\\d{4})\\b`,
      'gu',
    ),
    format: ({ groups }) => `${getMonthFormat(groups!['m']!)} d${groups!['c']} yyyy`,
  },
  { pattern: /\b(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)\b/gu, format: () => 'yyyy-MM-dd' },
  { pattern: /(?<=\/)(?<y>\d{4})\/(?<m>\d\d)\/(?<d>\d\d)\b/gu, format: () => 'yyyy/MM/dd' },
  // Day first, as in scenarios.
  { pattern: /(?<![\d/])(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})\b/gu, format: () => 'dd/MM/yyyy' },
];

const getMonthFormat = (month: string): string => (month.length > 3 || month === 'May' ? 'MMMM' : 'MMM');

export class DateVariables {
  readonly #variables = new Map<string, DateVariable>();

  /** @param day the session's day; null keeps all dates as they are */
  constructor(private readonly day: Date | null) {}

  get list(): DateVariable[] {
    return [...this.#variables.values()];
  }

  /** Replaces the dates in a text with `{{variables}}`. */
  replace(text: string): string {
    if (this.day === null) return text;
    let result = text;
    for (const { pattern, format } of DATE_FORMS)
      result = result.replace(pattern, (originalText: string, ...args: unknown[]) => {
        const groups = args.at(-1) as Record<string, string | undefined>;
        const days = this.countDaysFromSession(groups);
        const dateFormat = format({ groups } as unknown as RegExpMatchArray);
        return days === null || dateFormat === null
          ? originalText
          : `{{${this.#getVariableName(days, dateFormat, originalText)}}}`;
      });
    return result;
  }

  countDaysFromSession({ y, m, d }: Record<string, string | undefined>): number | null {
    const today = Date.UTC(this.day!.getFullYear(), this.day!.getMonth(), this.day!.getDate());
    const month = /^\d/.test(m!) ? Number(m) - 1 : SHORT_MONTHS.indexOf(m!.slice(0, 3));
    const time = Date.UTC(y === undefined ? this.day!.getFullYear() : Number(y), month, Number(d));
    if (new Date(time).getUTCMonth() !== month) return null;
    const days = Math.round((time - today) / DAY_MS);
    return days >= 0 && days <= MAX_DAYS_AHEAD ? days : null;
  }

  #getVariableName(days: number, format: string, originalText: string): string {
    const key = `${days} ${format}`;
    const existingVariable = this.#variables.get(key);
    if (existingVariable) return existingVariable.name;
    const base = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in_${days}_days`;
    const sameNameCount = [...this.#variables.values()].filter(
      ({ name }) => name.replace(/_v\d+$/, '') === base,
    ).length;
    const variable: DateVariable = {
      name: sameNameCount === 0 ? base : `${base}_v${sameNameCount + 1}`,
      date: `+${days}d`,
      ...(format === 'yyyy-MM-dd' ? {} : { format }),
      originalText,
    };
    this.#variables.set(key, variable);
    return variable.name;
  }
}
