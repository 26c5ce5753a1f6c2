/** Finds an option of a list by value or label. A label that is only similar does not match. */
import { distance } from 'fastest-levenshtein';

import type { OptionItem } from '../../contract/index.js';
import { foldCase } from '../../text/index.js';

/** Whether the model wrote the label as the prompt showed it: shortened in the middle, with an ellipsis. */
function matchesShortenedLabel(label: string, modelText: string): boolean {
  // Split first: folding replaces the ellipsis with three dots.
  const [begin, end, ...extraParts] = modelText.split('…').map(foldCase);
  if (end === undefined || extraParts.length || (begin!.length < 8 && end.length < 8)) return false;
  const foldedLabel = foldCase(label);
  return (
    foldedLabel.length > begin!.length + end.length &&
    foldedLabel.startsWith(begin!) &&
    foldedLabel.endsWith(end)
  );
}

/**
 * @returns the option's label, which is more readable in the record, or its value if the label is ambiguous; null if
 *   no option or several options match
 */
export function findOption(options: readonly OptionItem[], modelText: string): string | null {
  const enabledOptions = options.filter(({ disabled }) => !disabled);
  const nameSingleMatch = (matches: readonly OptionItem[]): string | null =>
    matches.length === 1 ? chooseUnambiguousName(matches[0]!, enabledOptions) : null;
  const optionsByLabel = enabledOptions.filter(({ label }) => label === modelText);
  if (optionsByLabel.length) return chooseUnambiguousName(optionsByLabel[0]!, enabledOptions);
  const optionsByValue = enabledOptions.filter(({ value }) => value === modelText);
  if (optionsByValue.length) return chooseUnambiguousName(optionsByValue[0]!, enabledOptions);
  return (
    nameSingleMatch(
      enabledOptions.filter(
        ({ value, label }) =>
          foldCase(label) === foldCase(modelText) || foldCase(value) === foldCase(modelText),
      ),
    ) ?? nameSingleMatch(enabledOptions.filter(({ label }) => matchesShortenedLabel(label, modelText)))
  );
}

function chooseUnambiguousName(option: OptionItem, options: readonly OptionItem[]): string {
  const { label, value } = option;
  const isUnambiguous =
    label && options.every((other) => other === option || (other.label !== label && other.value !== label));
  return isUnambiguous ? label : value || label;
}

const MAX_SUGGESTED_LABELS = 12;

/** Labels similar to what the model wrote, most similar first. */
export function findNearestLabels(options: readonly OptionItem[], modelText: string): string[] {
  const foldedModelText = foldCase(modelText);
  const distanceTo = (label: string): number => {
    const foldedLabel = foldCase(label);
    return foldedLabel.includes(foldedModelText) || foldedModelText.includes(foldedLabel)
      ? 0
      : distance(foldedLabel, foldedModelText) / Math.max(foldedLabel.length, foldedModelText.length, 1);
  };
  return options
    .filter(({ disabled, label }) => !disabled && label.trim())
    .toSorted((a, b) => distanceTo(a.label) - distanceTo(b.label))
    .slice(0, MAX_SUGGESTED_LABELS)
    .map(({ label }) => label);
}
