/**
 * What a control acts on, as far as the page shows it: the things that its name, question, row, heading and form are
 * about, and the words an instructor can use for them. Pure.
 */
import type { IrreversibleAction } from '../../contract/index.js';
import type { PageFacts } from './facts.js';
import { findThings, thingsIn, withoutVerb } from './find-things.js';
import { fold, foldPage } from './region.js';
import { type ThingKind, thingsOf } from './things.js';
import { canonicalStem } from './synonyms.js';
import { verbsIn } from './verbs.js';
import { isSpecific, marksOf, stemsOf, wordsOf } from './words.js';

export interface ActedOn {
  action: IrreversibleAction;
  /** Names with which a line can order to press the control: its label, or the key. */
  controlNames: readonly string[];
  things: ReadonlySet<ThingKind>;
  /** The things that the name of the control mentions: "draft" in "Discard draft". */
  ownThings: ReadonlySet<ThingKind>;
  /** Stems of the words of the control, its question and its row. */
  words: ReadonlySet<string>;
  /** Stem of the word with which the row begins, or else the heading: "dentist" in "Dentist 10:30". */
  firstWords: ReadonlySet<string>;
  /** What control, question, row, heading and fields show, see `marksOf`; the title only where these are empty. */
  marks: ReadonlySet<string>;
  /** The texts of control, question, row and heading; the title only where these are empty. */
  shownText: string;
  title: string;
  /** The name of the control, plus the question if the name is only a verb: "Delete". */
  ownText: string;
  /** The marks of the title, the names of fields and, for purchases, the texts of the page. */
  pageMarks: ReadonlySet<string>;
  /** The marks of the control: "Pay €20.00". */
  controlMarks: ReadonlySet<string>;
  /**
   * Whether the page shows which particular thing the control acts on, not only its kind: "Spring walks", not "New
   * message".
   */
  hasInstance: boolean;
  /** Stems of the names of the fields of an edit form ("Submit" on a page "Edit issue"); empty for other forms. */
  editedFields: ReadonlySet<string>;
  /** The fields of the form around the control, with their values. */
  fields: PageFacts['fields'];
  /** The texts of the page, for purchases only: the ordered article is often far from the button. */
  pageText: readonly string[];
  /** Text of the row that contains the control; '' if none. */
  row: string;
  /** Values of the form's recipient fields, and names after "to" in the texts around the control. */
  recipients: readonly string[];
  /** The control sends to several people at once: "Send to all", "214 recipients". */
  isToMany: boolean;
}

/** "this ad" in "Delete this ad “Rabbit hutch, 5 photos” permanently?" */
const objectOf = (question: string): string =>
  /\b(?:delete|remove|erase|discard|cancel|clear|empty|destroy|purge)\b(.*?)(?=["“”'‘«]|\bwith\b|\bin\b|\bof\b|[?.]|$)/u.exec(
    foldPage(question),
  )?.[1] ?? '';

/** Words in headings and questions that do not identify the thing. */
const FORM_WORD =
  /^(?:new|your|my|write|create|edit|add|leave|check|review|confirm|details|information|summary|step|form|page|settings|available|upcoming|want|really|sure|cannot|undone|permanently|next|free|current|continue|ready)$/u;

/** Words for people without their name. */
const SOMEBODY =
  /^(?:people|persons?|members?|users?|guests?|participants?|contacts?|friends?|teams?|groups?)$/u;

const showsInstance = (texts: readonly string[]): boolean =>
  texts
    .flatMap((text) => wordsOf(foldPage(text)))
    .some(
      (word) =>
        /\d{3}|\d[.-]\d/u.test(word) ||
        (isSpecific(word) &&
          !FORM_WORD.test(word) &&
          !SOMEBODY.test(word) &&
          thingsOf(word).size === 0 &&
          verbsIn(word).length === 0),
    );

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
export const isName = (text: string): boolean =>
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
    firstWords: new Set(
      wordsOf(fold(facts.row || facts.heading))
        .slice(0, 1)
        .map(canonicalStem),
    ),
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
      isEditForm(name, facts)
        ? [withoutVerb(name), ...facts.fields.map((field) => field.name)].flatMap(stemsOf)
        : [],
    ),
    fields: facts.fields,
    row: facts.row,
    pageText: action.class === 'buy' ? facts.pageText : [],
    recipients: [
      ...facts.fields
        .filter(({ isRecipient, value }) => isRecipient && value !== '')
        .map(({ value }) => value),
      ...[name, facts.question, facts.heading, facts.row].flatMap(namesAfterTo),
      ...[facts.heading, facts.row].filter(isName),
    ],
    isToMany: [name, facts.question, facts.heading, facts.row].some((text) => TO_MANY.test(fold(text))),
  };
}
