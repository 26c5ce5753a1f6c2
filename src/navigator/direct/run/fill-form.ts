/**
 * Fills in forms: opens the form if the line creates something, matches each named field, fills it in, asks for
 * required values that are missing, and submits. `check-submission.ts` checks whether the page accepted it.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, fold, toSentence } from '../text.js';
import { enableFieldFirst } from './enable-field.js';
import { askForValueAfterProblem, askForValue, askWhichField } from './ask-about-field.js';
import { readValuesForForm } from '../assign/index.js';
import { searchAndSelectBest } from './search-and-select-best.js';
import {
  type FillStep,
  type FieldMatch,
  matchFields,
  joinDateAndTime,
  keepDuration,
} from './match-form-fields.js';
import { findBlankFields, findSubmitButton, findForm, findMissingFields } from '../ground/form.js';
import { isSubmittedLater } from './submit-form-once.js';
import { judgeOutcome } from './judge-outcome.js';
import { findKindToChoose, findDisplayedKind } from './entry-kind.js';
import type { MomentText } from '../ground/moment-fields.js';
import { triggerKeyEvent } from './trigger-key-event.js';
import { findRepeatedPassword } from './repeat-password.js';
import {
  OPENED_BY_GENERIC_CONTROL,
  openCreateForm,
  isFormForKind,
  findExistingCreateForm,
} from './open-create-form.js';
import { findOtherKind } from './other-entry-kind.js';
import { typeAndPressEnter } from './create-by-typing.js';
import { openParentPageFirst } from './open-page-first.js';
import { pressInsteadOfCreating } from './row-control.js';
import { pressBookingControl, setFieldNamedLikeVerb } from './book-or-set.js';
import { describeMismatch } from '../ground/control-values.js';
import { planSetAction } from './plan-set-action.js';
import { formatFilledIn, formatList, formatNothingFound } from './messages.js';
import { checkSubmission } from './check-submission.js';
import { hasSuggestions, hasPickedSuggestion, pickSuggestion } from './suggestions.js';
import { typeOtherText } from './type-other-text.js';
import { askAboutUnassignedWords } from './unassigned-words.js';
import { closeInterruption, uncoverElement } from './clear-obstruction.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

export async function fillForm(requestedStep: FillStep, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const lastAction = ctx.recentActions.at(-1);
  if (lastAction && run.stage === 'submit') return checkSubmission(requestedStep, ctx);
  const otherTextMove = typeOtherText(ctx, true);
  if (otherTextMove) return otherTextMove;
  if (lastAction) {
    const judgement = judgeOutcome(lastAction);
    if (judgement.kind === 'covered') return uncoverElement(ctx, judgement.detail);
    if (judgement.kind === 'failed')
      return fail(`I tried ${run.target?.description ?? 'the form'}, but ${judgement.detail}`);
    if (judgement.kind === 'nothing' && run.stage === 'opening')
      return fail(`I clicked ${run.target!.description}, but I saw no change`);
    if (judgement.kind === 'stale' && ++run.retryCount > 3)
      return fail(`The form kept changing: ${judgement.detail}`);
  }
  if (requestedStep.fields.some((f) => f.uid))
    return fillIn(requestedStep, restoreMatches(requestedStep, ctx), ctx);
  const preparatoryMove = lastAction
    ? null
    : (setFieldNamedLikeVerb(requestedStep, ctx) ??
      pressBookingControl(requestedStep, ctx) ??
      (requestedStep.fields.length
        ? openParentPageFirst(requestedStep, ctx)
        : pressInsteadOfCreating(requestedStep, ctx)));
  if (preparatoryMove) return preparatoryMove;
  splitGivenValues(ctx);
  const step = joinDateAndTime(requestedStep, ctx);
  const matches = matchFields(step, ctx);
  const comparisonMove = searchAndSelectBest(step, matches, ctx);
  if (comparisonMove) return comparisonMove;
  const requiredMatches = matches.filter((m) => !m.field.optional);
  const unmatchedFields = requiredMatches.filter((m) => !m.candidate && !m.ambiguousCandidates.length);
  const hasOpenedForm = run.stage !== '';
  // If a login form is already open, its button submits it, so the form need not be opened first.
  const isLoginFormOpen =
    step.kind === 'enter' && ctx.view.candidates.some((c) => c.visible && c.inputType === 'password');
  const otherKind =
    run.stage === 'opening' && run.handlerState === OPENED_BY_GENERIC_CONTROL && step.item
      ? findOtherKind(step.item.text, ctx.view)
      : null;
  if (otherKind !== null)
    return fail(
      `I clicked ${run.target!.description}, but it opened the form for a ${otherKind}, not for a ${fold(step.item!.text)}`,
    );
  const wholeLineMove = lastAction && run.stage === 'opening' ? rereadWholeLine(requestedStep, ctx) : null;
  if (wholeLineMove) return wholeLineMove;
  const firstField =
    step.kind === 'create' && !hasOpenedForm && requiredMatches.length === 0
      ? findExistingCreateForm(step, ctx)
      : null;
  if (firstField) {
    run.stage = 'here';
    return askForValue(firstField, step, ctx);
  }
  if (
    step.kind !== 'fill' &&
    !hasOpenedForm &&
    !isLoginFormOpen &&
    (unmatchedFields.length > 0 || requiredMatches.length === 0)
  )
    return openCreateForm(step, ctx);
  if (hasOpenedForm && requiredMatches.length === 0 && run.givenValues.size === 0)
    return continueAfterOpening(step, ctx);
  if (step.kind === 'create' && !hasOpenedForm && !isFormForKind(step, requiredMatches, ctx))
    return typeAndPressEnter(step, ctx) ?? openCreateForm(step, ctx);
  if (unmatchedFields.length)
    return fail(formatNothingFound(unmatchedFields[0]!.field.field.text, [], 'a field called'));
  const ambiguousMatch = requiredMatches.find((m) => m.ambiguousCandidates.length);
  if (ambiguousMatch) return askWhichField(ambiguousMatch, ctx);
  const unassignedWordsQuestion =
    run.expectedValues.size === 0 && run.givenValues.size === 0
      ? askAboutUnassignedWords(step, matches, ctx)
      : null;
  return unassignedWordsQuestion ?? fillIn(step, matches, ctx);
}

/** Splits a reply to a question about one field if it gives several values: "Name Jonas, email j@x.org, city Basel". */
function splitGivenValues({ run, view, today }: Context): void {
  for (const [key, text] of new Map(run.givenValues)) {
    const askedField = key.startsWith('field:') ? view.byUid.get(key.slice('field:'.length)) : undefined;
    const formUid = askedField && findForm(askedField, view)?.uid;
    if (!formUid) continue;
    const fields = (readValuesForForm(text, view, today)?.fields ?? []).filter(({ uid, value }) => {
      const control = uid ? view.byUid.get(uid) : undefined;
      return control && value && findForm(control, view)?.uid === formUid;
    });
    if (fields.length < 2 && fields[0]?.uid !== askedField.uid) continue;
    run.givenValues.delete(key);
    for (const { uid, value } of fields) run.givenValues.set(`field:${uid!}`, value!);
  }
}

/**
 * Parses the whole line again with the labels of the opened form, which may explain it better than the grammar alone.
 */
function rereadWholeLine(requestedStep: FillStep, { plan, run, view, today }: Context): Move | null {
  if (requestedStep.kind !== 'create' || plan.cursor > 0) return null;
  const lineStep = readValuesForForm(plan.line, view, today, [], true);
  if (!lineStep) return null;
  const step: FillStep = {
    ...lineStep,
    kind: 'create',
    item: requestedStep.item && removeValues(requestedStep.item, lineStep),
  };
  return { kind: 'replace', steps: [{ ...run.spokenStep, step }], droppedStepCount: plan.steps.length - 1 };
}

/** Removes the fields' values from an item's phrase: "the ticket Rope locker is full" becomes "the ticket". */
function removeValues(item: Target, { fields }: FillStep): Target {
  const valueIndexes = fields.map((f) => item.text.indexOf(f.value ?? '')).filter((at) => at > 0);
  return valueIndexes.length ? createTarget(item.text.slice(0, Math.min(...valueIndexes)).trim()) : item;
}

/**
 * Returns the controls that the parser already matched by label. If the page has replaced one, finds it by name again.
 */
const restoreMatches = (step: FillStep, ctx: Context): FieldMatch[] => {
  const candidateByField = new Map(step.fields.map((f) => [f, ctx.view.byUid.get(f.uid ?? '')]));
  const newMatches = step.fields.some((f) => !candidateByField.get(f)) ? matchFields(step, ctx) : [];
  return step.fields.map((field, i) => {
    const candidate = candidateByField.get(field);
    return candidate ? { field, candidate, ambiguousCandidates: [] } : newMatches[i]!;
  });
};

/** After "create a new project" without details, asks for the first required value of the opened form. */
function continueAfterOpening(step: FillStep, ctx: Context): Move {
  const { run, view } = ctx;
  const fields = view.candidates.filter(
    (c) => isField(c) && c.visible && (view.isDialogOpen ? view.isInDialog(c) : c.landmark !== 'nav'),
  );
  // A field outside a form is more often a filter or a search field.
  const anchorField = fields.find((c) => findForm(c, view)) ?? fields[0];
  const form = anchorField ? findForm(anchorField, view) : null;
  const firstField =
    anchorField && form
      ? (findMissingFields(form, [], view)[0] ?? findBlankFields(form, view)[0])
      : undefined;
  const hasOpened = view.isDialogOpen || view.observation.url !== run.startUrl;
  const iconDescription = run.target?.description.includes(' with the icon “')
    ? run.target.description
    : null;
  const donePhrase = iconDescription
    ? `clicked ${iconDescription}`
    : `${hasOpened ? 'opened' : 'clicked'} “${clip(run.target?.name ?? 'the form', 60)}”`;
  if (!firstField || !hasOpened) return done(donePhrase);
  return askForValue(firstField, step, ctx);
}

/** Fills in the fields that are not set yet. Once all are set, asks for a missing value or submits the form. */
function fillIn(step: FillStep, matches: readonly FieldMatch[], ctx: Context): Move {
  const { run, view } = ctx;
  const actions: PageAction[] = [];
  const fields: Candidate[] = [];
  const unplacedMatches = matches.filter((m) => m.field.optional && !m.candidate);
  // Adds the action that sets the field, if it is not set yet. Returns the reason if the field cannot take the value.
  const planValue = (c: Candidate, momentText: MomentText): string | null => {
    const setAction = planSetAction(c, momentText, ctx.today);
    if (typeof setAction === 'string') return setAction;
    fields.push(c);
    if (hasPickedSuggestion(run, c.uid)) return null;
    const suggestion = run.expectedValues.has(c.uid) ? pickSuggestion(c, momentText.value, ctx) : null;
    if (suggestion) {
      actions.push({ intent: 'click', uid: suggestion.uid });
      return null;
    }
    const isSet =
      run.expectedValues.has(c.uid) && describeMismatch(ctx.view, c.uid, setAction.expectedValue) === null;
    if (!isSet && run.triedUids.has(`${c.uid}:2`))
      return describeMismatch(ctx.view, c.uid, setAction.expectedValue);
    if (!isSet) {
      run.triedUids.add(run.triedUids.has(`${c.uid}:1`) ? `${c.uid}:2` : `${c.uid}:1`);
      actions.push(setAction.action);
    }
    run.expectedValues.set(c.uid, { value: setAction.expectedValue, description: describe(c) });
    return null;
  };
  for (const m of matches) {
    const givenValue = run.givenValues.get(m.field.field.text) ?? m.field.value;
    if (!m.candidate) continue;
    const enableMove = m.candidate.states.disabled ? enableFieldFirst(m.candidate, ctx) : null;
    if (enableMove) return enableMove;
    if (givenValue === null) return askForValue(m.candidate, step, ctx);
    const titleSuffix =
      m.field.field.text === 'title'
        ? unplacedMatches.map((match) => ` in ${match.field.value}`).join('')
        : '';
    const isoValue = run.givenValues.has(m.field.field.text) || titleSuffix ? undefined : m.field.isoValue;
    const problem = planValue(m.candidate, { value: givenValue + titleSuffix, isoValue });
    if (problem) return fail(problem);
  }
  const kindChoice = findKindToChoose(step, matches, view);
  const kindProblem = kindChoice && planValue(kindChoice.control, { value: kindChoice.value });
  if (kindProblem) return fail(kindProblem);
  for (const [key, value] of run.givenValues) {
    const c = key.startsWith('field:') ? view.byUid.get(key.slice(6)) : undefined;
    const problem = c ? planValue(c, { value }) : null;
    if (problem) return askForValueAfterProblem(c!, problem, ctx);
  }
  for (const match of unplacedMatches) {
    const note = `found no field for “${clip(match.field.value ?? '', 60)}”`;
    const hasTitleField = matches.some((m) => m.candidate && m.field.field.text === 'title');
    if (!hasTitleField && !run.sideActions.includes(note)) run.sideActions.push(note);
  }
  const movedEnd = keepDuration(fields, ctx);
  if (movedEnd) {
    fields.push(movedEnd.candidate);
    run.expectedValues.set(movedEnd.candidate.uid, {
      value: movedEnd.value,
      description: describe(movedEnd.candidate),
    });
    run.triedUids.add(`${movedEnd.candidate.uid}:1`);
    run.sideActions.push(`set the end to ${movedEnd.value} so that it comes after the start`);
    actions.push({ intent: 'change', uid: movedEnd.candidate.uid, value: movedEnd.value });
  }
  if (actions.length) {
    const firstField = fields[0]!;
    rememberTarget(ctx, firstField, describe(firstField), getName(firstField));
    // A field with suggestions comes last: its suggestions must be checked before the next action.
    const suggestionIndex = actions.findIndex(
      (a) => 'uid' in a && a.uid && hasSuggestions(view.byUid.get(a.uid)!),
    );
    const nextActions = suggestionIndex >= 0 ? actions.slice(0, suggestionIndex + 1) : actions;
    for (const { uid } of actions.slice(nextActions.length) as { uid: string }[]) {
      run.expectedValues.delete(uid);
      run.triedUids.delete(`${uid}:1`);
    }
    return act('filling', ...(nextActions as [PageAction, ...PageAction[]]));
  }
  const form = fields[0] ? findForm(fields[0], view) : null;
  const filledInPhrase = formatFilledIn(
    fields.map((f) => ({
      ...(run.expectedValues.get(f.uid) ?? { value: '', description: describe(f) }),
      isEmptied: step.fields.some(({ uid, value }) => uid === f.uid && value === ''),
    })),
  );
  if (step.unplaced)
    return {
      kind: 'ask',
      text: `${toSentence(filledInPhrase)} I don't know which field “${clip(step.unplaced, 60)}” is for. Please name the field.`,
      openQuestion: { kind: 'what' },
    };
  if (step.kind === 'fill' || isSubmittedLater(form, ctx)) return done(filledInPhrase);
  const missingFields = findMissingFields(form, fields, view).filter((c) => !run.expectedValues.has(c.uid));
  const repeatedPassword = missingFields[0] ? findRepeatedPassword(missingFields[0], matches, fields) : null;
  if (missingFields[0] && repeatedPassword !== null) {
    run.givenValues.set(`field:${missingFields[0].uid}`, repeatedPassword);
    return fillIn(step, matches, ctx);
  }
  if (missingFields[0]) return askForValue(missingFields[0], step, ctx);
  const button =
    (step.button && view.byUid.get(step.button)) ||
    findSubmitButton(form, fields, step.item?.text ?? '', view);
  if (!button)
    return fail(
      `I filled in ${formatList(fields.map((f) => describe(f)))}, but I can't find a button to submit the form`,
    );
  if (fields[0]) run.createdKind = findDisplayedKind(step, fields[0], ctx);
  rememberTarget(ctx, button, describe(button), getName(button));
  if (button.states.disabled)
    return (
      triggerKeyEvent(ctx) ??
      closeInterruption(ctx) ??
      fail(`I filled in ${formatList(fields.map((f) => describe(f)))}, but ${describe(button)} is disabled`)
    );
  return act('submit', { intent: 'click', uid: button.uid });
}
