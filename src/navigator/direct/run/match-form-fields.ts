/** Matches the fields that a line names to the controls of a form. Also joins dates with times, and moves end times. */
import type { Candidate } from '../../../contract/index.js';
import { ground } from '../ground/ground.js';
import { isNativeValueField, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { FieldValue, Interpretation, Step, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { readDate } from '../language/dates.js';
import { readTime } from '../language/times.js';
import { fold } from '../text.js';
import { findForm } from '../ground/form.js';
import { findLoginField } from './login-field.js';
import { findOption } from '../ground/options.js';
import { scoreSettable } from '../ground/control-values.js';
import type { Context } from './types.js';

export type FillStep = Extract<Step, { do: 'fill' }>;

export interface FieldMatch {
  field: FieldValue;
  /** The field's control; null if none matches, or several do. */
  candidate: Candidate | null;
  ambiguousCandidates: Candidate[];
}

const isDateField = (f: FieldValue): boolean => /\bdate\b|^day$/iu.test(f.field.text);

const isTimeField = (f: FieldValue): boolean => /\btime\b|^(?:start|end)$/iu.test(f.field.text);

/**
 * Creates a function that scores how well a control suits the field's value. A date does not suit a time field, nor a
 * time a date field.
 */
function createSuitabilityScorer(f: FieldValue, today: Date): (c: Candidate) => number {
  return (c) => {
    const baseScore = Math.max(
      scoreSettable(c),
      isTickable(c) && /^(?:yes|no|on|off|true|false)$/iu.test(f.value ?? '') ? 0.95 : 0,
    );
    if (baseScore === 0 || !isNativeValueField(c)) return baseScore;
    const isDate = f.value !== null && readDate(f.value, today) !== null;
    const isTime = f.value !== null && (readTime(f.value) ?? readTime(`at ${f.value}`)) !== null;
    if (c.inputType === 'date') return isDate ? baseScore : 0;
    if (c.inputType === 'time') return isTime && !isDate ? baseScore : 0;
    return baseScore;
  };
}

/** Adds other names for common fields: a date may be labelled "Start date" or "When". */
function createFieldTarget(f: FieldValue, itemKind: string): Target {
  const extraInterpretations: Interpretation[] = [];
  const addInterpretation = (phrase: string, prior: number): void =>
    void extraInterpretations.push({ phrase, role: null, nth: null, place: null, prior });
  const fieldName = fold(f.field.text);
  if (fieldName === 'date')
    ['start date', 'day', 'when', 'start'].forEach((p, i) => addInterpretation(p, 0.97 - i * 0.01));
  if (fieldName === 'time')
    ['start time', 'start', 'from', 'hour'].forEach((p, i) => addInterpretation(p, 0.97 - i * 0.01));
  if (fieldName === 'start')
    ['start time', 'from', 'time'].forEach((p, i) => addInterpretation(p, 0.97 - i * 0.01));
  if (fieldName === 'end')
    ['end time', 'to', 'until'].forEach((p, i) => addInterpretation(p, 0.97 - i * 0.01));
  if (fieldName === 'title')
    ['name', 'subject', 'what is it about', 'topic', 'summary'].forEach((p, i) =>
      addInterpretation(p, 0.97 - i * 0.01),
    );
  // In "a user called petra", "petra" is the user name if there is no other name field.
  if (fieldName === 'name')
    ['full name', 'username', 'title'].forEach((p, i) => addInterpretation(p, 0.93 - i * 0.01));
  // The "name" of a new column is the field "Column name", not "Table name".
  if (itemKind && /^(?:title|name)$/u.test(fieldName)) addInterpretation(`${itemKind} ${fieldName}`, 1);
  return {
    ...f.field,
    interpretations: [
      f.field.interpretations[0],
      ...f.field.interpretations.slice(1),
      ...extraInterpretations,
    ],
  };
}

/** Matches each of the step's fields to a control; a control is matched only once. */
export function matchFields(step: FillStep, ctx: Context): FieldMatch[] {
  const { view, run } = ctx;
  const isInScope = view.isDialogOpen ? (c: Candidate): boolean => view.isInDialog(c) : () => true;
  const matchedUids = new Set<string>();
  return step.fields.map((field) => {
    const pickedUid = [...run.givenValues.entries()].find(([key]) => key === `pick:${field.field.text}`)?.[1];
    const pickedCandidate = pickedUid ? view.byUid.get(pickedUid) : undefined;
    if (pickedCandidate) return { field, candidate: pickedCandidate, ambiguousCandidates: [] };
    const scoreValue = createSuitabilityScorer(field, ctx.today);
    const grounding = ground(
      {
        target: createFieldTarget(field, step.kind === 'create' ? fold(step.item?.text ?? '') : ''),
        scoreSuitability: (c) => (isInScope(c) && !matchedUids.has(c.uid) ? scoreValue(c) : 0),
        asField: true,
      },
      view,
    );
    let candidate = grounding.kind === 'one' ? grounding.hit.candidate : null;
    // If "Start date" and "End date" both match, a plain "date" belongs to the first.
    if (grounding.kind === 'several' && (isDateField(field) || isTimeField(field)))
      candidate = grounding.hits.map((h) => h.candidate).sort((a, b) => a.order - b.order)[0]!;
    if (!candidate && (isDateField(field) || isTimeField(field)))
      candidate = findOnlyDateOrTimeField(field, isInScope, matchedUids, ctx);
    if (!candidate && grounding.kind === 'none')
      candidate =
        findOnlyTextArea(field, isInScope, matchedUids, ctx) ??
        findOnlyListWithOption(field, isInScope, matchedUids, ctx) ??
        findLoginField(field.field.text, (c) => isInScope(c) && !matchedUids.has(c.uid), view);
    if (candidate) matchedUids.add(candidate.uid);
    return {
      field,
      candidate,
      ambiguousCandidates:
        grounding.kind === 'several' && !candidate ? grounding.hits.map((h) => h.candidate) : [],
    };
  });
}

/** Returns the only text area, for fields that usually contain long text. */
function findOnlyTextArea(
  f: FieldValue,
  isInScope: (c: Candidate) => boolean,
  matchedUids: ReadonlySet<string>,
  ctx: Context,
): Candidate | null {
  if (
    !/^(?:message|body|text|reply|comment|note|query|statement|command|expression|script|code)$/iu.test(
      f.field.text,
    )
  )
    return null;
  const textAreas = ctx.view.candidates.filter(
    (c) =>
      c.visible &&
      (c.tag === 'textarea' || (c.states.editable === true && c.tag !== 'input')) &&
      isInScope(c) &&
      !matchedUids.has(c.uid) &&
      !c.states.readonly,
  );
  return textAreas.length === 1 ? textAreas[0]! : null;
}

/** For "in Germany", returns the only list that offers “Germany”. The value has no field name that could match. */
function findOnlyListWithOption(
  f: FieldValue,
  isInScope: (c: Candidate) => boolean,
  matchedUids: ReadonlySet<string>,
  ctx: Context,
): Candidate | null {
  const { value } = f;
  if (!f.optional || !value) return null;
  const matchingLists = ctx.view.candidates.filter(
    (c) =>
      c.visible &&
      isSelect(c) &&
      isInScope(c) &&
      !matchedUids.has(c.uid) &&
      !c.states.disabled &&
      (findOption(c, value)?.score ?? 0) >= 0.95,
  );
  return matchingLists.length === 1 ? matchingLists[0]! : null;
}

/** Returns the only native date field, or the only native time field. */
function findOnlyDateOrTimeField(
  f: FieldValue,
  isInScope: (c: Candidate) => boolean,
  matchedUids: ReadonlySet<string>,
  ctx: Context,
): Candidate | null {
  const type = isDateField(f) ? 'date' : 'time';
  const nativeFields = ctx.view.candidates.filter(
    (c) => c.visible && c.inputType === type && isInScope(c) && !matchedUids.has(c.uid),
  );
  return nativeFields.length === 1 ? nativeFields[0]! : null;
}

/** Joins the date and the time if the form has one field for both. */
export function joinDateAndTime(step: FillStep, ctx: Context): FillStep {
  const { view, today } = ctx;
  const dateTimeField = view.candidates.find(
    (c) => c.visible && c.inputType === 'datetime-local' && (!view.isDialogOpen || view.isInDialog(c)),
  );
  const date = step.fields.find((f) => f.field.text === 'date');
  const time = step.fields.find((f) => f.field.text === 'time' || f.field.text === 'start');
  if (!dateTimeField || !date?.value) return step;
  if (!time?.value) return step;
  const value = `${readDate(date.value, today) ?? date.value} ${readTime(time.value) ?? time.value}`;
  const otherFields = step.fields.filter((f) => f !== date && f !== time);
  return {
    ...step,
    fields: [...otherFields, { field: createTarget(getName(dateTimeField) || 'date'), value }],
  };
}

/** If the new start is not before the end and the line does not mention the end, moves the end as calendars do. */
export function keepDuration(
  fields: readonly Candidate[],
  ctx: Context,
): { candidate: Candidate; value: string } | null {
  const { run, view } = ctx;
  const startField = fields.find(
    (c) => c.inputType === 'time' && /\b(?:start|from|begin|time)/iu.test(c.name),
  );
  const newStart = startField && run.expectedValues.get(startField.uid)?.value;
  if (!startField || !newStart) return null;
  const endField = view.candidates.find(
    (c) =>
      c.visible &&
      c.inputType === 'time' &&
      c.uid !== startField.uid &&
      /\b(?:end|to|until|finish)/iu.test(c.name) &&
      findForm(c, view)?.uid === findForm(startField, view)?.uid,
  );
  if (!endField?.value || run.expectedValues.has(endField.uid) || fields.includes(endField)) return null;
  const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  if (toMinutes(endField.value) > toMinutes(newStart)) return null;
  const durationMinutes =
    startField.value && startField.value !== newStart
      ? toMinutes(endField.value) - toMinutes(startField.value)
      : 60;
  const endMinutes = toMinutes(newStart) + (durationMinutes > 0 ? durationMinutes : 60);
  return endMinutes < 24 * 60
    ? {
        candidate: endField,
        value: `${String(Math.floor(endMinutes / 60)).padStart(2, '0')}:${String(endMinutes % 60).padStart(2, '0')}`,
      }
    : null;
}
