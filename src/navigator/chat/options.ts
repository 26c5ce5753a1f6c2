/** Finds the option of a list by value or label. Similar labels do not match. */
import { distance } from 'fastest-levenshtein';

import type { OptionItem } from '../../contract/index.js';
import { foldCase } from '../../text/index.js';

/** Matches a label that the prompt shortened in the middle. */
function fits(label: string, said: string): boolean {
  // Split first: folding replaces the ellipsis with three dots.
  const [begin, end, ...rest] = said.split('…').map(foldCase);
  if (end === undefined || rest.length || (begin!.length < 8 && end.length < 8)) return false;
  const is = foldCase(label);
  return is.length > begin!.length + end.length && is.startsWith(begin!) && is.endsWith(end);
}

/**
 * @returns the option's label, which is readable in the record, or its value if the label is ambiguous; null if no
 *   option or several options match
 */
export function findOption(options: readonly OptionItem[], said: string): string | null {
  const usable = options.filter(({ disabled }) => !disabled);
  const one = (found: readonly OptionItem[]): string | null =>
    found.length === 1 ? unambiguousName(found[0]!, usable) : null;
  const exact = usable.filter(({ label }) => label === said);
  if (exact.length) return unambiguousName(exact[0]!, usable);
  const byValue = usable.filter(({ value }) => value === said);
  if (byValue.length) return unambiguousName(byValue[0]!, usable);
  return (
    one(
      usable.filter(
        ({ value, label }) => foldCase(label) === foldCase(said) || foldCase(value) === foldCase(said),
      ),
    ) ?? one(usable.filter(({ label }) => fits(label, said)))
  );
}

function unambiguousName(option: OptionItem, options: readonly OptionItem[]): string {
  const { label, value } = option;
  const clear =
    label && options.every((other) => other === option || (other.label !== label && other.value !== label));
  return clear ? label : value || label;
}

const MAX_LABELS = 12;

/** Labels similar to what the model wrote, most similar first. */
export function nearestLabels(options: readonly OptionItem[], said: string): string[] {
  const wanted = foldCase(said);
  const far = (label: string): number => {
    const is = foldCase(label);
    return is.includes(wanted) || wanted.includes(is)
      ? 0
      : distance(is, wanted) / Math.max(is.length, wanted.length, 1);
  };
  return options
    .filter(({ disabled, label }) => !disabled && label.trim())
    .toSorted((a, b) => far(a.label) - far(b.label))
    .slice(0, MAX_LABELS)
    .map(({ label }) => label);
}
