/** Data: words that people use to choose a slot in a timetable or a seat in a seating plan. */

/** Verbs and nouns in lines that choose a cell. All other words in such a line must name its column or row. */
export const SLOT_WORDS: ReadonlySet<string> = new Set(
  (
    "i'd i'll i'm i like want need go going let's make get take grab have pick choose select book reserve click press tap hit " +
    'move switch change open use try think guess me then button link cell slot slots time window one option place spot seat room plan ' +
    'row column table day date under at between and instead actually rather sorry oh wait please ok okay yes no better ' +
    'delivery appointment available free still if possible'
  ).split(' '),
);

/** Parts of the day, in minutes after midnight. */
export const PARTS_OF_DAY: Readonly<Record<string, readonly [from: number, to: number]>> = {
  morning: [300, 720],
  lunchtime: [720, 840],
  afternoon: [720, 1020],
  evening: [1020, 1440],
  tonight: [1020, 1440],
  night: [1140, 1440],
};

/** Words for the neighbour of the cell that was chosen last: -1 before it, 1 after it. */
export const NEIGHBOUR_DAYS: readonly (readonly [pattern: RegExp, offset: -1 | 1])[] = [
  [/\b(?:(?:the |a )?(?:next|following) day|(?:the |a )?day (?:after(?! tomorrow)|later))\b/iu, 1],
  [/\b(?:(?:the )?previous day|(?:the |a )?day (?:before|earlier))\b/iu, -1],
];
export const NEIGHBOUR_TIMES: readonly (readonly [pattern: RegExp, offset: -1 | 1])[] = [
  [/\b(?:an? )?(?:bit )?(?:later|one after)\b/iu, 1],
  [/\b(?:an? )?(?:bit )?(?:earlier|sooner|one before)\b/iu, -1],
];

/** Verbs that pages use for the same control. */
export const BOOKING_VERBS: readonly string[] = ['book', 'reserve'];
