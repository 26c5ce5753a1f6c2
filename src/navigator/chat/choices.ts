/** Which option of a list was meant: the one of that value or label, and nothing that only looks like it. */
import { distance } from 'fastest-levenshtein';

import type { OptionItem } from '../../contract/index.js';

const fold = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Labels are shown shortened in the middle where they are long. */
function fits(label: string, said: string): boolean {
  // Before folding, which spells the ellipsis out.
  const [begin, end, ...rest] = said.split('…').map(fold);
  if (end === undefined || rest.length || (begin!.length < 8 && end.length < 8)) return false;
  const is = fold(label);
  return is.length > begin!.length + end.length && is.startsWith(begin!) && is.endsWith(end);
}

/**
 * @returns what chooses the option: its label, which people can read in the record, or its value where the label
 *   could also mean another one; null where none or several could be meant
 */
export function optionMeant(options: readonly OptionItem[], said: string): string | null {
  const usable = options.filter(({ disabled }) => !disabled);
  const one = (found: readonly OptionItem[]): string | null =>
    found.length === 1 ? nameOf(found[0]!, usable) : null;
  const exact = usable.filter(({ label }) => label === said);
  if (exact.length) return nameOf(exact[0]!, usable);
  const byValue = usable.filter(({ value }) => value === said);
  if (byValue.length) return nameOf(byValue[0]!, usable);
  return (
    one(usable.filter(({ value, label }) => fold(label) === fold(said) || fold(value) === fold(said))) ??
    one(usable.filter(({ label }) => fits(label, said)))
  );
}

function nameOf(option: OptionItem, options: readonly OptionItem[]): string {
  const { label, value } = option;
  const clear =
    label && options.every((other) => other === option || (other.label !== label && other.value !== label));
  return clear ? label : value || label;
}

const MOST = 12;

/** For a model that named none: the nearest first. */
export function nearestLabels(options: readonly OptionItem[], said: string): string[] {
  const wanted = fold(said);
  const far = (label: string): number => {
    const is = fold(label);
    return is.includes(wanted) || wanted.includes(is)
      ? 0
      : distance(is, wanted) / Math.max(is.length, wanted.length, 1);
  };
  return options
    .filter(({ disabled, label }) => !disabled && label.trim())
    .toSorted((a, b) => far(a.label) - far(b.label))
    .slice(0, MOST)
    .map(({ label }) => label);
}
