/** Finds options of a native list: the one that a value names, those that it may name, and disabled ones. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from './describe.js';
import { agreement, clip, collapseSpaces } from '../text.js';

/** Returns the option that a value names: an exact match, or else the only one with all its words. */
export function findOption(c: Candidate, value: string): { label: string; score: number } | null {
  const scored = (c.options ?? [])
    .filter((o) => !o.disabled)
    .map((o) => ({
      label: o.label,
      score:
        collapseSpaces(o.value).toLowerCase() === collapseSpaces(value).toLowerCase()
          ? 0.99
          : agreement(value, o.label).score,
    }));
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  const plain = value.replace(/^(?:the )?(?:option|choice|value)\s+(?=\S)/iu, '');
  if ((best?.score ?? 0) < 0.9 && plain !== value) return findOption(c, plain) ?? null;
  if (
    !best ||
    best.score < 0.74 ||
    (second && second.score >= best.score - 0.02 && second.label !== best.label)
  )
    return null;
  return best;
}

/** Returns the options that a value names equally well, if there is no single one. */
export function findTiedOptions(c: Candidate, value: string): string[] {
  if (findOption(c, value)) return [];
  const scored = (c.options ?? [])
    .filter((o) => !o.disabled)
    .map((o) => ({ label: o.label, score: agreement(value, o.label).score }));
  const best = Math.max(0, ...scored.map((s) => s.score));
  return best < 0.74 ? [] : scored.filter((s) => s.score >= best - 0.02).map((s) => s.label);
}

/** Returns a message if the named option is disabled. */
export function findDisabledOption(c: Candidate, value: string): string | null {
  const off = (c.options ?? []).filter((o) => o.disabled && o.label !== '');
  return findOption({ ...c, options: off.map((o) => ({ ...o, disabled: false })) }, value)?.label ?? null;
}

export const formatDisabledOption = (c: Candidate, label: string): string =>
  `the option “${clip(label, 60)}” of ${describe(c)} is disabled`;
