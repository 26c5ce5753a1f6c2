/**
 * Matches instructions to the page's words: "save" with a form whose button has another name, "truncate the table" with
 * a button "Truncate".
 */
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { contentTokens, fold } from '../text.js';
import { findSubmitButton, findForm } from '../ground/form.js';
import type { Context, Move } from './types.js';

const SAVES =
  /^(?:save|apply|store|keep)(?: (?:it|this|that|them|all|the|my|changes|form|row|record|entry|everything))*$/iu;

/** "Save" submits the form that was edited, whatever the name of its button. */
export function saveInstead(step: StepOf<'click'>, { run, view, memory }: Context): Move | null {
  const last = memory.target ? view.byUid.get(memory.target.uid) : undefined;
  const form = last && isField(last) ? findForm(last, view) : null;
  if (
    step.how !== 'command' ||
    !SAVES.test(step.target.text) ||
    !form ||
    !findSubmitButton(form, [last!], '', view)
  )
    return null;
  return { kind: 'replace', steps: [{ ...run.spoken, step: { do: 'submit', target: null } }] };
}

const HERE = /^(?:(?:the|this|that|my|it|whole|current|all|of|now) ?)*$/iu;

/** An unknown verb that is the whole name of one control, followed only by a description of what is open. */
export function buttonFirst(step: StepOf<'click'>, { run, view }: Context): Move | null {
  if ((step.how !== 'bare' && step.how !== 'command') || step.target.quoted || run.decisionCount > 2)
    return null;
  const [verb = '', ...rest] = run.spoken.clause.text.split(' ');
  const object = rest.join(' ');
  const hits = view.candidates.filter(
    (c) => c.visible && c.interactive && !isField(c) && fold(getName(c)) === fold(verb),
  );
  if (hits.length !== 1 || !object) return null;
  const { title, text } = view.observation;
  const headings = text.filter((b) => b.kind === 'heading').map((b) => b.text);
  const open = contentTokens(`${title} ${headings.join(' ')} ${new URL(view.observation.url).pathname}`);
  const shown = new Set([...open, 'table', 'page', 'database', 'list', 'form', 'record', 'document', 'file']);
  if (!HERE.test(object) && !contentTokens(object).every((word) => shown.has(word))) return null;
  const target = { ...createTarget(getName(hits[0]!)), quoted: true };
  return { kind: 'replace', steps: [{ ...run.spoken, step: { ...step, how: 'command', target } }] };
}
