/** Relays a confirmation page's question ("Are you sure you want to delete …?") to the instructor. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeBriefly } from '../ground/describe.js';
import { isButton, isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { CONFIRMATION_TEXT, CANCEL_BUTTON, CONFIRM_BUTTON } from '../lexicon/dialogs.js';
import { clip } from '../text.js';
import { hasChangedPage } from './judge-outcome.js';
import type { Context, Move } from './types.js';

const NON_CONTENT_LANDMARKS: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside']);

/** Asks the page's question and offers its confirm button; null if the page asks nothing or the line has more steps. */
export function relayPageQuestion(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view, plan } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  if (
    !lastTurn ||
    !hasChangedPage(lastTurn) ||
    run.stage !== 'act' ||
    run.askedValueKey === 'page' ||
    step.kind === 'open'
  )
    return null;
  if (view.isDialogOpen || plan.steps.length > plan.cursor + 1) return null;
  const question = view.observation.text.find((b) => CONFIRMATION_TEXT.test(b.text))?.text;
  const buttons = view.candidates.filter(
    (c) => c.visible && c.interactive && !NON_CONTENT_LANDMARKS.has(c.landmark) && (isButton(c) || isLink(c)),
  );
  const confirmButtons = buttons.filter((c) => isButton(c) && CONFIRM_BUTTON.test(getName(c)));
  const hasCancelButton = buttons.some((c) => CANCEL_BUTTON.test(getName(c)));
  if (!question || confirmButtons.length !== 1 || !hasCancelButton) return null;
  const confirmButton: Candidate = confirmButtons[0]!;
  run.askedValueKey = 'page';
  return {
    kind: 'ask',
    text: `The page asks: “${clip(question, 200)}” Shall I press ${describeBriefly(confirmButton)}?`,
    openQuestion: {
      kind: 'which',
      options: [
        { uid: confirmButton.uid, name: getName(confirmButton), description: describe(confirmButton) },
      ],
    },
  };
}
