/** Commands about a thing: opens the thing that has the button, and confirms the page's own dialog. */
import type { Candidate } from '../../../contract/index.js';
import type { StepOf } from '../language/steps.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isButton, isField, isLink, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement, clip, tokenize } from '../text.js';
import { findForm } from '../ground/form.js';
import { findNewError } from './error-messages.js';
import type { Context, Move } from './types.js';

/** Whether a click may change something. A label acts like its box, and a click near a box may hit it. */
const changes = (c: Candidate, view: View): boolean =>
  isField(c) ||
  isTickable(c) ||
  c.tag === 'label' ||
  (!isLink(c) && view.candidates.some((o) => isTickable(o) && view.getAncestors(o).includes(c)));

/** "delete the event Lunch" without such a button: opens the event, whose page or dialog has it. */
export function openFirst(step: StepOf<'click'>, ctx: Context): Move | null {
  if (step.how !== 'command' || ctx.run.revealedUids.size > 0) return null;
  const object = step.target.readings.find(
    (r) => r.place?.relation === 'for' && r.phrase !== step.target.text,
  )?.place?.words;
  const names = [
    ...new Set(step.target.readings.flatMap((r) => (r.place?.relation === 'for' ? [r.place.words] : []))),
  ].reverse();
  for (const name of object ? names : []) {
    const found = ground(
      {
        target: createTarget(name),
        scoreSuitability: (c) => (changes(c, ctx.view) || !c.interactive ? 0 : scoreClickable(c)),
      },
      ctx.view,
    );
    const hit = found.kind === 'one' ? found.hit : null;
    if (!hit || hit.score < 0.8 || isButton(hit.candidate)) continue;
    ctx.run.revealedUids.add(hit.candidate.uid);
    return { kind: 'act', stage: 'reveal', actions: [{ intent: 'click', uid: hit.candidate.uid }] };
  }
  return null;
}

/** "Cancel that" without a cancel button: undoes the last action. */
export function takeBackInstead(step: StepOf<'click'>, { run, memory }: Context): Move | null {
  const { command } = step;
  if (command?.name !== 'cancel' || !command.object?.pronoun || !memory.performedActions.length) return null;
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: { do: 'undo' } }] };
}

/** Confirms the page's question, because the line named the action. Consent is checked elsewhere. */
export function confirmAfterCommand(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  // A dialog that was already open does not result from the click.
  if (
    run.pageStateBefore === 'dialog' ||
    step.how !== 'command' ||
    run.stage !== 'act' ||
    !view.isDialogOpen ||
    !run.target ||
    run.sideActions.includes('confirmed')
  )
    return null;
  const verb = (step.target.readings.at(-1)?.phrase ?? step.target.text).split(' ')[0]!;
  const pool = view.candidates.filter(
    (c) =>
      view.isInDialog(c) &&
      c.uid !== run.target!.uid &&
      c.visible &&
      c.interactive &&
      isButton(c) &&
      !c.states.disabled,
  );
  const hit =
    pool.find((c) => scoreAgreement(verb, getName(c).split(' ')[0] ?? '').score >= 0.8) ??
    pool.find((c) => /^(?:yes|ok|okay|confirm|continue)\b/iu.test(getName(c))) ??
    // Also a button that shares its first word: "Throw out", then "Out with it".
    pool.find((c) => tokenize(run.target!.name).includes(tokenize(getName(c))[0] ?? ''));
  const leave = pool.some((c) =>
    /^(?:cancel|no|keep|back|close|not now|abort|leave|stay)\b/iu.test(getName(c)),
  );
  if (!hit || !leave) return null;
  run.sideActions.push('confirmed');
  run.target = { uid: hit.uid, description: describe(hit), name: getName(hit) };
  return { kind: 'act', stage: 'act', actions: [{ intent: 'click', uid: hit.uid }] };
}

/** If the page shows an error after a button was pressed, the step has failed. */
export function findRefusal(ctx: Context, target: { uid: string; description: string }): string | null {
  const c = ctx.view.byUid.get(target.uid);
  const trouble = findNewError(ctx, c && isButton(c) ? findForm(c, ctx.view) : null);
  return trouble ? `I clicked ${target.description}, but the page says “${clip(trouble, 160)}”` : null;
}
