/** Sets fields: text, native dates and times, lists, check boxes, sliders. Asks for missing values. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isSearchField, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { readDayInWords } from '../language/dates.js';
import type { StepOf, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip } from '../text.js';
import { useElement } from './element.js';
import { finishAfterwards, openThingFirst } from './of-thing.js';
import { resolvePronoun } from './pronoun.js';
import { contradictsField, findMismatch, scoreSettable } from '../ground/control-values.js';
import { findSetting } from './setting.js';
import { renameInstead } from './rename.js';
import { takeSuggestion } from './suggestions.js';
import { stepToValue } from './stepper.js';
import { findOnlyFieldForValue } from './takers.js';
import { act, fail, type Context, type Move } from './types.js';

type Set_ = StepOf<'set'>;

/** Without a named field, uses the focused one, the last one used, or the only one. */
function impliedField(ctx: Context): Candidate | null {
  const { view, memory } = ctx;
  const fields = view.candidates.filter(
    (c) => c.visible && isField(c) && !c.states.disabled && !c.states.readonly,
  );
  const focused = fields.find((c) => c.states.focused);
  const last = memory.target ? fields.find((c) => c.uid === memory.target!.uid) : undefined;
  if (last ?? focused) return last ?? focused ?? null;
  const inDialog = view.isDialogOpen ? fields.filter((c) => view.isInDialog(c)) : [];
  if (inDialog.length === 1) return inDialog[0]!;
  const content = fields.filter((c) => !isSearchField(c));
  return fields.length === 1 ? fields[0]! : content.length === 1 ? content[0]! : null;
}

function targetOf(step: Set_, ctx: Context): Target | null {
  if (step.target) return resolvePronoun(step.target, ctx);
  const field = ctx.run.pickedUid ? ctx.view.byUid.get(ctx.run.pickedUid) : impliedField(ctx);
  if (!field) return null;
  ctx.run.pickedUid = field.uid;
  return createTarget(getName(field) || 'field');
}

export const setValue = async (step: Set_, ctx: Context): Promise<Move> =>
  finishAfterwards(await setOne(step, ctx), ctx);

async function setOne(step: Set_, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const stepped = stepToValue(step, ctx);
  if (stepped) return stepped;
  const target = targetOf(step, ctx);
  if (!target) {
    const asked = run.givenValues.get('field');
    if (asked)
      return { kind: 'replace', steps: [{ ...run.spoken, step: { ...step, target: createTarget(asked) } }] };
    run.askedFor = 'field';
    return {
      kind: 'ask',
      text: `Into which field should I type “${clip(step.value ?? '', 60)}”?`,
      pending: { kind: 'value', field: 'field' },
    };
  }
  const value = step.value ?? run.givenValues.get('value') ?? null;
  const field = run.stage === 'act' && run.target ? ctx.view.byUid.get(run.target.uid) : undefined;
  const entry = field && ctx.last.length ? takeSuggestion(field, value ?? '', ctx) : null;
  if (entry) return act('act', { intent: 'click', uid: entry.uid });
  const wish = { value: value ?? '', isoValue: step.value === null ? undefined : step.isoValue };
  return useElement(
    {
      target,
      suits: (c) =>
        value === null && isTickable(c)
          ? 0.8
          : value !== null && contradictsField(c, value, ctx.today)
            ? 0
            : Math.max(
                scoreSettable(c),
                isTickable(c) && /^(?:yes|no|on|off|true|false|checked|unchecked)$/iu.test(value ?? '')
                  ? 0.97
                  : 0,
              ),
      asField: true,
      kindSaid: value === '' ? 'a field, or a button that clears it, called' : 'a field called',
      acts: (c) => {
        const setting = findSetting(c, wish, ctx.today);
        if (typeof setting === 'string') throw new CannotSet(setting);
        run.expectedValues.set(c.uid, { value: setting.shows, description: describe(c) });
        return [setting.act];
      },
      did: ({ description }, judged) =>
        value === ''
          ? judged.kind === 'already'
            ? `found ${description} empty already`
            : `cleared ${description}`
          : judged.kind === 'already'
            ? `found “${shown(value ?? '', ctx)}” already in ${description}`
            : /choose|select|set|change/u.test(step.verb)
              ? `set ${description} to “${shown(value ?? '', ctx)}”`
              : `typed “${shown(value ?? '', ctx)}” into ${description}`,
      verify: (c, t) => {
        const wanted = run.expectedValues.get(t.uid);
        if (value) c.memory.value = value;
        return wanted ? findMismatch(c.view, t.uid, wanted.value) : null;
      },
      holds: (c) => {
        if (value === null) throw new Missing(c);
        return null;
      },
      // The value of a password field is not visible, so focus counts as success.
      counting: { focus: ctx.view.byUid.get(run.target?.uid ?? '')?.inputType === 'password' },
      otherwise: () =>
        value === null
          ? null
          : (renameInstead(step, target, ctx) ??
            takerInstead(wish, target, ctx) ??
            (CHANGES.test(step.verb)
              ? (openThingFirst(step, ctx) ?? choiceInstead(value, target, ctx) ?? editFirst(ctx))
              : null)),
    },
    ctx,
  ).catch((error: unknown) => {
    if (error instanceof CannotSet) return customList(error.message, target, value ?? '', ctx);
    if (error instanceof Missing) return askValue(error.field, ctx);
    throw error;
  });
}

const ISO_DAY = 10;

/** Formats the value for the report. A computed date is reported as a date. */
function shown(value: string, { last }: Context): string {
  const given = last.at(-1)?.action;
  const text = given?.intent === 'change' ? given.value : given?.intent === 'textInput' ? given.text : '';
  return clip((value.includes(text.slice(0, ISO_DAY)) ? null : readDayInWords(text)) ?? value, 60);
}

/** "the date", "the slider": the only field of that kind, whatever its name. */
function takerInstead(
  wish: { value: string; isoValue?: string | undefined },
  from: Target,
  ctx: Context,
): Move | null {
  const c = ctx.run.pickedUid === null ? findOnlyFieldForValue(wish, from, ctx) : null;
  return c
    ? {
        kind: 'replace',
        steps: [ctx.run.spoken],
        prepare: ([run]) => void (run && ((run.pickedUid = c.uid), (run.usesOnlyPicked = true))),
      }
    : null;
}

const CHANGES = /^(?:set|toggle|switch|change|update|adjust|choose|pick|rename|edit|modify|correct)$/u;

/** A value that cannot be edited yet often has an "Edit" button. */
function editFirst(ctx: Context): Move | null {
  const edit = ground(
    {
      target: createTarget('edit'),
      scoreSuitability: (c) => (isField(c) ? 0 : scoreClickable(c)),
      triedUids: ctx.run.revealedUids,
    },
    ctx.view,
  );
  if (edit.kind !== 'one' || edit.hit.score < 0.93 || ctx.run.revealedUids.size > 0) return null;
  ctx.run.revealedUids.add(edit.hit.candidate.uid);
  return act('reveal', { intent: 'click', uid: edit.hit.candidate.uid });
}

class CannotSet extends Error {}
class Missing extends Error {
  constructor(readonly field: Candidate) {
    super('no value');
  }
}

function askValue(field: Candidate, ctx: Context): Move {
  ctx.run.askedFor = 'value';
  ctx.run.pickedUid = field.uid;
  return {
    kind: 'ask',
    text: `What should I enter in ${describe(field)}?`,
    pending: { kind: 'value', field: 'value' },
  };
}

/** Opens a custom list and chooses from it. */
function customList(why: string, target: Target, value: string, ctx: Context): Move {
  const c = ctx.run.target ? ctx.view.byUid.get(ctx.run.target.uid) : undefined;
  if (c && !isSelect(c) && !isField(c) && opensList(c))
    return {
      kind: 'replace',
      steps: [
        { ...ctx.run.spoken, step: { do: 'choose', value, from: target, target: createTarget(value) } },
      ],
    };
  return fail(why);
}

/** "set the theme to dark", if the theme is a group of buttons or options. */
function choiceInstead(value: string, target: Target, ctx: Context): Move | null {
  const found = ground(
    { target: createTarget(value), scoreSuitability: (c) => (isField(c) ? 0 : scoreClickable(c)) },
    ctx.view,
  );
  const list = ground(
    {
      target,
      scoreSuitability: (c) => (opensList(c) || c.states.expanded !== undefined ? 1 : 0),
      asField: true,
    },
    ctx.view,
  );
  const strong = (g: typeof found): boolean =>
    g.kind === 'one'
      ? g.hit.score >= MIN_FULL_NAME_SCORE
      : g.kind === 'several' && g.hits[0]!.score >= MIN_FULL_NAME_SCORE;
  if (!strong(found) && list.kind !== 'one') return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spoken, step: { do: 'choose', value, from: target, target: createTarget(value) } }],
  };
}
