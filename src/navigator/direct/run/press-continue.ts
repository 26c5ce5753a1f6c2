/** Goes on to the next page of a form. */
import { isButton, isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createClick } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold, tokenize } from '../text.js';
import type { Context, Move } from './types.js';

const CONTINUE_COMMAND =
  /^(?:next|continue|proceed|carry on|go on|keep going|move on)(?: then)?$|^(?:go to )?(?:the )?next (?:page|step|question)$/iu;
const CONTINUE_NAME = /^(?:save and )?(?:continue|next|proceed)(?: step| page)?$/u;

/**
 * For "next" or "carry on", presses the page's only “Continue” button, unless a control's name begins with "next".
 * Never presses “Accept and continue”, because the instructor has accepted nothing.
 */
export function pressContinue({ run, view }: Context): Move | null {
  const { clause } = run.spokenStep;
  if (!CONTINUE_COMMAND.test(clause.text) || run.stage !== '' || run.pickedUid) return null;
  const controls = view.candidates.filter(
    (c) => c.visible && c.interactive && !c.behindModal && (isButton(c) || isLink(c)),
  );
  const [button, ...others] = controls.filter((c) => CONTINUE_NAME.test(tokenize(getName(c)).join(' ')));
  const isNamed = controls.some((c) => c !== button && /^next\b/u.test(fold(getName(c))));
  if (!button || others.length || isNamed) return null;
  return {
    kind: 'replace',
    steps: [{ clause, step: createClick('click', { ...createTarget(getName(button)), quoted: true }) }],
    prepare: ([first]) => void (first && (first.pickedUid = button.uid)),
  };
}
