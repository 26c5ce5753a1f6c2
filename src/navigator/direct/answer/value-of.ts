/** What the page holds under a label: the cell, the field or the text beside the words that say just that. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSelect } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { agreement, squash } from '../text.js';

/** A label says what it labels and nothing else. */
const LABELS = 0.9;
/** A longer text is no value that somebody asks for by name. */
const LONGEST = 400;

/** "Color gray" is more than the label. */
function isLabel(phrase: string, text: string): boolean {
  const { score, precision } = agreement(phrase, text.replace(/[:：]\s*$/u, ''));
  return score >= LABELS && precision > 0.95;
}

/** What stands beside the label that says just that: "Order number" and, next to it, "A-17". */
export function valueElement(phrase: string, view: View): Candidate | null {
  // A label that wraps its field, or stands right before it, is told by the field.
  const labelled = new Set(
    view.candidates.filter(isField).flatMap((field) => view.ancestors(field).map((a) => a.uid)),
  );
  const labels = view.candidates.filter(
    (c) =>
      c.visible &&
      !isField(c) &&
      !labelled.has(c.uid) &&
      c.text !== '' &&
      // "Order number: A-17" holds its value; what stands beside it is something else.
      !/[:：]\s*\S/u.test(c.text) &&
      isLabel(phrase, c.text),
  );
  const values = labels.flatMap((label) => {
    const next = view.after(label);
    return next &&
      next.visible &&
      next.text !== '' &&
      !/[:：]$/u.test(next.text) &&
      next.text.length <= LONGEST
      ? [next]
      : [];
  });
  const distinct = values.filter((c, i) => values.findIndex((o) => o.uid === c.uid) === i);
  if (distinct.length === 1) return distinct[0]!;
  return distinct.length === 0 ? partOf(phrase, view) : null;
}

/** "Order number: A-17" in one element: the part of it that holds the value, where there is one. */
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

/** The value in words; null where the page has none, or several that differ. */
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

/** "The number" where the page shows but one that stands by itself; null where there is none, or several. */
export function loneNumber(phrase: string, view: View): string | null {
  if (!/^(?:number|value|figure|score|result)$/iu.test(phrase)) return null;
  const bare = view.candidates.filter(
    (c) => c.visible && !c.interactive && /^-?\d+(?:\.\d+)?$/u.test(c.text),
  );
  const parts = bare.filter((c) => !bare.some((o) => view.ancestors(o).includes(c)));
  return parts.length === 1 ? parts[0]!.text : null;
}
