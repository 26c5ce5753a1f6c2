/** Checks whether the page accepted a form after its submit button was pressed. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isNativeValueField, isSelect, isTickable } from '../ground/kinds.js';
import { scoreAgreement, clip, fold } from '../text.js';
import { askForValueAfterProblem } from './ask-about-field.js';
import type { FillStep } from './match-form-fields.js';
import { findForm, isControl, isEmpty } from '../ground/form.js';
import { rememberSubmission } from './submit-form-once.js';
import { judgeOutcome, hasChangedPage } from './judge-outcome.js';
import { describeMismatch } from '../ground/control-values.js';
import { formatFilledIn, formatList } from './messages.js';
import { findValidationError, findNewError } from './error-messages.js';
import { uncoverElement } from './clear-obstruction.js';
import { act, done, fail, type Context, type Move } from './types.js';

/** Reports success, asks for a value that the page rejected or lacks, or fails. */
export function checkSubmission(step: FillStep, ctx: Context): Move {
  const { run, view } = ctx;
  const judgement = judgeOutcome(ctx.recentActions.at(-1)!);
  const buttonDescription = run.target!.description;
  if (judgement.kind === 'covered') {
    run.stage = 'filling';
    return uncoverElement(ctx, judgement.detail);
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
    return askForValueAfterProblem(
      validationError.field,
      `I clicked ${buttonDescription}, but ${validationError.text}`,
      ctx,
    );
  if (validationError)
    return fail(`I filled in the form and clicked ${buttonDescription}, but ${validationError.text}`);
  if (judgement.kind !== 'ok')
    return fail(
      `I filled in the form and clicked ${buttonDescription}, but ${'detail' in judgement ? judgement.detail : 'I saw no change'}`,
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
  // If a newly loaded page shows the same form, that alone does not say whether the form was accepted or rejected.
  const recreatedFields = remainingFields.length
    ? []
    : findFieldsByDescription(
        [...run.expectedValues.values()].map(({ description }) => description),
        ctx,
      );
  const formField = remainingFields[0] ?? recreatedFields[0];
  const form = formField ? findForm(formField, view) : null;
  const errorMessage =
    formField || hasChangedPage(ctx.recentActions.at(-1)!) ? findNewError(ctx, form) : null;
  const mentionedField = errorMessage && formField ? findMentionedField(errorMessage, form, ctx) : undefined;
  if (errorMessage && mentionedField)
    return askForValueAfterProblem(
      mentionedField,
      `The page says “${clip(errorMessage, 120).replace(/[.]$/u, '')}”`,
      ctx,
    );
  if (errorMessage)
    return fail(
      `I filled in the form and clicked ${buttonDescription}, but the page says “${clip(errorMessage, 160)}”`,
    );
  const emptyField = remainingFields.length
    ? invalidFields.find(
        (c) => isEmpty(c) && (isField(c) || isNativeValueField(c)) && !run.givenValues.has(`field:${c.uid}`),
      )
    : undefined;
  if (emptyField) return askForValueAfterProblem(emptyField, `The form needs ${describe(emptyField)}`, ctx);
  if (invalidFields.length && remainingFields.length)
    return fail(
      `I filled in the form and clicked ${buttonDescription}, but the page rejected ${formatList(invalidFields.map((c) => describe(c)))}`,
    );
  if (
    remainingFields.length &&
    remainingFields.every(
      (c) =>
        describeMismatch(ctx.view, c.uid, run.expectedValues.get(c.uid)!.value) === null && !isTickable(c),
    ) &&
    view.isDialogOpen
  )
    return fail(`I filled in the form and clicked ${buttonDescription}, but the form is still open`);
  const title =
    step.fields.find((f) => f.isTitle || /^(?:title|name)$/iu.test(f.field.text))?.value ??
    [...run.givenValues].find(([key]) => /^(?:field:|value$)/u.test(key))?.[1] ??
    '';
  const isTitleDisplayed =
    title !== '' &&
    view.observation.candidates.some((c) => fold(c.text).includes(fold(title)) && !isField(c));
  const quotedTitle = title ? ` “${clip(title, 60)}”` : '';
  if (step.kind === 'run')
    return done(`ran the ${fold(step.item?.text ?? 'query')} with ${buttonDescription}`);
  const sideActionsPrefix = run.sideActions.length ? `${run.sideActions.join(', ')} and ` : '';
  rememberSubmission(ctx, buttonDescription);
  // "Open it" means the created entry, not the button that created it.
  if (step.kind === 'create' && title) ctx.memory.lastTarget = { uid: '', name: title };
  if (step.kind === 'create' && (isTitleDisplayed || !(remainingFields.length || recreatedFields.length)))
    return done(
      run.createdKind || !title
        ? `${sideActionsPrefix}created the ${run.createdKind || 'entry'}${quotedTitle}`
        : `${sideActionsPrefix}created${quotedTitle} with ${buttonDescription}`,
    );
  if (run.hasReportedFields) return done(`${sideActionsPrefix}clicked ${buttonDescription}`);
  if (step.kind === 'save') {
    if (hasChangedPage(ctx.recentActions.at(-1)!)) run.stage = 'moved';
    // Does not repeat a password.
    const values = step.fields.map((f) =>
      run.expectedValues.get(f.uid ?? '')?.value === ''
        ? `${f.field.text} to the given value`
        : `${f.field.text} to “${clip(f.value ?? '', 60)}”`,
    );
    const rowPhrase = step.row ? ` in the row of “${clip(step.row, 60)}”` : '';
    return done(`${sideActionsPrefix}set ${formatList(values)}${rowPhrase} and clicked ${buttonDescription}`);
  }
  return done(
    `${sideActionsPrefix}${formatFilledIn(run.expectedValues.values())} and clicked ${buttonDescription}`,
  );
}

/** Finds fields of a newly loaded page by the descriptions that they had on the previous page. */
const findFieldsByDescription = (descriptions: readonly string[], { view }: Context): Candidate[] =>
  view.candidates.filter((c) => c.visible && isControl(c) && descriptions.includes(describe(c)));

/** Returns the field that the message mentions. Prefers a field that was not filled in. */
function findMentionedField(
  errorMessage: string,
  form: Candidate | null,
  { run, view }: Context,
): Candidate | undefined {
  const mentionedFields = view.candidates.filter(
    (c) =>
      c.visible &&
      (isField(c) || isNativeValueField(c) || isSelect(c)) &&
      c.name &&
      !run.givenValues.has(`field:${c.uid}`) &&
      scoreAgreement(c.name, errorMessage).coverage >= 0.95 &&
      findForm(c, view)?.uid === form?.uid,
  );
  const filledDescriptions = new Set([...run.expectedValues.values()].map(({ description }) => description));
  return (
    mentionedFields.find((c) => isEmpty(c) && !filledDescriptions.has(describe(c))) ??
    mentionedFields.find(isEmpty) ??
    mentionedFields[0]
  );
}
