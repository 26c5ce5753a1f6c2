/** Finds the value of a label on the page: the cell, field or text next to exactly these words. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSelect } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { agreement, squash } from '../text.js';

/** Minimum agreement with a label: it must say little else. */
const LABELS = 0.9;
/** A longer text is not a value that someone would ask for by name. */
const MAX_LENGTH = 400;

/** Whether the text is the label and nothing more; "Color gray" is not the label "Color". */
function isLabel(phrase: string, text: string): boolean {
  const { score, precision } = agreement(phrase, text.replace(/[:：]\s*$/u, ''));
  return score >= LABELS && precision > 0.95;
}

/** Finds the element next to the label: "A-17" next to "Order number". */
export function valueElement(phrase: string, view: View): Candidate | null {
  // A label that wraps its field, or directly precedes it, is handled as the field's name.
  const labelled = new Set(
    view.candidates.filter(isField).flatMap((field) => view.ancestors(field).map((a) => a.uid)),
  );
  const labels = view.candidates.filter(
    (c) =>
      c.visible &&
      !isField(c) &&
      !labelled.has(c.uid) &&
      c.role !== 'columnheader' &&
      c.text !== '' &&
      // "Order number: A-17" contains its own value, so the text next to it is something else.
      !/[:：]\s*\S/u.test(c.text) &&
      isLabel(phrase, c.text),
  );
  const values = labels.flatMap((label) => {
    const next = view.after(label);
    return next &&
      next.visible &&
      next.text !== '' &&
      !/[:：]$/u.test(next.text) &&
      next.text.length <= MAX_LENGTH
      ? [next]
      : [];
  });
  const distinct = values.filter((c, i) => values.findIndex((o) => o.uid === c.uid) === i);
  if (distinct.length === 1) return distinct[0]!;
  return distinct.length === 0 ? partOf(phrase, view) : null;
}

/** Finds the child element with the value in "Order number: A-17", if there is one. */
function partOf(phrase: string, view: View): Candidate | null {
  for (const c of view.candidates) {
    const said = /^(.{2,60}?)\s*[:：]\s*(\S.*)$/u.exec(c.text);
    if (!said || !c.visible || agreement(phrase, said[1]!).score < LABELS) continue;
    const value = view.candidates.find(
      (part) =>
        part.visible && part.text === said[2]!.trim() && view.ancestors(part).some((a) => a.uid === c.uid),
    );
    if (value) return value;
  }
  return null;
}

/** Returns the value as text; null if the page has none, or several different ones. */
export function valueText(phrase: string, view: View): string | null {
  const beside = valueElement(phrase, view);
  if (beside) return beside.text;
  const found = new Set<string>();
  for (const { text } of view.observation.text)
    for (const cell of text.split(' | ')) {
      const [, key, value] = /^([^:：]{1,60}?)\s*[:：]\s*(\S.*)$/u.exec(cell) ?? [];
      if (key && value && agreement(phrase, key).score >= LABELS) found.add(squash(value));
    }
  if (!found.size)
    for (const c of view.candidates)
      if ((isField(c) || isSelect(c)) && c.visible && agreement(phrase, nameOf(c), true).score >= LABELS)
        found.add(c.options?.find((o) => o.selected)?.label ?? c.value ?? '');
  const values = [...found].filter(Boolean);
  return values.length === 1 ? values[0]! : null;
}

/** Returns "the number" if the page shows exactly one number on its own; otherwise null. */
export function loneNumber(phrase: string, view: View): string | null {
  if (!/^(?:number|value|figure|score|result)$/iu.test(phrase)) return null;
  const bare = view.candidates.filter(
    (c) => c.visible && !c.interactive && /^-?\d+(?:\.\d+)?$/u.test(c.text),
  );
  const parts = bare.filter((c) => !bare.some((o) => view.ancestors(o).includes(c)));
  return parts.length === 1 ? parts[0]!.text : null;
}
