/**
 * Instructions that are literally a control's label: "Clear completed", "Mark all as complete", "Book a test ride". They
 * mean that control, whatever the parser made of them.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import type { Context, Move } from './types.js';

/** A count that is not part of the name: "Clear completed (1)". */
const COUNT = /\s*[([]\s*\d+\s*[)\]]$/u;

const hasLabel = (c: Candidate, phrase: string): boolean => {
  const name = fold(getName(c));
  return name === phrase || (COUNT.test(name) && name.replace(COUNT, '') === phrase);
};

/** Whether the line may be a label. A plain click already looks for an element with that name. */
function mayBeLabel(step: Step, wordCount: number): boolean {
  switch (step.do) {
    case 'fill':
      return step.fields.length === 0;
    case 'set':
      return wordCount > 1 && !step.value && !step.source;
    case 'click':
      return (
        wordCount > 1 &&
        (step.how === 'command' || step.how === 'find') &&
        !step.target.quoted &&
        !step.command?.fields
      );
    case 'choose':
    case 'submit':
    case 'unknown':
      return wordCount > 1;
    default:
      return false;
  }
}

/** Presses the only control with that label; ticks it if it is a check box. */
export function useLiteralLabel(step: Step, { run, view, recentActions }: Context): Move | null {
  const phrase = fold(run.spokenStep.clause.text);
  if (recentActions.length || run.stage || run.pickedUid || !mayBeLabel(step, phrase.split(' ').length))
    return null;
  const controls = view.candidates.filter(
    (c) => c.visible && c.interactive && !isField(c) && !isSelect(c) && hasLabel(c, phrase),
  );
  const [control] = controls;
  if (!control || controls.length > 1) return null;
  const target = { ...createTarget(getName(control)), quoted: true };
  const newStep: Step = isTickable(control)
    ? { do: 'tick', to: true, target, verb: 'tick' }
    : { do: 'click', how: 'click', target };
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: newStep }] };
}
