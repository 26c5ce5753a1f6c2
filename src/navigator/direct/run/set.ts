/** Giving a field its value: text, native dates and times, lists, ticks, sliders; asks for a value that is missing. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { clickable, ground } from '../ground/ground.js';
import { STRONG } from '../ground/score.js';
import { isField, isSearchField, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { StepOf, Target } from '../language/steps.js';
import { named } from '../language/target.js';
import { clip } from '../text.js';
import { workOn } from './element.js';
import { resolvePronoun } from './pronoun.js';
import { clashes, mismatch, settable, settingFor } from './setting.js';
import { onlyTaker } from './takers.js';
import { act, fail, type Context, type Move } from './types.js';

<<<<<<< HEAD
type Set_ = StepOf<'set'>;
=======
type Set_ = Extract<Step, { do: 'set' }>;

const hints = (c: Candidate): string =>
  `${c.name} ${c.attributes.placeholder ?? ''} ${c.attributes.name ?? ''} ${c.attributes.id ?? ''} ${c.attributes.class ?? ''}`;

/** A date does not go into a field for times, nor a time into one for dates, where two fields share a label. */
function clashes(c: Candidate, value: string, today: Date): boolean {
  if (!isField(c) && !isNativeValue(c)) return false;
  const isDate = valueForType(value, 'date', today) !== null;
  const isTime = valueForType(value, 'time', today) !== null;
  if (isDate === isTime) return false;
  const forTime =
    c.inputType === 'time' ||
    /^\d{1,2}:\d{2}/u.test(c.value ?? '') ||
    /\btime(?:field)?\b|hh:mm/iu.test(hints(c).replace(/date ?time|[_-]/giu, ' '));
  const forDate = c.inputType === 'date' || /^\d{4}-\d{2}-\d{2}$/u.test(c.value ?? '');
  return isDate ? forTime && !forDate : forDate && !forTime;
}

/** Suits for taking a value. */
export const settable = (c: Candidate): number => {
  if (!c.visible || c.inputType === 'file') return 0;
  if (isField(c) || isNativeValue(c)) return c.states.readonly ? 0.95 : 1;
  if (isSelect(c) || isSlider(c)) return 0.99;
  if (c.role === 'combobox' || c.role === 'listbox') return 0.98;
  return opensList(c) && c.role === 'button' ? 0.85 : 0;
};

/** The option of a list that a value names: exactly, else the only one that has all its words. */
export function optionFor(c: Candidate, value: string): { label: string; score: number } | null {
  const scored = (c.options ?? [])
    .filter((o) => !o.disabled)
    .map((o) => ({
      label: o.label,
      score:
        squash(o.value).toLowerCase() === squash(value).toLowerCase()
          ? 0.99
          : agreement(value, o.label).score,
    }));
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  const plain = value.replace(/^(?:the )?(?:option|choice|value)\s+(?=\S)/iu, '');
  if ((best?.score ?? 0) < 0.9 && plain !== value) return optionFor(c, plain) ?? null;
  if (
    !best ||
    best.score < 0.74 ||
    (second && second.score >= best.score - 0.02 && second.label !== best.label)
  )
    return null;
  return best;
}

/** Options that a value names equally well, when there is no single one. */
export function tiedOptions(c: Candidate, value: string): string[] {
  if (optionFor(c, value)) return [];
  const scored = (c.options ?? [])
    .filter((o) => !o.disabled)
    .map((o) => ({ label: o.label, score: agreement(value, o.label).score }));
  const best = Math.max(0, ...scored.map((s) => s.score));
  return best < 0.74 ? [] : scored.filter((s) => s.score >= best - 0.02).map((s) => s.label);
}

/** The option that a value names, where it is there and cannot be chosen. */
export function disabledOption(c: Candidate, value: string): string | null {
  const off = (c.options ?? []).filter((o) => o.disabled && o.label !== '');
  return optionFor({ ...c, options: off.map((o) => ({ ...o, disabled: false })) }, value)?.label ?? null;
}

export const optionIsOff = (c: Candidate, label: string): string =>
  `the option “${clip(label, 60)}” of ${describe(c)} is disabled`;

export interface Setting {
  act: PageAct;
  /** What the control should show afterwards; '' where it cannot be read (passwords). */
  shows: string;
}

/** The act that gives `c` the value, or why it cannot be. */
export function settingFor(c: Candidate, value: string, today: Date): Setting | string {
  const { uid } = c;
  if (c.states.readonly && isField(c) && !isNativeValue(c)) return `${describe(c)} cannot be written to`;
  if (isSelect(c)) {
    const option = optionFor(c, value);
    if (!option) {
      const off = disabledOption(c, value);
      if (off !== null) return optionIsOff(c, off);
      const offered = (c.options ?? [])
        .filter((o) => !o.disabled)
        .map((o) => o.label)
        .filter(Boolean);
      return `${describe(c)} does not offer “${clip(value, 40)}”; it offers ${offered.slice(0, 12).join(', ')}${offered.length > 12 ? ' …' : ''}`;
    }
    return { act: { intent: 'change', uid, value: option.label }, shows: option.label };
  }
  if (isTickable(c)) {
    const on = /^(?:yes|on|true|checked|ticked|enabled|selected)$/iu.test(value)
      ? 'true'
      : /^(?:no|off|false|unchecked|unticked|disabled)$/iu.test(value)
        ? 'false'
        : null;
    return on
      ? { act: { intent: 'change', uid, value: on }, shows: on }
      : `${describe(c)} can only be on or off`;
  }
  if (isNativeValue(c)) {
    const iso = value === '' ? '' : valueForType(value, c.inputType ?? '', today);
    return iso === null
      ? `“${clip(value, 40)}” is no ${c.inputType} that I can read; say it like ${EXAMPLES[c.inputType ?? ''] ?? 'in the field'}`
      : { act: { intent: 'change', uid, value: iso }, shows: iso };
  }
  if (!isField(c) && !isSlider(c)) return `${describe(c)} does not take text`;
  if (c.inputType === 'number' || c.role === 'spinbutton' || isSlider(c)) {
    const number = value === '' ? '' : valueForType(value, 'number', today);
    // One that is no field to type into is stepped to the number.
    const stepped = isSlider(c) || (c.role === 'spinbutton' && c.tag !== 'input' && !c.states.editable);
    if (number !== null)
      return {
        act: stepped ? { intent: 'change', uid, value: number } : { intent: 'textInput', uid, text: number },
        shows: number,
      };
    if (c.inputType === 'number') return `${describe(c)} takes a number, and “${clip(value, 40)}” is none`;
  }
  // A field that holds a date in digits is given one in the same form.
  const day = /^\d{4}-\d{2}-\d{2}$/u.test(c.value ?? '') ? valueForType(value, 'date', today) : null;
  if (day) return { act: { intent: 'textInput', uid, text: day }, shows: day };
  // And one that holds a time, where it was said in words: "half past three".
  const words = /^\d{1,2}:\d{2}$/u.test(c.value ?? '') && !/^\d{1,2}(?::\d{2})?$/u.test(value);
  const hour = words ? valueForType(value, 'time', today) : null;
  if (hour) return { act: { intent: 'textInput', uid, text: hour }, shows: hour };
  const hinted = dateByHint(
    value,
    `${c.attributes.placeholder ?? ''} ${c.attributes['data-date-format'] ?? ''} ${c.name}`,
    today,
  );
  return { act: { intent: 'textInput', uid, text: hinted }, shows: c.inputType === 'password' ? '' : hinted };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-03-05',
  time: '14:30',
  'datetime-local': '2026-03-05 14:30',
  month: 'March 2026',
  color: '#3366ff',
  range: '42',
};
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Why the control does not show what was asked, or null. A field may punctuate what it is given (phone numbers). */
export function mismatch(ctx: Context, uid: string, shows: string): string | null {
  const c = ctx.view.byUid.get(uid);
  if (!c || shows === '' || c.inputType === 'password') return null;
  if (isTickable(c))
    return c.states.checked === undefined || String(c.states.checked) === shows
      ? null
      : `${describe(c)} is still ${shows === 'true' ? 'off' : 'on'}`;
  const now = isSelect(c) ? (c.options?.find((o) => o.selected)?.label ?? c.text) : (c.value ?? c.text);
  if (now === '' && c.value === undefined) return null;
  if (bare(now) === bare(shows) || (isNativeValue(c) && now.startsWith(shows))) return null;
  if (/^\d/u.test(shows) && Number(now) === Number(shows)) return null;
  return `${describe(c)} now shows “${clip(now, 60)}” and not “${clip(shows, 60)}”`;
}
>>>>>>> main

/** Without a field: the focused one, the last one spoken of, or the only one. */
function impliedField(ctx: Context): Candidate | null {
  const { view, memory } = ctx;
  const fields = view.candidates.filter(
    (c) => c.visible && isField(c) && !c.states.disabled && !c.states.readonly,
  );
  const focused = fields.find((c) => c.states.focused);
  const last = memory.target ? fields.find((c) => c.uid === memory.target!.uid) : undefined;
  if (last ?? focused) return last ?? focused ?? null;
  const inDialog = view.dialogOpen ? fields.filter((c) => view.inDialog(c)) : [];
  if (inDialog.length === 1) return inDialog[0]!;
  const content = fields.filter((c) => !isSearchField(c));
  return fields.length === 1 ? fields[0]! : content.length === 1 ? content[0]! : null;
}

function targetOf(step: Set_, ctx: Context): Target | null {
  if (step.target) return resolvePronoun(step.target, ctx);
  const field = ctx.run.picked ? ctx.view.byUid.get(ctx.run.picked) : impliedField(ctx);
  if (!field) return null;
  ctx.run.picked = field.uid;
  return named(nameOf(field) || 'field');
}

export async function set(step: Set_, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const target = targetOf(step, ctx);
  if (!target) {
    const asked = run.given.get('field');
    if (asked)
      return { kind: 'replace', steps: [{ ...run.spoken, step: { ...step, target: named(asked) } }] };
    run.asked = 'field';
    return {
      kind: 'ask',
      text: `Into which field should I type “${clip(step.value ?? '', 60)}”?`,
      pending: { kind: 'value', field: 'field' },
    };
  }
  const value = step.value ?? run.given.get('value') ?? null;
  const wish = { value: value ?? '', meant: step.value === null ? undefined : step.meant };
  return workOn(
    {
      target,
      suits: (c) =>
        value === null && isTickable(c)
          ? 0.8
          : value !== null && clashes(c, value, ctx.today)
            ? 0
            : Math.max(
                settable(c),
                isTickable(c) && /^(?:yes|no|on|off|true|false|checked|unchecked)$/iu.test(value ?? '')
                  ? 0.97
                  : 0,
              ),
      asField: true,
      kindSaid: 'a field called',
      acts: (c) => {
        const setting = settingFor(c, wish, ctx.today);
        if (typeof setting === 'string') throw new CannotSet(setting);
        run.wanted.set(c.uid, { value: setting.shows, said: describe(c) });
        return [setting.act];
      },
      did: ({ said }, judged) =>
        value === ''
          ? `cleared ${said}`
          : judged.kind === 'already'
            ? `found “${clip(value ?? '', 60)}” already in ${said}`
            : `${/choose|select|set|change/u.test(step.verb) ? 'set' : 'typed'} ${/choose|select|set|change/u.test(step.verb) ? `${said} to “${clip(value ?? '', 60)}”` : `“${clip(value ?? '', 60)}” into ${said}`}`,
      verify: (c, t) => {
        const wanted = run.wanted.get(t.uid);
        if (value) c.memory.value = value;
        return wanted ? mismatch(c, t.uid, wanted.value) : null;
      },
      holds: (c) => {
        if (value === null) throw new Missing(c);
        return null;
      },
      // What a password field holds cannot be seen, so that the cursor is there has to do.
      counting: { focus: ctx.view.byUid.get(run.target?.uid ?? '')?.inputType === 'password' },
      otherwise: () =>
        value === null
          ? null
          : (takerInstead(wish, target, ctx) ??
            (CHANGES.test(step.verb) ? (choiceInstead(value, target, ctx) ?? editFirst(ctx)) : null)),
    },
    ctx,
  ).catch((error: unknown) => {
    if (error instanceof CannotSet) return customList(error.message, target, value ?? '', ctx);
    if (error instanceof Missing) return askValue(error.field, ctx);
    throw error;
  });
}

/** "the date", "the slider": the only field of that kind, whatever it is called. */
function takerInstead(
  wish: { value: string; meant?: string | undefined },
  from: Target,
  ctx: Context,
): Move | null {
  const c = ctx.run.picked === null ? onlyTaker(wish, from, ctx) : null;
  return c
    ? {
        kind: 'replace',
        steps: [ctx.run.spoken],
        prepare: ([run]) => void (run && ((run.picked = c.uid), (run.only = true))),
      }
    : null;
}

const CHANGES = /^(?:set|toggle|switch|change|update|adjust|choose|pick|rename|edit|modify|correct)$/u;

/** What is shown and cannot be written to yet often has an "Edit" button. */
function editFirst(ctx: Context): Move | null {
  const edit = ground(
    { target: named('edit'), suits: (c) => (isField(c) ? 0 : clickable(c)), not: ctx.run.reveals },
    ctx.view,
  );
  if (edit.kind !== 'one' || edit.hit.score < 0.93 || ctx.run.reveals.size > 0) return null;
  ctx.run.reveals.add(edit.hit.candidate.uid);
  return act('reveal', { intent: 'click', uid: edit.hit.candidate.uid });
}

class CannotSet extends Error {}
class Missing extends Error {
  constructor(readonly field: Candidate) {
    super('no value');
  }
}

function askValue(field: Candidate, ctx: Context): Move {
  ctx.run.asked = 'value';
  ctx.run.picked = field.uid;
  return {
    kind: 'ask',
    text: `What should I enter in ${describe(field)}?`,
    pending: { kind: 'value', field: 'value' },
  };
}

/** A list that is no native one is opened and chosen from. */
function customList(why: string, target: Target, value: string, ctx: Context): Move {
  const c = ctx.run.target ? ctx.view.byUid.get(ctx.run.target.uid) : undefined;
  if (c && !isSelect(c) && !isField(c) && opensList(c))
    return {
      kind: 'replace',
      steps: [{ ...ctx.run.spoken, step: { do: 'choose', value, from: target, target: named(value) } }],
    };
  return fail(why);
}

/** "set the theme to dark" where the theme is a group of buttons or choices. */
function choiceInstead(value: string, target: Target, ctx: Context): Move | null {
  const found = ground({ target: named(value), suits: (c) => (isField(c) ? 0 : clickable(c)) }, ctx.view);
  const list = ground(
    { target, suits: (c) => (opensList(c) || c.states.expanded !== undefined ? 1 : 0), asField: true },
    ctx.view,
  );
  const strong = (g: typeof found): boolean =>
    g.kind === 'one' ? g.hit.score >= STRONG : g.kind === 'several' && g.hits[0]!.score >= STRONG;
  if (!strong(found) && list.kind !== 'one') return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spoken, step: { do: 'choose', value, from: target, target: named(value) } }],
  };
}
