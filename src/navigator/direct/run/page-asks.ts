/** Passes the question of a confirmation page ("Are you sure you want to delete …?") to the instructor. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeBriefly } from '../ground/describe.js';
import { isButton, isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { CONFIRMATION_TEXT, CANCEL_BUTTON, CONFIRM_BUTTON } from '../lexicon/dialogs.js';
import { clip } from '../text.js';
import { hasChangedPage } from './judge.js';
import type { Context, Move } from './types.js';

const ASIDE: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside']);

/**
 * Returns the page's question with the confirming button as an option; null if the page asks nothing, or the line
 * itself continues.
 */
export function passOnQuestion(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view, plan } = ctx;
  const last = ctx.last.at(-1);
  if (!last || !hasChangedPage(last) || run.stage !== 'act' || run.askedFor === 'page' || step.how === 'open')
    return null;
  if (view.isDialogOpen || plan.steps.length > plan.cursor + 1) return null;
  const question = view.observation.text.find((b) => CONFIRMATION_TEXT.test(b.text))?.text;
  const buttons = view.candidates.filter(
    (c) => c.visible && c.interactive && !ASIDE.has(c.landmark) && (isButton(c) || isLink(c)),
  );
  const lets = buttons.filter((c) => isButton(c) && CONFIRM_BUTTON.test(getName(c)));
  const leaves = buttons.some((c) => CANCEL_BUTTON.test(getName(c)));
  if (!question || lets.length !== 1 || !leaves) return null;
  const yes: Candidate = lets[0]!;
  run.askedFor = 'page';
  return {
    kind: 'ask',
    text: `The page asks: “${clip(question, 200)}” Shall I press ${describeBriefly(yes)}?`,
    pending: { kind: 'which', options: [{ uid: yes.uid, name: getName(yes), description: describe(yes) }] },
  };
}
