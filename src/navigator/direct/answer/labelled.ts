/**
 * Answers "what is the city?" and "what is the street on this form?" with the value of a field with that name, or the
 * text under such a label. A field must have exactly that name; synonyms do not count.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe, tellApart } from '../ground/describe.js';
import { isField, isNativeValue, isSelect } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { agreement, clip, fold, sentence } from '../text.js';
import type { Answer } from './page-facts.js';
import { valueText } from './value-of.js';

const ASKED =
  /^(?:what is|what's|what are|what does|tell me|give me|read(?: me| out)?)(?: the| my| your| its| his| her| their)? (?:current |present )?(.{2,40}?)(?: (?:on|in|of) (?:this|the) (?:form|page|dialog|screen|record|row))?(?: (?:now|here|at the moment|currently|say))?$/u;

/** Returns the label that the question asks for; '' for other questions. */
const labelOf = (question: string): string => ASKED.exec(fold(question).replace(/[?.! ]+$/gu, ''))?.[1] ?? '';

const calledSo = (label: string, c: Candidate): boolean => {
  const { score, precision } = agreement(label, nameOf(c).replace(/[:*\s]+$/u, ''));
  return score >= 0.95 && precision > 0.95;
};

const holds = (c: Candidate): string =>
  isSelect(c) ? (c.options?.find((o) => o.selected)?.label ?? c.text) : (c.value ?? c.text);

const told = (text: string): Answer => ({ text: sentence(text), found: true });

function fieldsCalled(label: string, view: View): Candidate[] {
  const list = view.candidates.filter(
    (c) => c.visible && (isField(c) || isSelect(c) || isNativeValue(c)) && calledSo(label, c),
  );
  const inDialog = view.dialogOpen ? list.filter((c) => view.inDialog(c)) : [];
  return inDialog.length ? inDialog : list;
}

/** Answers with the value of a field with that name; null if there is no such field or it is empty. */
export function fieldValue(question: string, view: View): Answer | null {
  const label = labelOf(question);
  const fields = label === '' ? [] : fieldsCalled(label, view);
  if (fields.some((c) => c.inputType === 'password'))
    return told(`I can't see the value of ${describe(fields[0]!)}`);
  const filled = fields.filter((c) => holds(c) !== '');
  if (!filled.length) return null;
  const said = filled.length === 1 ? [describe(filled[0]!)] : tellApart(filled, view);
  return told(
    filled
      .slice(0, 4)
      .map((c, i) => `${said[i]!} contains “${clip(holds(c), 300)}”`)
      .join(', '),
  );
}

/** Answers with the text next to a label with that name, or else says that the field is empty. */
export function labelValue(question: string, view: View): Answer | null {
  const label = labelOf(question);
  if (label === '') return null;
  const value = valueText(label, view);
  if (value !== null) return told(`${label}: ${clip(value, 300)}`);
  const [field] = fieldsCalled(label, view);
  return field ? told(`${describe(field)} is empty`) : null;
}
