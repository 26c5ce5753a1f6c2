/**
 * The target of an irreversible action: what a control acts on, as far as the page shows it, and the words that an
 * instructor can use for it. Pure.
 */
import type { IrreversibleAction } from '../../contract/index.js';
import type { PageFacts } from './page-facts.js';
import { findObjectKinds, findKindsInTexts, removeVerb } from './find-object-kinds.js';
import { foldLookalikes, foldPage } from './region.js';
import { type ObjectKind, getObjectKinds } from './object-kinds.js';
import { canonicalStem } from './synonyms.js';
import { findVerbStems } from './verbs.js';
import { isSpecific, getMatchTokens, getStems, splitWords } from './words.js';

export interface ConsentTarget {
  action: IrreversibleAction;
  /** The control's label and the pressed key: a line may tell the navigator to press either. */
  controlNames: readonly string[];
  objectKinds: ReadonlySet<ObjectKind>;
  /** The kinds of objects that the control's name mentions: "draft" in "Discard draft". */
  nameKinds: ReadonlySet<ObjectKind>;
  /** Stems of the words in the control's name, question and row. */
  nearbyStems: ReadonlySet<string>;
  /** Stem of the first word of the row, or else of the heading: "dentist" in "Dentist 10:30". */
  leadingStems: ReadonlySet<string>;
  /** Match tokens of `nearbyText` and the field values. */
  nearbyTokens: ReadonlySet<string>;
  /** The control's name with its question, row and heading. If there are none of these, the name and the page title. */
  nearbyText: string;
  title: string;
  /** The control's name. If it is only a verb ("Delete"), the object in the question. */
  objectText: string;
  /** Match tokens of the title, the field names and, for purchases, all text on the page. */
  pageTokens: ReadonlySet<string>;
  /** Match tokens of the control's name: "Pay €20.00". */
  controlTokens: ReadonlySet<string>;
  /** Whether the page shows a particular object, not only its kind: "Spring walks", not "New message". */
  showsInstance: boolean;
  /** Stems of an edit form's field names ("Submit" on a page "Edit issue"); empty for other forms. */
  editedFieldStems: ReadonlySet<string>;
  /** The fields of the form around the control, with their values. */
  fields: PageFacts['fields'];
  /** The page's text blocks, for purchases only: the item is often far from the button. */
  pageTexts: readonly string[];
  /** Text of the row that contains the control; '' if none. */
  rowText: string;
  /** Values of the form's recipient fields, and names after "to" in the text around the control. */
  recipients: readonly string[];
  /** Whether the control sends to several people at once: "Send to all", "214 recipients". */
  hasManyRecipients: boolean;
}

/** Finds the object in the page's question: "this ad" in "Delete this ad “Rabbit hutch, 5 photos” permanently?" */
const findDeletedObject = (question: string): string =>
  /\b(?:delete|remove|erase|discard|cancel|clear|empty|destroy|purge)\b(.*?)(?=["“”'‘«]|\bwith\b|\bin\b|\bof\b|[?.]|$)/u.exec(
    foldPage(question),
  )?.[1] ?? '';

/** Words in headings and questions that do not identify an object. */
const FORM_WORD =
  /^(?:new|your|my|write|create|edit|add|leave|check|review|confirm|details|information|summary|step|form|page|settings|available|upcoming|want|really|sure|cannot|undone|permanently|next|free|current|continue|ready)$/u;

/** Words for people that are not names. */
const GENERIC_PERSON =
  /^(?:people|persons?|members?|users?|guests?|participants?|contacts?|friends?|teams?|groups?)$/u;

const containsInstance = (texts: readonly string[]): boolean =>
  texts
    .flatMap((text) => splitWords(foldPage(text)))
    .some(
      (word) =>
        /\d{3}|\d[.-]\d/u.test(word) ||
        (isSpecific(word) &&
          !FORM_WORD.test(word) &&
          !GENERIC_PERSON.test(word) &&
          getObjectKinds(word).size === 0 &&
          findVerbStems(word).length === 0),
    );

/** Finds recipients by their capital letters: "Nora Ellwood" in "Reply to Nora Ellwood". */
const findNamesAfterTo = (text: string): string[] =>
  [...text.matchAll(/\b(?:[Tt]o:?|[Ww]ith) ((?:\p{Lu}[\p{L}'’.-]+ ?)+)/gu)].map(([, names]) => names!.trim());

/** Whether the control saves changes in a form: "Submit" on a page "Edit issue", "Save", "Update". */
function isEditForm(name: string, { heading, title, path }: PageFacts): boolean {
  const foldedName = foldPage(name);
  return (
    /^(?:save|update|apply)\b/u.test(foldedName) ||
    (/^(?:submit|confirm|done|ok)(?: changes?)?$/u.test(foldedName) &&
      /\b(?:edit(?:ing)?|change|update|modify)\b/u.test(
        foldPage(`${heading} | ${title} | ${path.replace(/[/_-]+/gu, ' ')}`),
      ))
  );
}

/** Whether the text is a person's name. The heading of a chat often is: "Wen Zhao". */
export const isPersonName = (text: string): boolean =>
  /^(?:\p{Lu}[\p{Ll}'’.-]+ ?){1,3}$/u.test(text) &&
  splitWords(foldLookalikes(text)).every(
    (word) => isSpecific(word) && getObjectKinds(word).size === 0 && findVerbStems(word).length === 0,
  );

const MANY_RECIPIENTS =
  /\b(?:everyone \(|public\)|(?:reply|send|answer|write|post)(?: it)? (?:to )?all|to:? (?:all|everyone|everybody)|all (?:staff|members|users|customers|subscribers|contacts|participants|students|parents)|[\d,.]+ (?:recipients|people|members|subscribers|contacts|users|customers|guests|participants))\b/u;

/** @param key the pressed key, if the action is a key press */
export function describeTarget(action: IrreversibleAction, facts: PageFacts, key?: string): ConsentTarget {
  const name = facts.control?.name ?? '';
  const nearbyTexts = [facts.question, facts.row, facts.heading].filter(Boolean);
  const nearbyText = [name, ...(nearbyTexts.length > 0 ? nearbyTexts : [facts.title])].join(' | ');
  const fieldValues = facts.fields.map(({ value }) => value);
  return {
    action,
    controlNames: [name, ...(key === undefined ? [] : [key])].filter(Boolean),
    objectKinds: findObjectKinds(action, facts),
    nameKinds: findKindsInTexts(removeVerb(name)),
    nearbyStems: new Set([name, facts.question, facts.row].flatMap(getStems)),
    leadingStems: new Set(
      splitWords(foldLookalikes(facts.row || facts.heading))
        .slice(0, 1)
        .map(canonicalStem),
    ),
    nearbyTokens: new Set(getMatchTokens([nearbyText, ...fieldValues].join(' | '))),
    nearbyText,
    title: facts.title,
    objectText:
      removeVerb(name) === '' || /^permanently$/u.test(removeVerb(name))
        ? findDeletedObject(facts.question)
        : name,
    pageTokens: new Set(
      getMatchTokens(
        [
          facts.title,
          ...facts.fields.map((field) => field.name),
          ...(action.class === 'buy' ? facts.pageText : []),
        ].join(' | '),
      ),
    ),
    controlTokens: new Set(getMatchTokens(name)),
    showsInstance: containsInstance(nearbyTexts.length > 0 ? nearbyTexts : [facts.title]),
    editedFieldStems: new Set(
      isEditForm(name, facts)
        ? [removeVerb(name), ...facts.fields.map((field) => field.name)].flatMap(getStems)
        : [],
    ),
    fields: facts.fields,
    rowText: facts.row,
    pageTexts: action.class === 'buy' ? facts.pageText : [],
    recipients: [
      ...facts.fields
        .filter(({ isRecipient, value }) => isRecipient && value !== '')
        .map(({ value }) => value),
      ...[name, facts.question, facts.heading, facts.row].flatMap(findNamesAfterTo),
      ...[facts.heading, facts.row].filter(isPersonName),
    ],
    hasManyRecipients: [name, facts.question, facts.heading, facts.row].some((text) =>
      MANY_RECIPIENTS.test(foldLookalikes(text)),
    ),
  };
}
