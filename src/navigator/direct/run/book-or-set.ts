/**
 * Reads lines that begin like the creation of an entry but are not: "start date tomorrow" sets the field “Start date”,
 * and "book it" presses “Book”.
 */
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findPageNouns } from '../ground/topic.js';
import { createNamedCommand } from '../language/commands.js';
import { matchVerb } from '../language/line-text.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { readDate } from '../language/dates.js';
import { BOOKING_VERBS } from '../lexicon/slots.js';
import { fold, stem, tokenize, tokenizeContent } from '../text.js';
import { fail, type Context, type Move } from './types.js';

const PREPOSITION = /^(?:to|is|=|:|on|at|from) /u;

/** "Start date tomorrow", "start on 1 January": sets the only date field whose name begins with the verb. */
export function setFieldNamedLikeVerb(step: StepOf<'fill'>, { run, view, today }: Context): Move | null {
  const text = fold(run.spokenStep.clause.text);
  const [verb = ''] = text.split(' ');
  const [field, ...others] = view.candidates.filter(
    (c) =>
      c.visible &&
      isField(c) &&
      !c.states.disabled &&
      tokenize(getName(c))[0] === verb &&
      (c.inputType === 'date' || /\bdate\b/iu.test(getName(c))),
  );
  if (step.kind !== 'create' || !field || others.length > 0) return null;
  const name = fold(getName(field));
  const value = text.slice((text.startsWith(`${name} `) ? name : verb).length + 1).replace(PREPOSITION, '');
  const isoValue = readDate(value, today);
  if (isoValue === null) return null;
  return {
    kind: 'replace',
    steps: [
      {
        ...run.spokenStep,
        step: { do: 'set', target: createTarget(getName(field)), value, verb: 'set', isoValue },
      },
    ],
    prepare: ([newRun]) => void (newRun && (newRun.pickedUid = field.uid)),
  };
}

/**
 * "Book it", "reserve the saw": presses the page's only control with that verb if the page is about the thing. Fails for
 * "it" if no control books anything, because nothing is created then.
 */
export function pressBookingControl(
  { kind, item, fields }: StepOf<'fill'>,
  { run, view }: Context,
): Move | null {
  const verb = matchVerb(run.spokenStep.clause.text)?.verb.form ?? '';
  if (kind !== 'create' || !item || !BOOKING_VERBS.includes(verb)) return null;
  const controls = view.candidates.filter(
    (c) => c.visible && c.interactive && !c.states.disabled && !isField(c) && mentionsBooking(getName(c)),
  );
  if (item.pronoun && controls.length === 0) return fail(`I can't find a control for “${verb}” on this page`);
  const named = controls.filter((c) => tokenize(getName(c))[0] === verb);
  const innermost = named.filter((c) => !named.some((o) => view.getAncestors(o).includes(c)));
  const [control, ...others] = innermost;
  if (!control || others.length > 0 || fields.length > 0) return null;
  const nouns = findPageNouns(view);
  const words = tokenizeContent(item.text).filter((word) => word !== 'one');
  // "The tai chi class" is on the page “Tai chi”: the last word may be its kind.
  const isNamed =
    words.length > 0 && words.every((word, i) => nouns.has(stem(word)) || (i > 0 && i === words.length - 1));
  if (!item.pronoun && !isNamed) return null;
  return {
    kind: 'replace',
    steps: [
      {
        ...run.spokenStep,
        step: createNamedCommand(verb, fold(getName(control)) === verb ? '' : item.text, []),
      },
    ],
    prepare: ([newRun]) => void (newRun && (newRun.pickedUid = control.uid)),
  };
}

const mentionsBooking = (name: string): boolean => /\b(?:book|reserv)/iu.test(name);
