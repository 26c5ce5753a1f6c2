/**
 * Adapts commands to the page: "save" submits a form even if its button has a different name, "truncate the table"
 * clicks the button "Truncate".
 */
import type { Candidate } from '../../../contract/index.js';
import { createNamedCommand } from '../language/commands.js';
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createClick, type SpokenStep, type Step, type StepOf } from '../language/steps.js';
import type { View } from '../ground/view.js';
import { createTarget } from '../language/target.js';
import { tokenizeContent, fold } from '../text.js';
import { findSubmitButton, findForm } from '../ground/form.js';
import type { Context, Move } from './types.js';

const SAVE_COMMAND =
  /^(?:save|apply|store|keep)(?: (?:it|this|that|them|all|the|my|changes|form|row|record|entry|everything))*$/iu;

/** Replaces "save" with a step that submits the edited form, even if its button has a different name. */
export function replaceSaveWithSubmit(step: StepOf<'click'>, { run, view, memory }: Context): Move | null {
  const lastElement = memory.lastTarget ? view.byUid.get(memory.lastTarget.uid) : undefined;
  const form = lastElement && isField(lastElement) ? findForm(lastElement, view) : null;
  if (
    step.kind !== 'command' ||
    !SAVE_COMMAND.test(step.target.text) ||
    !form ||
    !findSubmitButton(form, [lastElement!], '', view)
  )
    return null;
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: { do: 'submit', target: null } }] };
}

const ALL_OBJECTS = /^(?:all|everything|all of (?:it|them|these|those)|them all|these all)$/iu;

/** Kinds of controls. "Details tab" names a control and is not a command. */
const KIND_OF_CONTROL =
  /^(?:tab|link|button|page|menu|icon|field|section|option|box|checkbox|heading|column)$/iu;
const VERB_AND_OBJECT = /^(\p{L}{3,}) (.+)$/u;

/** Returns the visible controls with exactly this name, such as a link “Renew” beside each book. */
export const findControlsNamed = (name: string, view: View): Candidate[] =>
  view.candidates.filter((c) => c.visible && c.interactive && !isField(c) && fold(getName(c)) === fold(name));

/**
 * Whether a clause without a known verb begins with the name of several controls, such as a link “Renew” beside each
 * book.
 */
export function beginsWithControlName({ step, clause }: SpokenStep, view: View): boolean {
  const [, verb, object] = VERB_AND_OBJECT.exec(clause.text) ?? [];
  return (
    step.do === 'click' &&
    step.kind === 'bare' &&
    !step.target.quoted &&
    verb !== undefined &&
    !KIND_OF_CONTROL.test(object!) &&
    findControlsNamed(verb, view).length > 1 &&
    findControlsNamed(clause.text, view).length === 0
  );
}

/** For "renew Bread Matters", clicks the control “Renew” in the row of the book “Bread Matters”. */
export function clickControlOfObject({ run, view }: Context): Move | null {
  const { spokenStep } = run;
  if (run.stage !== '' || run.pickedUid || !beginsWithControlName(spokenStep, view)) return null;
  const [, verb, object] = VERB_AND_OBJECT.exec(spokenStep.clause.text)!;
  const controlForAll = ALL_OBJECTS.test(object!) ? findControlsNamed(`${verb!} all`, view)[0] : undefined;
  const step: Step = controlForAll
    ? createClick('command', { ...createTarget(getName(controlForAll)), quoted: true })
    : createNamedCommand(verb!.toLowerCase(), object!, []);
  return { kind: 'replace', steps: [{ ...spokenStep, step }] };
}

const CURRENT_OBJECT = /^(?:(?:the|this|that|my|it|whole|current|all|of|now) ?)*$/iu;

/** Clicks the only control named exactly like the verb, if the other words only describe the current page. */
export function pressVerbButton(step: StepOf<'click'>, { run, view }: Context): Move | null {
  if ((step.kind !== 'bare' && step.kind !== 'command') || step.target.quoted || run.decisionCount > 2)
    return null;
  const [verb = '', ...rest] = run.spokenStep.clause.text.split(' ');
  const object = rest.join(' ');
  const matchingControls = view.candidates.filter(
    (c) => c.visible && c.interactive && !isField(c) && fold(getName(c)) === fold(verb),
  );
  if (matchingControls.length !== 1 || !object) return null;
  const { title, text } = view.observation;
  const headings = text.filter((b) => b.kind === 'heading').map((b) => b.text);
  const pageWords = tokenizeContent(
    `${title} ${headings.join(' ')} ${new URL(view.observation.url).pathname}`,
  );
  const acceptedWords = new Set([
    ...pageWords,
    'table',
    'page',
    'database',
    'list',
    'form',
    'record',
    'document',
    'file',
  ]);
  if (!CURRENT_OBJECT.test(object) && !tokenizeContent(object).every((word) => acceptedWords.has(word)))
    return null;
  const target = { ...createTarget(getName(matchingControls[0]!)), quoted: true };
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: { ...step, kind: 'command', target } }] };
}
