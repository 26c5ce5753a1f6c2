/**
 * Handles commands that lead to a separate confirmation page ("Delete row 5 from album: Delete, Cancel"). The line
 * named the action, so the page is confirmed like a dialog if it is about the same thing. Consent is checked elsewhere.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isButton, isField, isLink, isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { scoreAgreement, scoreSimilarity, tokenize } from '../text.js';
import { findForm } from '../ground/form.js';
import { hasChangedPage } from './judge-outcome.js';
import type { Context, Move } from './types.js';

const LEAVES = /^(?:cancel|no\b|back|keep|abort|not now|go back|take me back)/iu;
const GOES_ON = /^(?:yes|ok|okay|confirm|continue|i'm sure)\b/iu;

export function confirmOnNextPage(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { command } = step;
  const turn = ctx.recentActions.at(-1);
  if (step.how !== 'command' || !command?.object || run.stage !== 'act' || !turn || !hasChangedPage(turn))
    return null;
  // An element that was picked from offered options was not named by the line.
  if (run.sideActions.includes('confirmed') || !run.target || run.pickedUid !== null) return null;
  const within = (form: Candidate): Candidate[] =>
    view.candidates.filter((c) => c.visible && findForm(c, view)?.uid === form.uid);
  const says = (c: Candidate): boolean =>
    isButton(c) &&
    !c.states.disabled &&
    (scoreSimilarity(command.name, tokenize(getName(c))[0] ?? '') >= 0.85 || GOES_ON.test(getName(c)));
  const hits = view.candidates.filter((c) => {
    const form = c.visible && says(c) ? findForm(c, view) : null;
    if (!form) return false;
    const parts = within(form);
    return (
      parts.some((o) => (isButton(o) || isLink(o)) && LEAVES.test(getName(o))) &&
      // A form that needs input is not confirmed here.
      !parts.some((o) => isField(o) || isSelect(o))
    );
  });
  const [hit] = hits;
  if (!hit || hits.length > 1 || !speaksOf(step, ctx) || (takesMore(ctx) && !SURE.test(ctx.plan.line)))
    return null;
  run.sideActions.push('confirmed');
  run.target = { uid: hit.uid, description: describe(hit), name: getName(hit) };
  return { kind: 'act', stage: 'act', actions: [{ intent: 'click', uid: hit.uid }] };
}

/**
 * Words for effects beyond what the line named ("the following related items will be deleted"). The instructor is then
 * asked.
 */
const MORE = /\b(?:also|related|following|as well|along with|including|and all)\b/iu;

const SURE = /\bi(?:'|’| a)m (?:quite |absolutely )?sure\b/iu;

const takesMore = ({ view }: Context): boolean => view.observation.text.some((b) => MORE.test(b.text));

/**
 * Whether the page names the thing. Without a name in the line (a counted row), the clicked element itself is meant.
 */
function speaksOf(step: StepOf<'click'>, { view }: Context): boolean {
  const { object } = step.command!;
  if (object!.pronoun || object!.readings.some((r) => r.nth !== null)) return true;
  const page = view.observation.text.map((b) => b.text).join(' ');
  const names = step.target.readings.flatMap((r) => (r.place ? [r.place.words] : []));
  return [object!.text, ...names].some((words) => scoreAgreement(words, page).coverage >= 0.95);
}
