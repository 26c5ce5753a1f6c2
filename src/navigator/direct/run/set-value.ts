/** Sets fields: text, native dates and times, lists, checkboxes, sliders. Asks for missing values. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import {
  isField,
  isSearchField,
  isSelect,
  isTickable,
  opensList,
  takesSeveralOptions,
} from '../ground/kinds.js';
import { ENTRY_ROLES } from '../ground/item-controls.js';
import { getName } from '../ground/names.js';
import { formatDayInWords } from '../language/dates.js';
import { createClick, type StepOf, type Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip } from '../text.js';
import { typeOtherText } from './type-other-text.js';
import { useElement } from './use-element.js';
import { submitAfterwards, openEntryFirst } from './open-entry-first.js';
import { resolvePronoun } from './resolve-pronoun.js';
import { contradictsField, describeMismatch, scoreSettable } from '../ground/control-values.js';
import { planSetAction } from './plan-set-action.js';
import { renameByDoubleClick } from './rename.js';
import { chooseInGroup, setChoiceGroup } from './set-choice-group.js';
import { setRange } from './set-range.js';
import { pickSuggestion } from './suggestions.js';
import { stepToValue } from './stepper.js';
import { findOnlyFieldForValue } from './field-by-value-kind.js';
import { act, fail, type Context, type Move } from './types.js';

type SetStep = StepOf<'set'>;

interface RequestedValue {
  value: string;
  isoValue?: string | undefined;
}

/** Returns the field to use if the line names none: the last one used, the focused one, or the only one. */
function findImpliedField(ctx: Context): Candidate | null {
  const { view, memory } = ctx;
  const fields = view.candidates.filter(
    (c) => c.visible && isField(c) && !c.states.disabled && !c.states.readonly,
  );
  const focusedField = fields.find((c) => c.states.focused);
  const lastField = memory.lastTarget ? fields.find((c) => c.uid === memory.lastTarget!.uid) : undefined;
  if (lastField ?? focusedField) return lastField ?? focusedField ?? null;
  const dialogFields = view.isDialogOpen ? fields.filter((c) => view.isInDialog(c)) : [];
  if (dialogFields.length === 1) return dialogFields[0]!;
  const contentFields = fields.filter((c) => !isSearchField(c));
  return fields.length === 1 ? fields[0]! : contentFields.length === 1 ? contentFields[0]! : null;
}

function resolveTarget(step: SetStep, ctx: Context): Target | null {
  if (step.target) return resolvePronoun(step.target, ctx);
  const field = ctx.run.pickedUid ? ctx.view.byUid.get(ctx.run.pickedUid) : findImpliedField(ctx);
  if (!field) return null;
  ctx.run.pickedUid = field.uid;
  return createTarget(getName(field) || 'field');
}

export const setValue = async (step: SetStep, ctx: Context): Promise<Move> =>
  submitAfterwards(await setField(step, ctx), ctx);

async function setField(step: SetStep, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const stepperMove = stepToValue(step, ctx);
  if (stepperMove) return stepperMove;
  const otherTextMove = typeOtherText(ctx, false);
  if (otherTextMove) return otherTextMove;
  // "Make it high priority" names both the value and the group “Priority”.
  const namedGroupMove =
    step.value && run.stage === '' && (!step.target || step.target.pronoun)
      ? chooseInGroup(step.value, ctx)
      : null;
  if (namedGroupMove) return namedGroupMove;
  const target = resolveTarget(step, ctx);
  if (!target) {
    const givenField = run.givenValues.get('field');
    if (givenField)
      return {
        kind: 'replace',
        steps: [{ ...run.spokenStep, step: { ...step, target: createTarget(givenField) } }],
      };
    run.askedValueKey = 'field';
    return {
      kind: 'ask',
      text: step.value
        ? `Into which field should I type “${clip(step.value, 60)}”?`
        : `Which field should I ${step.value === '' ? 'clear' : 'fill in'}?`,
      openQuestion: { kind: 'value', field: 'field' },
    };
  }
  const rangeMove = setRange(step, target, ctx);
  if (rangeMove) return rangeMove;
  const value = step.value ?? run.givenValues.get('value') ?? null;
  const groupMove =
    value && run.stage === '' && !run.pickedUid ? setChoiceGroup(target.text, value, ctx) : null;
  if (groupMove) return groupMove;
  const field = run.stage === 'act' && run.target ? ctx.view.byUid.get(run.target.uid) : undefined;
  const suggestion = field && ctx.recentActions.length ? pickSuggestion(field, value ?? '', ctx) : null;
  if (suggestion) return act('act', { intent: 'click', uid: suggestion.uid });
  const requestedValue = { value: value ?? '', isoValue: step.value === null ? undefined : step.isoValue };
  return useElement(
    {
      target,
      scoreSuitability: (c) =>
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
      notFoundPrefix: value === '' ? 'a field, or a button that clears it, called' : 'a field called',
      createActions: (c) => {
        const setAction = planSetAction(c, requestedValue, ctx.today, /^(?:type|key|write)/u.test(step.verb));
        if (typeof setAction === 'string') throw new CannotSetError(setAction);
        run.expectedValues.set(c.uid, { value: setAction.expectedValue, description: describe(c) });
        const { action } = setAction;
        // "Set the topics to music" deselects other topics; "add music to the topics" does not.
        const replacesOthers = takesSeveralOptions(c) && /^(?:set|change)$/u.test(step.verb);
        return [action.intent === 'change' && replacesOthers ? { ...action, among: 'only' } : action];
      },
      describeDone: ({ description }, judgement) =>
        value === ''
          ? judgement.kind === 'already'
            ? `found ${description} empty already`
            : `cleared ${description}`
          : judgement.kind === 'already'
            ? `found “${formatValue(value ?? '', ctx)}” already in ${description}`
            : step.verb === 'add'
              ? `added “${clip(value ?? '', 60)}” to ${description}`
              : /choose|select|set|change/u.test(step.verb) || / list$/u.test(description)
                ? `set ${description} to “${formatValue(value ?? '', ctx)}”`
                : `typed “${formatValue(value ?? '', ctx)}” into ${description}`,
      verify: ({ view, memory }, { uid }) => {
        const expectedField = run.expectedValues.get(uid);
        if (value && view.byUid.get(uid)?.inputType !== 'password')
          memory.lastValue = { text: value, isAnswer: false };
        return expectedField ? describeMismatch(view, uid, expectedField.value) : null;
      },
      reportAlreadyDone: (c) => {
        if (value === null) throw new MissingValueError(c);
        return null;
      },
      // The value of a password field is not visible, so focus counts as success.
      extraSuccess: { allowFocus: ctx.view.byUid.get(run.target?.uid ?? '')?.inputType === 'password' },
      tryFallbacks: () =>
        value === null
          ? null
          : (renameByDoubleClick(step, target, ctx) ??
            useOnlyFieldForValue(requestedValue, target, ctx) ??
            (CHANGE_VERB.test(step.verb)
              ? (openEntryFirst(step, ctx) ??
                chooseInsteadOfSetting(requestedValue, target, ctx) ??
                clickEditFirst(target, ctx))
              : null)),
    },
    ctx,
  ).catch((error: unknown) => {
    if (error instanceof CannotSetError)
      return chooseFromCustomList(error.message, target, requestedValue, ctx);
    if (error instanceof MissingValueError) return askForValue(error.field, ctx);
    throw error;
  });
}

const ISO_DATE_LENGTH = 10;

/** Formats the value for the report. For a relative date such as "tomorrow", formats the date that was entered. */
function formatValue(value: string, { recentActions }: Context): string {
  const action = recentActions.at(-1)?.action;
  const text = action?.intent === 'change' ? action.value : action?.intent === 'textInput' ? action.text : '';
  return clip((value.includes(text.slice(0, ISO_DATE_LENGTH)) ? null : formatDayInWords(text)) ?? value, 60);
}

/** For "the date" or "the slider", uses the only field of that kind, even if its name does not match. */
function useOnlyFieldForValue(requestedValue: RequestedValue, from: Target, ctx: Context): Move | null {
  const c = ctx.run.pickedUid === null ? findOnlyFieldForValue(requestedValue, from, ctx) : null;
  return c
    ? {
        kind: 'replace',
        steps: [ctx.run.spokenStep],
        prepare: ([run]) => void (run && ((run.pickedUid = c.uid), (run.usesOnlyPicked = true))),
      }
    : null;
}

const CHANGE_VERB = /^(?:set|toggle|switch|change|update|adjust|choose|pick|rename|edit|modify|correct)$/u;

const MIN_EDIT_SCORE = 0.93;

/** Clicks “Edit title” or “Edit”, so that the value can be edited. Ignores the “Edit” of a list entry. */
function clickEditFirst(target: Target, { run, view }: Context): Move | null {
  if (run.revealedUids.size > 0 || target.pronoun) return null;
  const isInEntry = (c: Candidate): boolean => view.getAncestors(c).some(({ role }) => ENTRY_ROLES.has(role));
  for (const name of [`edit ${target.text}`, 'edit']) {
    const grounding = ground(
      {
        target: createTarget(name),
        scoreSuitability: (c) => (isField(c) || (name === 'edit' && isInEntry(c)) ? 0 : scoreClickable(c)),
      },
      view,
    );
    if (grounding.kind !== 'one' || grounding.hit.score < MIN_EDIT_SCORE) continue;
    run.revealedUids.add(grounding.hit.candidate.uid);
    return act('reveal', { intent: 'click', uid: grounding.hit.candidate.uid });
  }
  return null;
}

class CannotSetError extends Error {}
class MissingValueError extends Error {
  constructor(readonly field: Candidate) {
    super('no value');
  }
}

function askForValue(field: Candidate, ctx: Context): Move {
  ctx.run.askedValueKey = 'value';
  ctx.run.pickedUid = field.uid;
  return {
    kind: 'ask',
    text: `What should I enter in ${describe(field)}?`,
    openQuestion: { kind: 'value', field: 'value' },
  };
}

/** Opens a custom list and chooses from it. */
function chooseFromCustomList(
  reason: string,
  target: Target,
  requestedValue: RequestedValue,
  ctx: Context,
): Move {
  const c = ctx.run.target ? ctx.view.byUid.get(ctx.run.target.uid) : undefined;
  const isListButton = c && !isSelect(c) && !isField(c) && opensList(c);
  // For "clear the due date", the calendar or list that the button opens may have a button “Clear”.
  if (isListButton && requestedValue.value === '') {
    const { clause } = ctx.run.spokenStep;
    return {
      kind: 'replace',
      steps: [getName(c), 'clear'].map((name) => ({
        clause,
        step: createClick('click', createTarget(name)),
      })),
      prepare: ([first]) => void (first && (first.pickedUid = c.uid)),
    };
  }
  return isListButton
    ? { kind: 'replace', steps: [{ ...ctx.run.spokenStep, step: createChooseStep(requestedValue, target) }] }
    : fail(reason);
}

const createChooseStep = ({ value, isoValue }: RequestedValue, from: Target): StepOf<'choose'> => ({
  do: 'choose',
  value,
  from,
  target: createTarget(value),
  ...(isoValue === undefined ? {} : { isoValue }),
});

/** For "set the theme to dark", chooses “dark” if the theme is a group of buttons or options. */
function chooseInsteadOfSetting(requestedValue: RequestedValue, target: Target, ctx: Context): Move | null {
  const { value } = requestedValue;
  if (value === '') return null;
  const valueGrounding = ground(
    { target: createTarget(value), scoreSuitability: (c) => (isField(c) ? 0 : scoreClickable(c)) },
    ctx.view,
  );
  const listGrounding = ground(
    {
      target,
      scoreSuitability: (c) => (opensList(c) || c.states.expanded !== undefined ? 1 : 0),
      asField: true,
    },
    ctx.view,
  );
  const isFullNameMatch = (grounding: typeof valueGrounding): boolean =>
    grounding.kind === 'one'
      ? grounding.hit.score >= MIN_FULL_NAME_SCORE
      : grounding.kind === 'several' && grounding.hits[0]!.score >= MIN_FULL_NAME_SCORE;
  if (!isFullNameMatch(valueGrounding) && listGrounding.kind !== 'one') return null;
  return {
    kind: 'replace',
    steps: [{ ...ctx.run.spokenStep, step: createChooseStep(requestedValue, target) }],
  };
}
