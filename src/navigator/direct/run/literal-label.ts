/**
 * Handles instructions that are literally a control's label: "Clear completed", "Mark all as complete", "Book a test
 * ride". They mean that control, however the parser understood them.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createClick, type Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import type { Context, Move } from './types.js';

/** A count or remark after the name: “Clear completed (1)”, “Add a gift box (€3 each)”. */
const REMARK = /\s*[([][^()[\]]+[)\]]$/u;

/** Words that labels often leave out: "clear the filters" means “Clear filters”, "add another adult" “Add adult”. */
const OMITTED_WORDS = /\b(?:the|an?|my|our|your|another)\s+/gu;
const simplifyLabel = (text: string): string => fold(text).replace(OMITTED_WORDS, '').trim();

/** Whether the label begins with this word. Used for a verb alone: "swap" means “Swap stations”. */
const labelBeginsWith = (c: Candidate, word: string): boolean =>
  simplifyLabel(getName(c)).split(' ')[0] === word;

const hasLabel = (c: Candidate, phrase: string): boolean => {
  const name = simplifyLabel(getName(c));
  return name === phrase || (REMARK.test(name) && name.replace(REMARK, '') === phrase);
};

/** Whether the line may be a label. Excludes plain clicks, which already look for an element with that name. */
function mayBeLabel(step: Step, wordCount: number): boolean {
  switch (step.do) {
    case 'fill':
      return step.fields.length === 0;
    case 'set':
      return wordCount > 1 && !step.value && !step.source;
    case 'click':
      return (
        wordCount > 1 &&
        ['command', 'open', 'find'].includes(step.kind) &&
        !step.target.quoted &&
        !step.command?.fields
      );
    case 'unknown':
      return true;
    case 'choose':
    case 'submit':
      return wordCount > 1;
    default:
      return false;
  }
}

/** Presses the only control with that label; ticks it if it is a checkbox. */
export function useLiteralLabel(step: Step, { run, plan, view, recentActions }: Context): Move | null {
  const phrase = simplifyLabel(run.spokenStep.clause.text);
  if (recentActions.length || run.stage || run.pickedUid || !mayBeLabel(step, phrase.split(' ').length))
    return null;
  const isVerbAlone = step.do === 'unknown' && /^\p{L}{3,}$/u.test(phrase);
  const controls = view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      !isField(c) &&
      !isSelect(c) &&
      (hasLabel(c, phrase) || (isVerbAlone && labelBeginsWith(c, phrase))),
  );
  const [control] = controls;
  if (!control || controls.length > 1) return null;
  const target = { ...createTarget(getName(control)), quoted: true };
  const newStep: Step = isTickable(control)
    ? { do: 'tick', newState: true, target, verb: 'tick' }
    : // A command also confirms the page's question about it; a plain click does not.
      createClick(step.do === 'click' && step.kind === 'command' ? 'command' : 'click', target);
  // The parser read the line as a form to fill in and submit. If the label is a checkbox, it needs an extra step for
  // "and save it".
  const submission = step.do === 'fill' ? SUBMISSION.exec(plan.line)?.[1]?.toLowerCase() : undefined;
  const submitStep = submission && {
    clause: { text: submission, raw: submission, joint: 'and' },
    step: {
      ...createClick('command', createTarget(submission)),
      command: { name: submission, object: null },
    },
  };
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: newStep }, ...(submitStep ? [submitStep] : [])],
  };
}

/** The end of "add a comment and post it". The parser treats it as part of creating the comment. */
const SUBMISSION = /\band (?:then )?(save|submit|send|post|publish) (?:it|this|that|them)\b/iu;
