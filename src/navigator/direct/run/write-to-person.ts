/**
 * For "write to Tom", "message Tom" and "send Tom a message", presses the message button in that person's row or card.
 */
import { getName } from '../ground/names.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { createClick, type Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement, tokenize } from '../text.js';
import { isUsableControl } from './find-row.js';
import { findElementInRow } from './rows.js';
import type { Context, Move } from './types.js';

const REQUESTS: readonly RegExp[] = [
  /^(?:write(?: a message)? to|message|text|e-?mail|contact|write) ([^,:]+)$/iu,
  /^send (?:an? )?(?:message|e-?mail|note|text) to ([^,:]+)$/iu,
  /^send ([^,:]+?) an? (?:message|e-?mail|note|text)$/iu,
];
const MESSAGE_BUTTON = /^(?:write|message|e-?mail|contact|send (?:an? )?(?:message|e-?mail))\b/iu;
const RECIPIENT_FIELD = /^(?:to|recipients?)\b/iu;

/** Returns the move for the button; null if the page has no such row, or an open form with a field for recipients. */
export function writeToPerson(step: Step, { run, view }: Context): Move | null {
  if (run.stage !== '' || run.pickedUid || run.triedUids.size > 0 || step.do === 'question') return null;
  const [, person = ''] =
    REQUESTS.map((pattern) => pattern.exec(run.spokenStep.clause.text)).find(Boolean) ?? [];
  const words = tokenize(person);
  const fields = view.candidates.filter((c) => c.visible && isField(c) && !isSearchField(c));
  // "Write Tom" may ask to type, and “Send message” may send what is in a form.
  const mayMeanForm = (text: string): boolean =>
    fields.length > 0 && /^(?:write (?!to |a )|send)/iu.test(text);
  if (!words.length || mayMeanForm(run.spokenStep.clause.text)) return null;
  if (fields.some((c) => RECIPIENT_FIELD.test(getName(c)))) return null;
  const buttons = view.candidates.filter(
    (c) => isUsableControl(c) && MESSAGE_BUTTON.test(getName(c)) && !mayMeanForm(getName(c)),
  );
  const button = findElementInRow(person, buttons, view);
  const isInNamedRow =
    button !== null &&
    view.getAncestors(button).some((a) => scoreAgreement(person, `${a.name} ${a.text}`).coverage >= 0.95);
  if (!isInNamedRow) return null;
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: createClick('click', createTarget(getName(button))) }],
    prepare: ([newRun]) => void (newRun && (newRun.pickedUid = button.uid)),
  };
}
