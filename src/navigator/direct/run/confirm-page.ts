/**
 * A command that leads to a page of its own which asks once more ("Delete row 5 from album: Delete, Cancel"): the line
 * named the act, so the page is answered as a dialog would be, where it speaks of the same thing. What guards such acts
 * is not decided here.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isButton, isField, isLink, isSelect } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { agreement, alike, tokens } from '../text.js';
import { formOf } from './form.js';
import { movedPage } from './judge.js';
import type { Context, Move } from './types.js';

const LEAVES = /^(?:cancel|no\b|back|keep|abort|not now|go back|take me back)/iu;
const GOES_ON = /^(?:yes|ok|okay|confirm|continue|i'm sure)\b/iu;

export function confirmOnPage(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { command } = step;
  const turn = ctx.last.at(-1);
  if (step.how !== 'command' || !command?.object || run.stage !== 'act' || !turn || !movedPage(turn))
    return null;
  // What was picked from an offer was not named by the line.
  if (run.aside.includes('confirmed') || !run.target || run.picked !== null) return null;
  const within = (form: Candidate): Candidate[] =>
    view.candidates.filter((c) => c.visible && formOf(c, view)?.uid === form.uid);
  const says = (c: Candidate): boolean =>
    isButton(c) &&
    !c.states.disabled &&
    (alike(command.name, tokens(nameOf(c))[0] ?? '') >= 0.85 || GOES_ON.test(nameOf(c)));
  const hits = view.candidates.filter((c) => {
    const form = c.visible && says(c) ? formOf(c, view) : null;
    if (!form) return false;
    const parts = within(form);
    return (
      parts.some((o) => (isButton(o) || isLink(o)) && LEAVES.test(nameOf(o))) &&
      // A form that wants something is filled in by whoever knows what.
      !parts.some((o) => isField(o) || isSelect(o))
    );
  });
  const [hit] = hits;
  if (!hit || hits.length > 1 || !speaksOf(step, ctx) || takesMore(ctx)) return null;
  run.aside.push('confirmed');
  run.target = { uid: hit.uid, said: describe(hit), name: nameOf(hit) };
  return { kind: 'act', stage: 'act', acts: [{ intent: 'click', uid: hit.uid }] };
}

/** More goes with it than the line named ("the following related items will be deleted"): that is put to the instructor. */
const MORE = /\b(?:also|related|following|as well|along with|including|and all)\b/iu;

const takesMore = ({ view }: Context): boolean => view.observation.text.some((b) => MORE.test(b.text));

/** By its name, where the line gave one; a row that was counted was pressed itself. */
function speaksOf(step: StepOf<'click'>, { view }: Context): boolean {
  const { object } = step.command!;
  if (object!.pronoun || object!.readings.some((r) => r.nth !== null)) return true;
  const page = view.observation.text.map((b) => b.text).join(' ');
  const names = step.target.readings.flatMap((r) => (r.place ? [r.place.words] : []));
  return [object!.text, ...names].some((words) => agreement(words, page).coverage >= 0.95);
}
