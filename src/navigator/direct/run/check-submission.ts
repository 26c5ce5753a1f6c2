/** Checks whether the page accepted a form after its submit button was pressed. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isNativeValue, isSelect, isTickable } from '../ground/kinds.js';
import { scoreAgreement, clip, fold } from '../text.js';
import { askForValueAgain } from './ask-field.js';
import type { FillStep } from './match-form-fields.js';
import { findForm, isControl, isEmpty } from '../ground/form.js';
import { rememberSubmission } from './submit-form-once.js';
import { judgeOutcome, hasChangedPage } from './judge-outcome.js';
import { findMismatch } from '../ground/control-values.js';
import { formatList } from './messages.js';
import { findValidationError, findNewError } from './error-messages.js';
import { uncover } from './clear-obstruction.js';
import { act, done, fail, type Context, type Move } from './types.js';

/** Reports what was submitted, asks for a value that the page rejected, or reports the failure. */
export function checkSubmission(step: FillStep, ctx: Context): Move {
  const { run, view } = ctx;
  const judgement = judgeOutcome(ctx.recentActions.at(-1)!);
  const button = run.target!.description;
  if (judgement.kind === 'covered') {
    run.stage = 'filling';
    return uncover(ctx, judgement.detail);
  }
  if (judgement.kind === 'stale' && ++run.retryCount <= 2) {
    run.stage = 'filling';
    return act('submit', { intent: 'click', uid: run.target!.uid });
  }
  const validationError = judgement.kind === 'nothing' ? findValidationError(ctx) : null;
  if (
    validationError &&
    isEmpty(validationError.field) &&
    !run.givenValues.has(`field:${validationError.field.uid}`)
  )
    return askForValueAgain(validationError.field, `I clicked ${button}, but ${validationError.text}`, ctx);
  if (validationError) return fail(`I filled in the form and clicked ${button}, but ${validationError.text}`);
  if (judgement.kind !== 'ok')
    return fail(
      `I filled in the form and clicked ${button}, but ${'detail' in judgement ? judgement.detail : 'I saw no change'}`,
    );
  const remainingFields = [...run.expectedValues.keys()]
    .map((uid) => view.byUid.get(uid))
    .filter((c): c is Candidate => c !== undefined && c.visible);
  const invalidFields = remainingFields.length
    ? view.candidates.filter(
        (c) =>
          c.states.invalid &&
          c.visible &&
          findForm(c, view)?.uid === findForm(remainingFields[0]!, view)?.uid,
      )
    : [];
  // A newly loaded page may show the same form again, whether or not the form was accepted.
  const reloadedFields = remainingFields.length
    ? []
    : findFieldsByDescription(
        [...run.expectedValues.values()].map(({ description }) => description),
        ctx,
      );
  const anchorField = remainingFields[0] ?? reloadedFields[0];
  const form = anchorField ? findForm(anchorField, view) : null;
  const errorText = anchorField || hasChangedPage(ctx.recentActions.at(-1)!) ? findNewError(ctx, form) : null;
  const errorField = errorText && anchorField ? findMentionedField(errorText, form, ctx) : undefined;
  if (errorText && errorField)
    return askForValueAgain(errorField, `The page says “${clip(errorText, 120).replace(/[.]$/u, '')}”`, ctx);
  if (errorText)
    return fail(`I filled in the form and clicked ${button}, but the page says “${clip(errorText, 160)}”`);
  const emptyField = remainingFields.length
    ? invalidFields.find(
        (c) => isEmpty(c) && (isField(c) || isNativeValue(c)) && !run.givenValues.has(`field:${c.uid}`),
      )
    : undefined;
  if (emptyField) return askForValueAgain(emptyField, `The form needs ${describe(emptyField)}`, ctx);
  if (invalidFields.length && remainingFields.length)
    return fail(
      `I filled in the form and clicked ${button}, but the page rejected ${formatList(invalidFields.map((c) => describe(c)))}`,
    );
  if (
    remainingFields.length &&
    remainingFields.every(
      (c) => findMismatch(ctx.view, c.uid, run.expectedValues.get(c.uid)!.value) === null && !isTickable(c),
    ) &&
    view.isDialogOpen
  )
    return fail(`I filled in the form and clicked ${button}, but the form is still open`);
  const title =
    step.fields.find((f) => f.isTitle || /^(?:title|name)$/iu.test(f.field.text))?.value ??
    [...run.givenValues.values()][0] ??
    '';
  const isTitleShown =
    title !== '' &&
    view.observation.candidates.some((c) => fold(c.text).includes(fold(title)) && !isField(c));
  const titlePhrase = title ? ` “${clip(title, 60)}”` : '';
  if (step.how === 'run') return done(`ran the ${fold(step.item?.text ?? 'query')} with ${button}`);
  const sideActionPhrase = run.sideActions.length ? `${run.sideActions.join(', ')} and ` : '';
  rememberSubmission(ctx, button);
  // "Open it" means what was created, not the button that created it.
  if (step.how === 'create' && title) ctx.memory.lastTarget = { uid: '', name: title };
  if (step.how === 'create' && (isTitleShown || !(remainingFields.length || reloadedFields.length)))
    return done(
      run.createdKind || !title
        ? `${sideActionPhrase}created the ${run.createdKind || 'entry'}${titlePhrase}`
        : `${sideActionPhrase}created${titlePhrase} with ${button}`,
    );
  if (run.hasReportedFields) return done(`${sideActionPhrase}clicked ${button}`);
  if (step.how === 'save') {
    if (hasChangedPage(ctx.recentActions.at(-1)!)) run.stage = 'moved';
    // A password is not repeated.
    const values = step.fields.map((f) =>
      run.expectedValues.get(f.uid ?? '')?.value === ''
        ? `${f.field.text} to the given value`
        : `${f.field.text} to “${clip(f.value ?? '', 60)}”`,
    );
    const rowPhrase = step.row ? ` in the row of “${clip(step.row, 60)}”` : '';
    return done(`${sideActionPhrase}set ${formatList(values)}${rowPhrase} and clicked ${button}`);
  }
  return done(
    `${sideActionPhrase}filled in ${formatList([...run.expectedValues.values()].map((expected) => expected.description))} and clicked ${button}`,
  );
}

/** Finds fields by the descriptions that they had before the page was reloaded. */
const findFieldsByDescription = (descriptions: readonly string[], { view }: Context): Candidate[] =>
  view.candidates.filter((c) => c.visible && isControl(c) && descriptions.includes(describe(c)));

/** Returns the field that an error message mentions. Prefers an empty field that was not filled in. */
function findMentionedField(
  errorText: string,
  form: Candidate | null,
  { run, view }: Context,
): Candidate | undefined {
  const mentionedFields = view.candidates.filter(
    (c) =>
      c.visible &&
      (isField(c) || isNativeValue(c) || isSelect(c)) &&
      c.name &&
      !run.givenValues.has(`field:${c.uid}`) &&
      scoreAgreement(c.name, errorText).coverage >= 0.95 &&
      findForm(c, view)?.uid === form?.uid,
  );
  const filledDescriptions = new Set([...run.expectedValues.values()].map(({ description }) => description));
  return (
    mentionedFields.find((c) => isEmpty(c) && !filledDescriptions.has(describe(c))) ??
    mentionedFields.find(isEmpty) ??
    mentionedFields[0]
  );
}
