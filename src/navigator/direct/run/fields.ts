/** Matches the fields of a step to controls of a form, including related dates, times and end times. */
import type { Candidate } from '../../../contract/index.js';
import { ground } from '../ground/ground.js';
import { isNativeValue, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { FieldValue, Reading, Step, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { readDate } from '../language/dates.js';
import { readTime } from '../language/times.js';
import { fold } from '../text.js';
import { findForm } from '../ground/form.js';
import { findLogInField } from './log-in-field.js';
import { findOption } from '../ground/options.js';
import { scoreSettable } from '../ground/control-values.js';
import type { Context } from './types.js';

export type Fill = Extract<Step, { do: 'fill' }>;

export interface Match {
  field: FieldValue;
  candidate: Candidate | null;
  several: Candidate[];
}

const isDateWord = (f: FieldValue): boolean => /\bdate\b|^day$/iu.test(f.field.text);

const isTimeWord = (f: FieldValue): boolean => /\btime\b|^(?:start|end)$/iu.test(f.field.text);

/** A date does not fit a time field, nor a time a date field. */
function suitsValue(f: FieldValue, today: Date): (c: Candidate) => number {
  return (c) => {
    const base = Math.max(
      scoreSettable(c),
      isTickable(c) && /^(?:yes|no|on|off|true|false)$/iu.test(f.value ?? '') ? 0.95 : 0,
    );
    if (base === 0 || !isNativeValue(c)) return base;
    const date = f.value !== null && readDate(f.value, today) !== null;
    const time = f.value !== null && (readTime(f.value) ?? readTime(`at ${f.value}`)) !== null;
    if (c.inputType === 'date') return date ? base : 0;
    if (c.inputType === 'time') return time && !date ? base : 0;
    return base;
  };
}

/** "date" and "time" also mean the start. A native field of the right type needs no better name. */
function fieldTarget(f: FieldValue, thing: string): Target {
  const extra: Reading[] = [];
  const add = (phrase: string, prior: number): void =>
    void extra.push({ phrase, role: null, nth: null, place: null, prior });
  const text = fold(f.field.text);
  if (text === 'date') ['start date', 'day', 'when', 'start'].forEach((p, i) => add(p, 0.97 - i * 0.01));
  if (text === 'time') ['start time', 'start', 'from', 'hour'].forEach((p, i) => add(p, 0.97 - i * 0.01));
  if (text === 'start') ['start time', 'from', 'time'].forEach((p, i) => add(p, 0.97 - i * 0.01));
  if (text === 'end') ['end time', 'to', 'until'].forEach((p, i) => add(p, 0.97 - i * 0.01));
  if (text === 'title')
    ['name', 'subject', 'what is it about', 'topic', 'summary'].forEach((p, i) => add(p, 0.97 - i * 0.01));
  // "A user called petra": the name is the user name if there is no other name field.
  if (text === 'name') ['full name', 'username', 'title'].forEach((p, i) => add(p, 0.93 - i * 0.01));
  // "Column name" is the name of a column, but "Table name" is not.
  if (thing && /^(?:title|name)$/u.test(text)) add(`${thing} ${text}`, 1);
  return { ...f.field, readings: [f.field.readings[0], ...f.field.readings.slice(1), ...extra] };
}

export function matchFields(step: Fill, ctx: Context): Match[] {
  const { view, run } = ctx;
  const scope = view.isDialogOpen ? (c: Candidate): boolean => view.isInDialog(c) : () => true;
  const taken = new Set<string>();
  return step.fields.map((field) => {
    const picked = [...run.givenValues.entries()].find(([key]) => key === `pick:${field.field.text}`)?.[1];
    const chosen = picked ? view.byUid.get(picked) : undefined;
    if (chosen) return { field, candidate: chosen, several: [] };
    const suits = suitsValue(field, ctx.today);
    const found = ground(
      {
        target: fieldTarget(field, step.how === 'create' ? fold(step.item?.text ?? '') : ''),
        scoreSuitability: (c) => (scope(c) && !taken.has(c.uid) ? suits(c) : 0),
        asField: true,
      },
      view,
    );
    let candidate = found.kind === 'one' ? found.hit.candidate : null;
    // Fields are in order: with "Start date" and "End date", a plain date is the first.
    if (found.kind === 'several' && (isDateWord(field) || isTimeWord(field)))
      candidate = found.hits.map((h) => h.candidate).sort((a, b) => a.order - b.order)[0]!;
    if (!candidate && (isDateWord(field) || isTimeWord(field)))
      candidate = onlyNative(field, scope, taken, ctx);
    if (!candidate && found.kind === 'none')
      candidate =
        onlyArea(field, scope, taken, ctx) ??
        onlyOffer(field, scope, taken, ctx) ??
        findLogInField(field.field.text, (c) => scope(c) && !taken.has(c.uid), view);
    if (candidate) taken.add(candidate.uid);
    return {
      field,
      candidate,
      several: found.kind === 'several' && !candidate ? found.hits.map((h) => h.candidate) : [],
    };
  });
}

/** Long text goes into the only text area. */
function onlyArea(
  f: FieldValue,
  scope: (c: Candidate) => boolean,
  taken: ReadonlySet<string>,
  ctx: Context,
): Candidate | null {
  if (
    !/^(?:message|body|text|reply|comment|note|query|statement|command|expression|script|code)$/iu.test(
      f.field.text,
    )
  )
    return null;
  const list = ctx.view.candidates.filter(
    (c) =>
      c.visible &&
      (c.tag === 'textarea' || (c.states.editable === true && c.tag !== 'input')) &&
      scope(c) &&
      !taken.has(c.uid) &&
      !c.states.readonly,
  );
  return list.length === 1 ? list[0]! : null;
}

/** "in Germany": the only list with this option, if no field is named after a place. */
function onlyOffer(
  f: FieldValue,
  scope: (c: Candidate) => boolean,
  taken: ReadonlySet<string>,
  ctx: Context,
): Candidate | null {
  const { value } = f;
  if (!f.optional || !value) return null;
  const list = ctx.view.candidates.filter(
    (c) =>
      c.visible &&
      isSelect(c) &&
      scope(c) &&
      !taken.has(c.uid) &&
      !c.states.disabled &&
      (findOption(c, value)?.score ?? 0) >= 0.95,
  );
  return list.length === 1 ? list[0]! : null;
}

function onlyNative(
  f: FieldValue,
  scope: (c: Candidate) => boolean,
  taken: ReadonlySet<string>,
  ctx: Context,
): Candidate | null {
  const type = isDateWord(f) ? 'date' : 'time';
  const list = ctx.view.candidates.filter(
    (c) => c.visible && c.inputType === type && scope(c) && !taken.has(c.uid),
  );
  return list.length === 1 ? list[0]! : null;
}

/** Joins date and time for a field that takes both. A place without a field is returned to the title. */
export function adaptToForm(step: Fill, ctx: Context): Fill {
  const { view, today } = ctx;
  const both = view.candidates.find(
    (c) => c.visible && c.inputType === 'datetime-local' && (!view.isDialogOpen || view.isInDialog(c)),
  );
  const date = step.fields.find((f) => f.field.text === 'date');
  const time = step.fields.find((f) => f.field.text === 'time' || f.field.text === 'start');
  if (!both || !date?.value) return step;
  if (!time?.value) return step;
  const value = `${readDate(date.value, today) ?? date.value} ${readTime(time.value) ?? time.value}`;
  const rest = step.fields.filter((f) => f !== date && f !== time);
  return { ...step, fields: [...rest, { field: createTarget(getName(both) || 'date'), value }] };
}

/** If a new start is after an end that the line does not mention, moves the end as well, as calendars do. */
export function keepDuration(
  fields: readonly Candidate[],
  ctx: Context,
): { c: Candidate; value: string } | null {
  const { run, view } = ctx;
  const start = fields.find((c) => c.inputType === 'time' && /\b(?:start|from|begin|time)/iu.test(c.name));
  const wanted = start && run.expectedValues.get(start.uid)?.value;
  if (!start || !wanted) return null;
  const end = view.candidates.find(
    (c) =>
      c.visible &&
      c.inputType === 'time' &&
      c.uid !== start.uid &&
      /\b(?:end|to|until|finish)/iu.test(c.name) &&
      findForm(c, view)?.uid === findForm(start, view)?.uid,
  );
  if (!end?.value || run.expectedValues.has(end.uid) || fields.includes(end)) return null;
  const minutes = (t: string): number => Number(t.slice(0, 2)) * 60 + Number(t.slice(3, 5));
  if (minutes(end.value) > minutes(wanted)) return null;
  const before = start.value && start.value !== wanted ? minutes(end.value) - minutes(start.value) : 60;
  const at = minutes(wanted) + (before > 0 ? before : 60);
  return at < 24 * 60
    ? { c: end, value: `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}` }
    : null;
}
