/**
 * Corrections: repeats the last step with another element or value, and first undoes the old one if it would remain as
 * well.
 */
import type { Candidate } from '../../../contract/index.js';
import { findAll } from '../ground/find-all.js';
import { scoreClickable } from '../ground/ground.js';
import { isField, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { Reading, SpokenStep, Step, StepOf, Target } from '../language/steps.js';
import { parseLine } from '../language/parse.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import { replaceValue, replaceName, keepHalfOfDay, findFieldForValue } from './apply-correction.js';
import { hasChangedPage } from './judge-outcome.js';
import type { PerformedAction } from './performed-actions.js';
import { HELP } from './messages.js';
import { findLastActions, createUndoState } from './undo.js';
import type { Context, Memory, Move } from './types.js';

type With = StepOf<'again'>['with'];

interface Otherwise {
  step: Step;
  picked?: string;
  /** The element is a different one, so that the first action may have to be undone. */
  elsewhere: boolean;
}

/**
 * "Open Pricing instead": if the last step did not open anything, or was interrupted, the words are a complete
 * instruction.
 */
function inFull(ctx: Context, last: SpokenStep | undefined): Move | null {
  const { text } = ctx.run.spokenStep.clause;
  const trimmed = text
    .replace(/^.*?(?:wait|stop|hold on|no)[,.!]+ /iu, '')
    .replace(/,? (?:instead|rather)\b/iu, '');
  if (trimmed === text) return null;
  const steps = parseLine(trimmed);
  const first = steps[0]?.step;
  if (!first || ['again', 'undo', 'reply', 'unknown'].includes(first.do)) return null;
  if (first.do === 'click' && first.how === 'bare') return null;
  return last && first.do === last.step.do ? null : { kind: 'replace', steps };
}

export function repeatStep(step: StepOf<'again'>, ctx: Context): Move {
  const { memory, view, today } = ctx;
  const last = memory.lastStep;
  const whole = 'value' in step.with ? inFull(ctx, last) : null;
  if (whole) return whole;
  const other = last ? repeatOtherwise(last.step, step.with, memory, view, today) : null;
  if (!last || !other)
    return {
      kind: 'ask',
      text: last
        ? `I don't know what to change about “${last.clause.text}”. Please give the whole instruction.`
        : `There is nothing to change yet. ${HELP}`,
      openQuestion: { kind: 'what' },
    };
  const actions = findLastActions(memory, (d) => d.spokenStep === last);
  const back = other.elsewhere && actions.some((d) => standsBeside(d, view)) ? actions : [];
  const clause = { text: 'take the last act back', raw: '', joint: '' };
  const steps: SpokenStep[] = [{ ...last, step: other.step }];
  if (back.length) steps.unshift({ step: { do: 'undo' }, clause });
  return {
    kind: 'replace',
    steps,
    prepare: (runs) => {
      if (back.length) runs[0]!.undoState = createUndoState(back, true);
      const run = runs.at(-1)!;
      if (other.picked !== undefined && (!back.length || !back.some((d) => movedAway(d))))
        run.pickedUid = other.picked;
    },
  };
}

const movedAway = (d: PerformedAction): boolean =>
  hasChangedPage({ outcome: { status: 'done', effects: d.effects } } as never);

/** Whether the old action's effect would remain: a ticked box, another page, a value in the wrong field. */
function standsBeside(action: PerformedAction, view: View): boolean {
  const { kind } = action.before;
  return (
    kind === 'tick' ||
    kind === 'value' ||
    kind === 'option' ||
    movedAway(action) ||
    action.effects.some((e) => e.type === 'tab-opened') ||
    (view.isDialogOpen && !action.wasDialogOpen) ||
    view.candidates.some(
      (c) => /^undo\b/iu.test(getName(c)) && c.visible && !action.undoControlUids.has(c.uid),
    )
  );
}

/** Returns the corrected step; null if it is unclear. */
export function repeatOtherwise(
  step: Step,
  wish: With,
  memory: Memory,
  view: View,
  today: Date,
): Otherwise | null {
  if ('value' in wish) return withValue(step, wish.value, today, wish.isoValue);
  if ('nth' in wish) return withNth(step, wish.nth);
  return withOther(step, memory, view);
}

/** Returns the step with another target. */
function about(step: Step, change: (t: Target) => Target): Step | null {
  if (step.do === 'scroll') return typeof step.to === 'string' ? null : { ...step, to: change(step.to) };
  if (step.do === 'tab')
    return step.way === 'open' && step.target ? { ...step, target: change(step.target) } : null;
  if (step.do === 'fill' || !('target' in step) || !step.target) return null;
  return { ...step, target: change(step.target) };
}

function withNth(step: Step, nth: number): Otherwise | null {
  if (step.do === 'tab' && step.way !== 'open')
    return { step: { ...step, which: { nth } }, elsewhere: false };
  if (step.do === 'search') {
    const reading: Reading = { phrase: '', role: 'result', nth, place: null, prior: 1 };
    const target: Target = { text: 'result', readings: [reading], quoted: false, pronoun: false };
    return { step: { do: 'click', how: 'open', target }, elsewhere: false };
  }
  const other = about(step, ({ not: _not, each: _each, or: _or, ...t }) => {
    const [first, ...rest] = t.readings.map((r) => ({ ...r, nth }));
    return { ...t, readings: [first!, ...rest] };
  });
  return other && { step: other, elsewhere: true };
}

function withValue(step: Step, value: string, today: Date, meant?: string): Otherwise | null {
  switch (step.do) {
    case 'set': {
      const { isoValue: before, ...rest } = step;
      const now = step.value === null ? value : replaceValue(step.value, value, today);
      // The words are kept together with their meaning if no part of the old value is reused.
      const said =
        now === value && meant !== undefined ? { isoValue: keepHalfOfDay(before ?? step.value, meant) } : {};
      return { step: { ...rest, value: now, ...said }, elsewhere: false };
    }
    case 'choose': {
      const now = replaceValue(step.value, value, today);
      return { step: { ...step, value: now, target: replaceName(step.target, now) }, elsewhere: false };
    }
    case 'search':
      return {
        step: { ...step, query: step.query === null ? value : replaceValue(step.query, value, today) },
        elsewhere: false,
      };
    case 'fill': {
      const at = step.how === 'fill' ? findFieldForValue(step.fields, value, today) : null;
      const field = at === null ? null : step.fields[at]!;
      if (!field) return null;
      const now = field.value === null ? value : replaceValue(field.value, value, today);
      return { step: { do: 'set', target: field.field, value: now, verb: 'set' }, elsewhere: false };
    }
    case 'upload':
      return { step: { ...step, files: [value] }, elsewhere: false };
    case 'drag':
      return { step: { ...step, to: createTarget(value) }, elsewhere: false };
    case 'load':
      return /^\S+\.\S+$/u.test(value)
        ? {
            step: { ...step, url: /^\w+:/u.test(value) ? value : new URL(`https://${value}`).href },
            elsewhere: false,
          }
        : null;
    default: {
      const other = about(step, (t) => replaceName(t, value));
      return other && { step: other, elsewhere: true };
    }
  }
}

function withOther(step: Step, memory: Memory, view: View): Otherwise | null {
  if (step.do === 'tab' && step.way !== 'open')
    return { step: { ...step, which: 'other' }, elsewhere: false };
  if (step.do === 'choose' || step.do === 'set') {
    // Of two options, uses the one that is not selected.
    const list = view.byUid.get(memory.lastTarget?.uid ?? '');
    const left = (list?.options ?? []).filter(
      (o) => !o.selected && !o.disabled && o.label !== '' && o.value !== '',
    );
    const value = left.length === 1 && list?.options ? left[0]!.label : null;
    if (value !== null && step.do === 'set') return { step: { ...step, value }, elsewhere: false };
    if (value !== null && step.do === 'choose')
      return { step: { ...step, value, target: createTarget(value) }, elsewhere: false };
  }
  const other =
    memory.alternatives.find((o) => o.uid !== memory.lastTarget?.uid) ?? onlyOther(step, memory, view);
  if (!other) return null;
  const same = fold(other.name) === fold(memory.lastTarget?.name ?? '');
  const next = about(step, ({ not: _not, each: _each, or: _or, ...t }) => {
    // After going back, the page has new uids. The name, or the position among elements with the same name, still
    // identifies it.
    if (!same) return replaceName(t, other.name);
    const [first, ...rest] = t.readings.map((r) => ({ ...r, nth: other.nth ?? r.nth }));
    return { ...t, readings: [first!, ...rest] };
  });
  return next && { step: next, picked: other.uid, elsewhere: true };
}

/** Returns the only other element with the same name, or the other of two in a group. */
function onlyOther(step: Step, memory: Memory, view: View): Memory['alternatives'][number] | null {
  if (!('target' in step) || !step.target || !memory.lastTarget) return null;
  const last = view.byUid.get(memory.lastTarget.uid);
  const suits = (c: Candidate): number => (isField(c) || isTickable(c) ? 1 : scoreClickable(c));
  const readings = step.target.readings.map((r) => ({ ...r, nth: null }));
  const alike = findAll(
    { target: { ...step.target, readings: [readings[0]!, ...readings.slice(1)] }, scoreSuitability: suits },
    view,
  );
  const group = last
    ? view.candidates.filter((c) => c.role === last.role && c.parent === last.parent && isTickable(c))
    : [];
  for (const list of [alike, group]) {
    const rest = list.filter((c) => c.uid !== memory.lastTarget!.uid);
    if (rest.length === 1 && list.length === 2)
      return { uid: rest[0]!.uid, name: getName(rest[0]!), nth: list.indexOf(rest[0]!) + 1 };
  }
  return null;
}
