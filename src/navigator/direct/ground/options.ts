/** Finds options of a native list: the one that a value names, tied ones, and disabled ones. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from './describe.js';
import { scoreAgreement, clip, collapseSpaces } from '../text.js';

/** Returns the option that a value names, if one matches clearly better than the others. */
export function findOption(c: Candidate, value: string): { label: string; score: number } | null {
  const scored = (c.options ?? [])
    .filter((o) => !o.disabled)
    .map((o) => ({
      label: o.label,
      score:
        collapseSpaces(o.value).toLowerCase() === collapseSpaces(value).toLowerCase()
          ? 0.99
          : scoreAgreement(value, o.label).score,
    }));
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  const plainValue = value.replace(/^(?:the )?(?:option|choice|value)\s+(?=\S)/iu, '');
  if ((best?.score ?? 0) < 0.9 && plainValue !== value) return findOption(c, plainValue) ?? null;
  if (
    !best ||
    best.score < 0.74 ||
    (second && second.score >= best.score - 0.02 && second.label !== best.label)
  )
    return null;
  return best;
}

/** Returns the options that a value names equally well, if no single option matches best. */
export function findTiedOptions(c: Candidate, value: string): string[] {
  if (findOption(c, value)) return [];
  const scored = (c.options ?? [])
    .filter((o) => !o.disabled)
    .map((o) => ({ label: o.label, score: scoreAgreement(value, o.label).score }));
  const best = Math.max(0, ...scored.map((s) => s.score));
  return best < 0.74 ? [] : scored.filter((s) => s.score >= best - 0.02).map((s) => s.label);
}

/** Returns the label of the named option if that option is disabled. */
export function findDisabledOption(c: Candidate, value: string): string | null {
  const disabledOptions = (c.options ?? []).filter((o) => o.disabled && o.label !== '');
  return (
    findOption({ ...c, options: disabledOptions.map((o) => ({ ...o, disabled: false })) }, value)?.label ??
    null
  );
}

export const formatDisabledOption = (c: Candidate, label: string): string =>
  `the option “${clip(label, 60)}” of ${describe(c)} is disabled`;
