/**
 * Instructions that are literally the label of a control: "Clear completed", "Mark all as complete", "Book a test
 * ride". The control is meant, whatever else the words might mean.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import type { Context, Move } from './types.js';

/** "Clear completed (1)": the count is not part of the name. */
const COUNT = /\s*[([]\s*\d+\s*[)\]]$/u;

const labelled = (c: Candidate, phrase: string): boolean => {
  const name = fold(getName(c));
  return name === phrase || (COUNT.test(name) && name.replace(COUNT, '') === phrase);
};

/** Whether the step's words may be a label. A plain click already looks for the name. */
function mayBeLabel(step: Step, words: number): boolean {
  switch (step.do) {
    case 'fill':
      return step.fields.length === 0;
    case 'set':
      return words > 1 && !step.value && !step.source;
    case 'click':
      return words > 1 && step.how === 'command' && !step.target.quoted && !step.command?.fields;
    case 'choose':
    case 'submit':
    case 'unknown':
      return words > 1;
    default:
      return false;
  }
}

/** Presses the only control with that label; ticks it if it is a check box. */
export function takeWordForWord(step: Step, { run, view, last }: Context): Move | null {
  const phrase = fold(run.spoken.clause.text);
  if (last.length || run.stage || run.pickedUid || !mayBeLabel(step, phrase.split(' ').length)) return null;
  const hits = view.candidates.filter(
    (c) => c.visible && c.interactive && !isField(c) && !isSelect(c) && labelled(c, phrase),
  );
  const [hit] = hits;
  if (!hit || hits.length > 1) return null;
  const target = { ...createTarget(getName(hit)), quoted: true };
  const pressed: Step = isTickable(hit)
    ? { do: 'tick', to: true, target, verb: 'tick' }
    : { do: 'click', how: 'click', target };
  return { kind: 'replace', steps: [{ ...run.spoken, step: pressed }] };
}
