/**
 * Fills in forms: opens the form if the line creates something, matches each named field, fills it in, asks for
 * required values that are missing, and submits. `submitted.ts` checks whether the page accepted it.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, fold } from '../text.js';
import { enableFieldFirst } from './enable-field.js';
import { askForValueAfterProblem, askForValue, askWhichField } from './ask-about-field.js';
import { readValuesForForm } from '../assign/index.js';
import { searchAndSelectBest } from './search-and-select-best.js';
import { type Fill, type Match, matchFields, adaptToForm, keepDuration } from './fields.js';
import { findBlankFields, findSubmitButton, findForm, findMissingFields } from '../ground/form.js';
import { continuesForm } from './going-on.js';
import { judgeOutcome } from './judge-outcome.js';
import { findKindToChoose, findDisplayedKind } from './entry-kind.js';
import type { MomentText } from '../ground/moment-fields.js';
import { triggerKeyEvent } from './trigger-key-event.js';
import { findRepeatedPassword } from './repeat-password.js';
import {
  OPENED_BY_GENERIC_CONTROL,
  removeTrailingPhrase,
  openCreateForm,
  isFormForKind,
  findExistingCreateForm,
} from './open-create-form.js';
import { findOtherKind } from './other-entry-kind.js';
import { typeAndPressEnter } from './create-by-typing.js';
import { openParentPageFirst } from './open-page-first.js';
import { createInRow } from './row-control.js';
import { findMismatch } from '../ground/control-values.js';
import { findSetting } from './plan-set-action.js';
import { formatList, formatNothingFound } from './messages.js';
import { checkSubmission } from './check-submission.js';
import { hasSuggestions, isSuggestionTaken, takeSuggestion } from './suggestions.js';
import { askForUnplaced } from './unassigned-words.js';
import { closeInterruption, uncover } from './clear-obstruction.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

export async function fillForm(asked: Fill, ctx: Context): Promise<Move> {
  const { run } = ctx;
  const last = ctx.last.at(-1);
  if (last && run.stage === 'submit') return checkSubmission(asked, ctx);
  if (last) {
    const judged = judgeOutcome(last);
    if (judged.kind === 'covered') return uncover(ctx, judged.detail);
    if (judged.kind === 'failed')
      return fail(`I tried ${run.target?.description ?? 'the form'}, but ${judged.detail}`);
    if (judged.kind === 'nothing' && run.stage === 'opening')
      return fail(`I clicked ${run.target!.description}, but I saw no change`);
    if (judged.kind === 'stale' && ++run.retries > 3) return fail(`The form kept changing: ${judged.detail}`);
  }
  if (asked.fields.some((f) => f.uid)) return fillIn(asked, settledMatches(asked, ctx), ctx);
  const first = last ? null : asked.fields.length ? openParentPageFirst(asked, ctx) : createInRow(asked, ctx);
  if (first) return first;
  spreadGiven(ctx);
  const step = adaptToForm(asked, ctx);
  const matches = matchFields(step, ctx);
  const compared = searchAndSelectBest(step, matches, ctx);
  if (compared) return compared;
  const needed = matches.filter((m) => !m.field.optional);
  const lacking = needed.filter((m) => !m.candidate && !m.several.length);
  const opened = run.stage !== '';
  // If a log-in form is already open, its own button does not open it.
  const there =
    step.how === 'enter' && ctx.view.candidates.some((c) => c.visible && c.inputType === 'password');
  const other =
    run.stage === 'opening' && run.pageBefore === OPENED_BY_GENERIC_CONTROL && step.item
      ? findOtherKind(step.item.text, ctx.view)
      : null;
  if (other !== null)
    return fail(
      `I clicked ${run.target!.description}, but it opened the form for a ${other}, not for a ${fold(step.item!.text)}`,
    );
  const whole = last && run.stage === 'opening' ? wholeLine(asked, ctx) : null;
  if (whole) return whole;
  const here =
    step.how === 'create' && !opened && needed.length === 0 ? findExistingCreateForm(step, ctx) : null;
  if (here) {
    run.stage = 'here';
    return askForValue(here, step, ctx);
  }
  if (step.how !== 'fill' && !opened && !there && (lacking.length > 0 || needed.length === 0))
    return openCreateForm(step, ctx);
  if (opened && needed.length === 0 && run.givenValues.size === 0) return afterOpening(step, ctx);
  if (step.how === 'create' && !opened && !isFormForKind(step, needed, ctx))
    return typeAndPressEnter(step, ctx) ?? openCreateForm(step, ctx);
  if (lacking.length) return fail(formatNothingFound(lacking[0]!.field.field.text, [], 'a field called'));
  const unclear = needed.find((m) => m.several.length);
  if (unclear) return askWhichField(unclear, ctx);
  const lost =
    run.expectedValues.size === 0 && run.givenValues.size === 0 ? askForUnplaced(step, matches, ctx) : null;
  return lost ?? fillIn(step, matches, ctx);
}

/** "Name Jonas, email j@x.org, city Basel" in reply to a question about the first field: each field gets its own value. */
function spreadGiven({ run, view, today }: Context): void {
  for (const [key, text] of new Map(run.givenValues)) {
    const asked = key.startsWith('field:') ? view.byUid.get(key.slice('field:'.length)) : undefined;
    const form = asked && findForm(asked, view)?.uid;
    if (!form) continue;
    const fields = (readValuesForForm(text, view, today)?.fields ?? []).filter(({ uid, value }) => {
      const control = uid ? view.byUid.get(uid) : undefined;
      return control && value && findForm(control, view)?.uid === form;
    });
    if (fields.length < 2 && fields[0]?.uid !== asked.uid) continue;
    run.givenValues.delete(key);
    for (const { uid, value } of fields) run.givenValues.set(`field:${uid!}`, value!);
  }
}

/** The form that was opened may explain the whole line better than a grammar did. */
function wholeLine(asked: Fill, { plan, run, view, today }: Context): Move | null {
  if (asked.how !== 'create' || plan.cursor > 0) return null;
  const isSpecific = asked.item !== null && run.pageBefore !== OPENED_BY_GENERIC_CONTROL;
  const read = readValuesForForm(
    plan.line,
    view,
    today,
    [],
    isSpecific ? [removeTrailingPhrase(asked.item!.text)] : [],
  );
  if (!read) return null;
  const step: Fill = { ...read, how: 'create', item: asked.item && withoutValues(asked.item, read) };
  return { kind: 'replace', steps: [{ ...run.spoken, step }], drop: plan.steps.length - 1 };
}

/** "the ticket Rope locker is full" is a ticket. */
function withoutValues(thing: Target, { fields }: Fill): Target {
  const cuts = fields.map((f) => thing.text.indexOf(f.value ?? '')).filter((at) => at > 0);
  return cuts.length ? createTarget(thing.text.slice(0, Math.min(...cuts)).trim()) : thing;
}

/** The fields were decided with the page. After it has changed, they are found again by name. */
const settledMatches = (step: Fill, ctx: Context): Match[] => {
  const found = new Map(step.fields.map((f) => [f, ctx.view.byUid.get(f.uid ?? '')]));
  const again = step.fields.some((f) => !found.get(f)) ? matchFields(step, ctx) : [];
  return step.fields.map((field, i) => {
    const candidate = found.get(field);
    return candidate ? { field, candidate, several: [] } : again[i]!;
  });
};

/** "Create a new project" without details: asks for what the form requires. */
function afterOpening(step: Fill, ctx: Context): Move {
  const { run, view } = ctx;
  const fields = view.candidates.filter(
    (c) => isField(c) && c.visible && (view.isDialogOpen ? view.isInDialog(c) : c.landmark !== 'nav'),
  );
  // A field outside a form is more often a filter or a search field.
  const seed = fields.find((c) => findForm(c, view)) ?? fields[0];
  const form = seed ? findForm(seed, view) : null;
  const first =
    seed && form ? (findMissingFields(form, [], view)[0] ?? findBlankFields(form, view)[0]) : undefined;
  const icon = run.target?.description.includes(' with the icon “') ? run.target.description : null;
  const made = icon ? `clicked ${icon}` : `opened “${clip(run.target?.name ?? 'the form', 60)}”`;
  if (!first || (!view.isDialogOpen && view.observation.url === run.url)) return done(made);
  return askForValue(first, step, ctx);
}

function fillIn(step: Fill, matches: readonly Match[], ctx: Context): Move {
  const { run, view } = ctx;
  const acts: PageAction[] = [];
  const fields: Candidate[] = [];
  const homeless = matches.filter((m) => m.field.optional && !m.candidate);
  const plan = (c: Candidate, wish: MomentText): string | null => {
    const setting = findSetting(c, wish, ctx.today);
    if (typeof setting === 'string') return setting;
    fields.push(c);
    if (isSuggestionTaken(run, c.uid)) return null;
    const typed = run.expectedValues.has(c.uid) ? takeSuggestion(c, wish.value, ctx) : null;
    if (typed) {
      acts.push({ intent: 'click', uid: typed.uid });
      return null;
    }
    const done_ = run.expectedValues.has(c.uid) && findMismatch(ctx.view, c.uid, setting.shows) === null;
    if (!done_ && run.triedUids.has(`${c.uid}:2`)) return findMismatch(ctx.view, c.uid, setting.shows);
    if (!done_) {
      run.triedUids.add(run.triedUids.has(`${c.uid}:1`) ? `${c.uid}:2` : `${c.uid}:1`);
      acts.push(setting.act);
    }
    run.expectedValues.set(c.uid, { value: setting.shows, description: describe(c) });
    return null;
  };
  for (const m of matches) {
    const given = run.givenValues.get(m.field.field.text) ?? m.field.value;
    if (!m.candidate) continue;
    const enable = m.candidate.states.disabled ? enableFieldFirst(m.candidate, ctx) : null;
    if (enable) return enable;
    if (given === null) return askForValue(m.candidate, step, ctx);
    const tail = m.field.field.text === 'title' ? homeless.map((h) => ` in ${h.field.value}`).join('') : '';
    const meant = run.givenValues.has(m.field.field.text) || tail ? undefined : m.field.isoValue;
    const problem = plan(m.candidate, { value: given + tail, isoValue: meant });
    if (problem) return fail(problem);
  }
  const kind = findKindToChoose(step, matches, view);
  const refused = kind && plan(kind.control, { value: kind.value });
  if (refused) return fail(refused);
  for (const [key, value] of run.givenValues) {
    const c = key.startsWith('field:') ? view.byUid.get(key.slice(6)) : undefined;
    const problem = c ? plan(c, { value }) : null;
    if (problem) return askForValueAfterProblem(c!, problem, ctx);
  }
  for (const h of homeless) {
    const lost = `found no field for “${clip(h.field.value ?? '', 60)}”`;
    const titled = matches.some((m) => m.candidate && m.field.field.text === 'title');
    if (!titled && !run.sideActions.includes(lost)) run.sideActions.push(lost);
  }
  const shifted = keepDuration(fields, ctx);
  if (shifted) {
    fields.push(shifted.c);
    run.expectedValues.set(shifted.c.uid, { value: shifted.value, description: describe(shifted.c) });
    run.triedUids.add(`${shifted.c.uid}:1`);
    run.sideActions.push(`set the end to ${shifted.value} so that it comes after the start`);
    acts.push({ intent: 'change', uid: shifted.c.uid, value: shifted.value });
  }
  if (acts.length) {
    const target = fields[0]!;
    rememberTarget(ctx, target, describe(target), getName(target));
    // The suggestions of a field are checked before anything else is done.
    const offering = acts.findIndex((a) => 'uid' in a && a.uid && hasSuggestions(view.byUid.get(a.uid)!));
    const now = offering >= 0 ? acts.slice(0, offering + 1) : acts;
    for (const { uid } of acts.slice(now.length) as { uid: string }[]) {
      run.expectedValues.delete(uid);
      run.triedUids.delete(`${uid}:1`);
    }
    return act('filling', ...(now as [PageAction, ...PageAction[]]));
  }
  const form = fields[0] ? findForm(fields[0], view) : null;
  if (step.how === 'fill' || continuesForm(form, ctx))
    return done(`filled in ${formatList(fields.map((f) => describe(f)))}`);
  const lacks = findMissingFields(form, fields, view).filter((c) => !run.expectedValues.has(c.uid));
  const twice = lacks[0] ? findRepeatedPassword(lacks[0], matches, fields) : null;
  if (lacks[0] && twice !== null) {
    run.givenValues.set(`field:${lacks[0].uid}`, twice);
    return fillIn(step, matches, ctx);
  }
  if (lacks[0]) return askForValue(lacks[0], step, ctx);
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
