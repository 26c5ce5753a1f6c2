/**
 * What a control acts on, as far as the page tells: the things that its name, question, row, heading and form are about,
 * and the words by which an instructor can name them. Pure.
 */
import type { IrreversibleAction } from '../../contract/index.js';
import type { PageFacts } from './facts.js';
import { fold, foldPage } from './region.js';
import { isSpecific } from './evidence.js';
import { canonicalStem } from './synonyms.js';
import { PEOPLE, thingsOf, type ThingKind } from './things.js';
import { verbsIn } from './verbs.js';

export interface ActedOn {
  action: IrreversibleAction;
  /** Names with which a line can order to press the control: its label, or the key. */
  controlNames: readonly string[];
  things: ReadonlySet<ThingKind>;
  /** The things that the name of the control says: "draft" in "Discard draft". */
  ownThings: ReadonlySet<ThingKind>;
  /** Stems of the words of the control, its question and its row. */
  words: ReadonlySet<string>;
  /** What control, question, row, heading and fields show, see `marksOf`; the title only where these are empty. */
  marks: ReadonlySet<string>;
  /** The texts of control, question, row and heading; the title only where these are empty. */
  shownText: string;
  title: string;
  /** The name of the control, and the question if the name is a verb alone: "Delete". */
  ownText: string;
  /** The marks of the title, the names of fields and, for purchases, the texts of the page. */
  pageMarks: ReadonlySet<string>;
  /** The marks of the control: "Pay €20.00". */
  controlMarks: ReadonlySet<string>;
  /** Whether the page shows which thing the control acts on, and not only its kind: "Spring walks", not "New message". */
  hasInstance: boolean;
  /** Stems of the names of the fields of an edit form ("Submit" on a page "Edit issue"); empty for other forms. */
  editedFields: ReadonlySet<string>;
  /** Text of the row that contains the control; '' if none. */
  row: string;
  /** Values of the form's fields for recipients, and the names after "to" in the texts around the control. */
  recipients: readonly string[];
  /** The control sends to several people at once: "Send to all", "214 recipients". */
  isToMany: boolean;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}'@._+-]*[\p{L}\p{N}])?/gu;

/** Words of a folded text; addresses and compounds with a hyphen stay whole. */
export const wordsOf = (text: string): string[] => text.replace(/\be-(?=mail)/gu, 'e').match(WORD) ?? [];

/** The words, and the parts of addresses and compounds: "blue-kettle" is found by "kettle". */
const stemsOf = (text: string): string[] =>
  wordsOf(fold(text)).flatMap((word) => [
    canonicalStem(word),
    ...(/[-@._]/u.test(word) ? [...word.split(/[@.]/u), ...word.split(/[-@._]/u)].map(canonicalStem) : []),
  ]);

const WEEKDAY = /\b(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:days?)?\b/gu;
const MONTH =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t?(?:ember)?|ober)?\b/gu;
/** "19:40", "7.30 pm", "7 pm". */
const CLOCK = /\b(\d{1,2})(?:[:.](\d\d))?(?: ?([ap])\.?m\b\.?| ?h\b| o'clock\b)?(?! ?[€$£%]|[.,]?\d)/gu;
const HALF_DAY = 12 * 60;

const HOURS = 'noon one two three four five six seven eight nine ten eleven twelve midnight'.split(' ');
/** "At five", "from 9": an hour without a unit. */
const BARE_HOUR =
  /\b(?:at|around|until|till|from|by|before|after) (\d{1,2}|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?!(?:[:.,]?\d| ?[€$£%]|\.? (?:\p{L}+s|euros?|pounds?|dollars?|[ap]\.?m|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)\b))/gu;

const inClockForm = (text: string): string =>
  text.replace(BARE_HOUR, (_, hour: string) => {
    if (hour === 'midnight') return 'at 0:00';
    return hour === 'noon' ? 'at 12:00 pm' : `at ${/\d/u.test(hour) ? hour : HOURS.indexOf(hour)} o'clock`;
  });

/** Minutes since midnight of the times in a folded text; in two ways where only am or pm would tell. */
function timesIn(text: string): number[][] {
  return [...text.matchAll(CLOCK)].flatMap(([match, hour, minute, half]) => {
    const isTime = minute !== undefined || /[hpk]/u.test(match.slice(hour!.length));
    const minutes = (Number(hour) % 24) * 60 + Number(minute ?? 0);
    if (!isTime || Number(minute ?? 0) > 59) return [];
    if (half) return [[(minutes % HALF_DAY) + (half === 'p' ? HALF_DAY : 0)]];
    return [Number(hour) <= 12 ? [minutes % HALF_DAY, (minutes % HALF_DAY) + HALF_DAY] : [minutes]];
  });
}

/** Parts of the day, with their first and last minute. */
const DAY_PARTS: readonly (readonly [word: string, from: number, to: number])[] = [
  ['morning', 4 * 60, 12 * 60],
  ['afternoon', 12 * 60, 18 * 60],
  ['evening', 16 * 60, 24 * 60],
];

/** Whether both texts have weekdays, months or times, but other ones. */
export function namesOtherTime(line: string, page: string): boolean {
  const [said, shown] = [fold(line), fold(page)];
  const [named, known] = [timesIn(inClockForm(said)), timesIn(shown).flat()];
  if (named.length > 0 && known.length > 0 && !named.flat().some((time) => known.includes(time))) return true;
  const halves = DAY_PARTS.filter(([word]) => said.includes(word) && !shown.includes(word));
  if (halves.some(([, from, to]) => known.length > 0 && !known.some((time) => time >= from && time <= to)))
    return true;
  return [WEEKDAY, MONTH].some((pattern) => {
    const days = [...said.matchAll(pattern)].map(([, short]) => short!);
    const shownDays = [...shown.matchAll(pattern)].map(([, short]) => short!);
    return days.length > 0 && shownDays.length > 0 && !days.some((day) => shownDays.includes(day));
  });
}

/** Whether both texts have the same time of day. */
export function haveSameTime(line: string, page: string): boolean {
  const known = timesIn(fold(page)).flat();
  return timesIn(inClockForm(fold(line)))
    .flat()
    .some((time) => known.includes(time));
}

const NUMBER = /\d+(?:[.,]\d{3})*(?:[.,]\d\d)?(?!\d)/gu;
export const DAY_OR_MONTH =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?$|^(?:january|february|march|april|june|july|august|september|october|november|december)$/u;

/** The values of the numbers in a text: 1204.5 for "1.204,50". */
export const numbersIn = (text: string): number[] =>
  (text.match(NUMBER) ?? []).map((one) => Number(one.replace(/[.,](?=\d{3})/gu, '').replace(',', '.')));

/**
 * What identifies a thing in a text, in the form in which two texts can be compared: stems, and numbers, weekdays and
 * months in one spelling.
 */
export const marksOf = (text: string): string[] => [
  ...stemsOf(text).filter((word) => !/^\d/u.test(word)),
  ...wordsOf(fold(text)).flatMap((word) => (DAY_OR_MONTH.test(word) ? [word.slice(0, 3)] : [])),
  ...(text.match(/\d{1,2}:\d\d/gu) ?? []),
  ...numbersIn(text).map(String),
  ...wordsOf(fold(text)).filter((word) => /\d/u.test(word) && /[-._@\p{L}]/u.test(word)),
];

/** Names of files tell their kind. */
const EXTENSIONS: readonly (readonly [readonly ThingKind[], RegExp])[] = [
  [['picture', 'file'], /\.(?:jpe?g|png|gif|heic|webp|tiff?|svg)$/u],
  [['video', 'file'], /\.(?:mp[34]|mov|avi|mkv|webm|wav)$/u],
  [['file'], /\.(?:pdf|docx?|xlsx?|pptx?|csv|txt|zip|md|odt|json|html?)$/u],
];

function thingsIn(...texts: readonly string[]): Set<ThingKind> {
  const things = new Set(
    texts.flatMap((text) =>
      wordsOf(foldPage(text)).flatMap((word) => [
        ...thingsOf(word),
        ...(EXTENSIONS.find(([, ending]) => ending.test(word))?.[0] ?? []),
      ]),
    ),
  );
  things.delete('other');
  things.delete('search');
  return things;
}

/** Things that a control can act on if the page does not say which. */
const DEFAULT_THINGS: Readonly<Record<IrreversibleAction['kind'], readonly ThingKind[]>> = {
  buy: ['order', 'payment'],
  book: ['booking', 'order', 'payment'],
  send: ['message', 'post', 'form'],
  delete: [],
  cancel: ['order', 'booking', 'subscription', 'event', 'bid', 'form'],
  'create-account': ['account', 'form'],
  'close-account': ['account'],
  password: ['password'],
  grant: ['access'],
};

/** Things that a control of this kind can act on at all. */
const POSSIBLE_THINGS: Partial<Record<IrreversibleAction['kind'], readonly ThingKind[]>> = {
  buy: ['order', 'payment', 'bid', 'transfer', 'donation', 'subscription', 'booking'],
  book: ['booking', 'order', 'payment', 'event'],
  send: ['message', 'post', 'form', 'invitation', 'draft', 'picture', 'video', 'file'],
  'create-account': ['account', 'form', 'subscription'],
  'close-account': ['account', 'subscription'],
  password: ['password'],
  grant: ['access', 'account'],
};

function findThings(action: IrreversibleAction, facts: PageFacts): Set<ThingKind> {
  const possible = POSSIBLE_THINGS[action.kind];
  const isPossible = (thing: ThingKind): boolean => !possible || possible.includes(thing);
  const name = facts.control?.name ?? '';
  const own = [...thingsIn(withoutVerb(name)), ...impliedBy(name)].filter(isPossible);
  const near = [...thingsIn(facts.question, facts.row)].filter(isPossible);
  if (action.class === 'delete') {
    const said = own.length + near.length > 0 ? new Set([...own, ...near]) : thingsIn(facts.heading);
    // Shops and hotels call the same thing an order, a booking or a reservation.
    if (action.kind === 'cancel' && (said.has('order') || said.has('booking')))
      return said.add('order').add('booking');
    if (said.size > 0) return said;
    return action.kind === 'cancel' ? new Set(DEFAULT_THINGS.cancel) : thingsIn(facts.title);
  }
  // "Place bid" and "Transfer money" act on nothing else; "Pay" and "Confirm" act on whatever is bought.
  const exclusive = own.filter((thing) => thing === 'bid' || thing === 'transfer' || thing === 'donation');
  if (exclusive.length > 0)
    return new Set([...exclusive, ...(exclusive[0] === 'bid' ? [] : (['payment'] as const))]);
  const around = [
    ...thingsIn(
      facts.heading,
      facts.title,
      ...(action.class === 'send' ? facts.fields.map((field) => field.name) : []),
    ),
  ].filter(isPossible);
  if (action.class === 'send') {
    if (own.length > 0) return new Set([...own, ...near, 'form']);
    const told = [...near, ...around];
    return new Set<ThingKind>(
      told.length > 0 ? [...told, 'form', ...defaultOfVerb(name)] : DEFAULT_THINGS.send,
    );
  }
  return new Set([...DEFAULT_THINGS[action.kind], ...own, ...near, ...around]);
}

/** "this ad" in "Delete this ad “Rabbit hutch, 5 photos” permanently?" */
const objectOf = (question: string): string =>
  /\b(?:delete|remove|erase|discard|cancel|clear|empty|destroy|purge)\b(.*?)(?=["“”'‘«]|\bwith\b|\bin\b|\bof\b|[?.]|$)/u.exec(
    foldPage(question),
  )?.[1] ?? '';

/** Words of headings and questions that say nothing about the thing itself. */
const FORM_WORD =
  /^(?:new|your|my|write|create|edit|add|leave|check|review|confirm|details|information|summary|step|form|page|settings|available|upcoming|want|really|sure|cannot|undone|permanently|next|free|current|continue|ready)$/u;

const showsInstance = (texts: readonly string[]): boolean =>
  texts
    .flatMap((text) => wordsOf(foldPage(text)))
    .some(
      (word) =>
        isSpecific(word) &&
        !FORM_WORD.test(word) &&
        !PEOPLE.test(word) &&
        thingsOf(word).size === 0 &&
        verbsIn(word).length === 0,
    );

/** A name without the verb at its start: "Post" in "Post it" is no thing. */
const withoutVerb = (name: string): string => foldPage(name).replace(/^(?:yes,? )?[\p{L}-]+ ?/u, '');

/** "Bid now" is about a bid, "Donate" about a donation. */
const impliedBy = (name: string): readonly ThingKind[] =>
  /^(?:yes,? )?bid\b/u.test(fold(name))
    ? ['bid']
    : /^(?:yes,? )?(?:donate|pledge|back)\b/u.test(fold(name))
      ? ['donation']
      : [];

/** "Post" sends a post, "Reply" a message or a post; "Send" and "Submit" leave it open. */
function defaultOfVerb(name: string): ThingKind[] {
  const text = foldPage(name);
  return /\b(?:post|publish|comment|tweet|share)\b/u.test(text)
    ? ['post']
    : /\b(?:reply|respond|answer)\b/u.test(text)
      ? ['post', 'message']
      : /\bsend\b/u.test(text)
        ? ['message']
        : [];
}

/** "Reply to Nora Ellwood": names begin with a capital letter. */
const namesAfterTo = (text: string): string[] =>
  [...text.matchAll(/\b(?:[Tt]o:?|[Ww]ith) ((?:\p{Lu}[\p{L}'’.-]+ ?)+)/gu)].map(([, names]) => names!.trim());

/** Whether the control saves the changes of a form: "Submit" on a page "Edit issue", "Save", "Update". */
function isEditForm(name: string, { heading, title, path }: PageFacts): boolean {
  const label = foldPage(name);
  return (
    /^(?:save|update|apply)\b/u.test(label) ||
    (/^(?:submit|confirm|done|ok)(?: changes?)?$/u.test(label) &&
      /\b(?:edit(?:ing)?|change|update|modify)\b/u.test(
        foldPage(`${heading} | ${title} | ${path.replace(/[/_-]+/gu, ' ')}`),
      ))
  );
}

/** "Wen Zhao": the heading of a chat is the name of the other person. */
const isName = (text: string): boolean =>
  /^(?:\p{Lu}[\p{Ll}'’.-]+ ?){1,3}$/u.test(text) &&
  wordsOf(fold(text)).every(
    (word) => isSpecific(word) && thingsOf(word).size === 0 && verbsIn(word).length === 0,
  );

const TO_MANY =
  /\b(?:everyone \(|public\)|(?:reply|send|answer|write|post)(?: it)? (?:to )?all|to:? (?:all|everyone|everybody)|all (?:staff|members|users|customers|subscribers|contacts|participants|students|parents)|[\d,.]+ (?:recipients|people|members|subscribers|contacts|users|customers|guests|participants))\b/u;

/** @param key the pressed key, if the action is a key press */
export function findActedOn(action: IrreversibleAction, facts: PageFacts, key?: string): ActedOn {
  const name = facts.control?.name ?? '';
  const near = [facts.question, facts.row, facts.heading].filter(Boolean);
  const shownText = [name, ...(near.length > 0 ? near : [facts.title])].join(' | ');
  const values = facts.fields.map(({ value }) => value);
  return {
    action,
    controlNames: [name, ...(key === undefined ? [] : [key])].filter(Boolean),
    things: findThings(action, facts),
    ownThings: thingsIn(withoutVerb(name)),
    words: new Set([name, facts.question, facts.row].flatMap(stemsOf)),
    marks: new Set(marksOf([shownText, ...values].join(' | '))),
    shownText,
    title: facts.title,
    ownText:
      withoutVerb(name) === '' || /^permanently$/u.test(withoutVerb(name)) ? objectOf(facts.question) : name,
    pageMarks: new Set(
      marksOf(
        [
          facts.title,
          ...facts.fields.map((field) => field.name),
          ...(action.class === 'buy' ? facts.pageText : []),
        ].join(' | '),
      ),
    ),
    controlMarks: new Set(marksOf(name)),
    hasInstance: showsInstance(near.length > 0 ? near : [facts.title]),
    editedFields: new Set(
      isEditForm(name, facts) ? facts.fields.flatMap((field) => stemsOf(field.name)) : [],
    ),
    row: facts.row,
    recipients: [
      ...facts.fields
        .filter(({ isRecipient, value }) => isRecipient && value !== '')
        .map(({ value }) => value),
      ...[name, facts.question, facts.heading, facts.row].flatMap(namesAfterTo),
      ...(isName(facts.heading) ? [facts.heading] : []),
    ],
    isToMany: [name, facts.question, facts.heading, facts.row].some((text) => TO_MANY.test(fold(text))),
  };
}
