/** Checks whether the page accepted a form after its submit button was pressed. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isNativeValue, isSelect, isTickable } from '../ground/kinds.js';
import { agreement, clip, fold } from '../text.js';
import { askForValueAgain } from './ask-field.js';
import type { Fill } from './fields.js';
import { findForm, isControl, isEmpty } from '../ground/form.js';
import { rememberSubmission } from './going-on.js';
import { judgeOutcome, hasChangedPage } from './judge-outcome.js';
import { findMismatch } from '../ground/control-values.js';
import { formatList } from './messages.js';
import { findComplaint, findNewTrouble } from './error-messages.js';
import { uncover } from './clear-obstruction.js';
import { act, done, fail, type Context, type Move } from './types.js';

/** A form that remains with errors was not accepted. */
export function checkSubmission(step: Fill, ctx: Context): Move {
  const { run, view } = ctx;
  const judged = judgeOutcome(ctx.last.at(-1)!);
  const button = run.target!.description;
  if (judged.kind === 'covered') {
    run.stage = 'filling';
    return uncover(ctx, judged.detail);
  }
  if (judged.kind === 'stale' && ++run.retries <= 2) {
    run.stage = 'filling';
    return act('submit', { intent: 'click', uid: run.target!.uid });
  }
  const complaint = judged.kind === 'nothing' ? findComplaint(ctx) : null;
  if (complaint && isEmpty(complaint.field) && !run.givenValues.has(`field:${complaint.field.uid}`))
    return askForValueAgain(complaint.field, `I clicked ${button}, but ${complaint.text}`, ctx);
  if (complaint) return fail(`I filled in the form and clicked ${button}, but ${complaint.text}`);
  if (judged.kind !== 'ok')
    return fail(
      `I filled in the form and clicked ${button}, but ${'detail' in judged ? judged.detail : 'I saw no change'}`,
    );
  const still = [...run.expectedValues.keys()]
    .map((uid) => view.byUid.get(uid))
    .filter((c): c is Candidate => c !== undefined && c.visible);
  const invalid = still.length
    ? view.candidates.filter(
        (c) => c.states.invalid && c.visible && findForm(c, view)?.uid === findForm(still[0]!, view)?.uid,
      )
    : [];
  // The same form again on a newly loaded page does not show whether the form was accepted.
  const again = still.length
    ? []
    : calledSo(
        [...run.expectedValues.values()].map(({ description }) => description),
        ctx,
      );
  const seed = still[0] ?? again[0];
  const form = seed ? findForm(seed, view) : null;
  const trouble = seed || hasChangedPage(ctx.last.at(-1)!) ? findNewTrouble(ctx, form) : null;
  const meant = trouble && seed ? fieldIn(trouble, form, ctx) : undefined;
  if (trouble && meant)
    return askForValueAgain(meant, `The page says “${clip(trouble, 120).replace(/[.]$/u, '')}”`, ctx);
  if (trouble)
    return fail(`I filled in the form and clicked ${button}, but the page says “${clip(trouble, 160)}”`);
  const hole = still.length
    ? invalid.find(
        (c) => isEmpty(c) && (isField(c) || isNativeValue(c)) && !run.givenValues.has(`field:${c.uid}`),
      )
    : undefined;
  if (hole) return askForValueAgain(hole, `The form needs ${describe(hole)}`, ctx);
  if (invalid.length && still.length)
    return fail(
      `I filled in the form and clicked ${button}, but the page rejected ${formatList(invalid.map((c) => describe(c)))}`,
    );
  if (
    still.length &&
    still.every(
      (c) => findMismatch(ctx.view, c.uid, run.expectedValues.get(c.uid)!.value) === null && !isTickable(c),
    ) &&
    view.isDialogOpen
  )
    return fail(`I filled in the form and clicked ${button}, but the form is still open`);
  const title =
    step.fields.find((f) => f.isTitle || /^(?:title|name)$/iu.test(f.field.text))?.value ??
    [...run.givenValues.values()][0] ??
    '';
  const shown =
    title !== '' &&
    view.observation.candidates.some((c) => fold(c.text).includes(fold(title)) && !isField(c));
  const name = title ? ` “${clip(title, 60)}”` : '';
  if (step.how === 'run') return done(`ran the ${fold(step.item?.text ?? 'query')} with ${button}`);
  const aside = run.sideActions.length ? `${run.sideActions.join(', ')} and ` : '';
  rememberSubmission(ctx, button);
  // "Open it" means what was created, not the button that created it.
  if (step.how === 'create' && title) ctx.memory.target = { uid: '', name: title };
  if (step.how === 'create' && (shown || !(still.length || again.length)))
    return done(
      run.createdKind || !title
        ? `${aside}created the ${run.createdKind || 'entry'}${name}`
        : `${aside}created${name} with ${button}`,
    );
  if (run.hasReportedFields) return done(`${aside}clicked ${button}`);
  if (step.how === 'save') {
    if (hasChangedPage(ctx.last.at(-1)!)) run.stage = 'moved';
    // The value of a password is not repeated.
    const values = step.fields.map((f) =>
      run.expectedValues.get(f.uid ?? '')?.value === ''
        ? `${f.field.text} to the given value`
        : `${f.field.text} to “${clip(f.value ?? '', 60)}”`,
    );
    const row = step.row ? ` in the row of “${clip(step.row, 60)}”` : '';
    return done(`${aside}set ${formatList(values)}${row} and clicked ${button}`);
  }
  return done(
    `${aside}filled in ${formatList([...run.expectedValues.values()].map((w) => w.description))} and clicked ${button}`,
  );
}

/** Finds the filled fields again by their descriptions. */
const calledSo = (phraseWords: readonly string[], { view }: Context): Candidate[] =>
  view.candidates.filter((c) => c.visible && isControl(c) && phraseWords.includes(describe(c)));

/** Returns the field that a message mentions. Prefers one that was not filled in. */
function fieldIn(trouble: string, form: Candidate | null, { run, view }: Context): Candidate | undefined {
  const named = view.candidates.filter(
    (c) =>
      c.visible &&
      (isField(c) || isNativeValue(c) || isSelect(c)) &&
      c.name &&
      !run.givenValues.has(`field:${c.uid}`) &&
      agreement(c.name, trouble).coverage >= 0.95 &&
      findForm(c, view)?.uid === form?.uid,
  );
  const mine = new Set([...run.expectedValues.values()].map(({ description }) => description));
  return named.find((c) => isEmpty(c) && !mine.has(describe(c))) ?? named.find(isEmpty) ?? named[0];
}
