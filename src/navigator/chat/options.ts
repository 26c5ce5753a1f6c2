/** Finds the option of a list by value or label. Similar labels do not match. */
import { distance } from 'fastest-levenshtein';

import type { OptionItem } from '../../contract/index.js';
import { foldCase } from '../../text/index.js';

/** Matches a label that the prompt shortened in the middle. */
function matchesShortened(label: string, written: string): boolean {
  // Split first: folding replaces the ellipsis with three dots.
  const [begin, end, ...rest] = written.split('…').map(foldCase);
  if (end === undefined || rest.length || (begin!.length < 8 && end.length < 8)) return false;
  const foldedLabel = foldCase(label);
  return (
    foldedLabel.length > begin!.length + end.length &&
    foldedLabel.startsWith(begin!) &&
    foldedLabel.endsWith(end)
  );
}

/**
 * @returns the option's label, which is readable in the record, or its value if the label is ambiguous; null if no
 *   option or several options match
 */
export function findOption(options: readonly OptionItem[], written: string): string | null {
  const usable = options.filter(({ disabled }) => !disabled);
  const onlyMatch = (found: readonly OptionItem[]): string | null =>
    found.length === 1 ? chooseUnambiguousName(found[0]!, usable) : null;
  const exact = usable.filter(({ label }) => label === written);
  if (exact.length) return chooseUnambiguousName(exact[0]!, usable);
  const byValue = usable.filter(({ value }) => value === written);
  if (byValue.length) return chooseUnambiguousName(byValue[0]!, usable);
  return (
    onlyMatch(
      usable.filter(
        ({ value, label }) => foldCase(label) === foldCase(written) || foldCase(value) === foldCase(written),
      ),
    ) ?? onlyMatch(usable.filter(({ label }) => matchesShortened(label, written)))
  );
}

function chooseUnambiguousName(option: OptionItem, options: readonly OptionItem[]): string {
  const { label, value } = option;
  const isUnambiguous =
    label && options.every((other) => other === option || (other.label !== label && other.value !== label));
  return isUnambiguous ? label : value || label;
}

const MAX_LABELS = 12;

/** Labels similar to what the model wrote, most similar first. */
export function findNearestLabels(options: readonly OptionItem[], written: string): string[] {
  const foldedWritten = foldCase(written);
  const distanceTo = (label: string): number => {
    const foldedLabel = foldCase(label);
    return foldedLabel.includes(foldedWritten) || foldedWritten.includes(foldedLabel)
      ? 0
      : distance(foldedLabel, foldedWritten) / Math.max(foldedLabel.length, foldedWritten.length, 1);
  };
  return options
    .filter(({ disabled, label }) => !disabled && label.trim())
    .toSorted((a, b) => distanceTo(a.label) - distanceTo(b.label))
    .slice(0, MAX_LABELS)
    .map(({ label }) => label);
}
