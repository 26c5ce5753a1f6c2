/** Finds options of a native list: the one that a value names, tied ones, and disabled ones. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from './describe.js';
import { scoreAgreement, clip, collapseSpaces, fold, tokenize } from '../text.js';

/** Returns the option that a value names, if one matches clearly better than the others. */
export function findOption(c: Candidate, value: string): { label: string; score: number } | null {
  const scoredOptions = (c.options ?? [])
    .filter((o) => !o.disabled)
    .map((o) => ({
      label: o.label,
      score:
        collapseSpaces(o.value).toLowerCase() === collapseSpaces(value).toLowerCase()
          ? 0.99
          : scoreAgreement(value, o.label).score,
    }));
  scoredOptions.sort((a, b) => b.score - a.score);
  const [best, second] = scoredOptions;
  const plainValue = value.replace(/^(?:the )?(?:option|choice|value)\s+(?=\S)/iu, '');
  if ((best?.score ?? 0) < 0.9 && plainValue !== value) return findOption(c, plainValue) ?? null;
  if (
    !best ||
    best.score < 0.74 ||
    (second && second.score >= best.score - 0.02 && second.label !== best.label)
  ) {
    const option = findOptionContaining(c.options ?? [], value);
    return option && { label: option.label, score: 0.8 };
  }
  return best;
}

type Option = NonNullable<Candidate['options']>[number];

/** Names of currencies, and how they appear in lists. */
const CURRENCIES: readonly (readonly [spoken: RegExp, listed: RegExp])[] = [
  [/^euros?$/u, /\beur\b|€/u],
  [/^(?:us |american )?dollars?$/u, /\busd\b|^\$/u],
  [/^(?:british )?pounds?(?: sterling)?$|^sterling$/u, /\bgbp\b|£/u],
];

/** Returns the option that contains these words in this order, if only one does: “Brother or sister” for "brother". */
export function findOptionContaining(
  options: readonly (Pick<Option, 'label' | 'value'> & Partial<Option>)[],
  words: string,
): Pick<Option, 'label' | 'value'> | null {
  const toWords = (text: string): string => ` ${tokenize(text).join(' ')} `;
  const phrase = toWords(words);
  // "Number 6" means the option “6 Mill Lane”.
  const number = /^ (?:number|no) (\d+\p{L}?) $/u.exec(phrase)?.[1];
  const listedCurrency = CURRENCIES.find(([spoken]) => spoken.test(phrase.trim()))?.[1];
  const hits = options.filter(
    ({ label, value, disabled }) =>
      !disabled &&
      value !== '' &&
      (number
        ? toWords(label).startsWith(` ${number} `)
        : toWords(label).includes(phrase) || listedCurrency?.test(fold(label))),
  );
  return hits.length === 1 && phrase.trim().length > 1 ? hits[0]! : null;
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
