/** Removes differences in spelling and typography that do not change the meaning. */

/** Diacritics, soft hyphens, zero-width characters and variation selectors (the "emoji style" of a symbol). */
const INVISIBLE_OR_DIACRITIC = /[\u0300-\u036f]|[\u00ad\u200b-\u200d\u2060\ufeff]|[\ufe0e\ufe0f]/gu;

/** Letters that Unicode does not decompose into a base letter and a diacritic. */
const BASE_LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', ς: 'σ' };

const collapseWhitespace = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/**
 * Converts text to lower case with plain quotes, hyphens and single spaces; removes diacritics and invisible
 * characters. Guillemets stay: on controls they are arrows. Vowel signs of scripts such as Thai and Devanagari stay
 * too.
 */
export function fold(text: string): string {
  // Most text is ASCII, and normalising is expensive.
  if (!/[^\0-\x7f]/u.test(text)) return collapseWhitespace(text.toLowerCase());
  return collapseWhitespace(
    text
      // NFKD would split ″ into two primes and turn ´ into a space.
      .replace(/[‘’‚‛′´]/gu, "'")
      .replace(/[“”„‟″]/gu, '"')
      .normalize('NFKD')
      .replace(INVISIBLE_OR_DIACRITIC, '')
      .normalize('NFC')
      .replace(/[‐-―−]/gu, '-')
      .toLowerCase()
      .replace(/[ßłøς]/gu, (letter) => BASE_LETTERS[letter]!),
  );
}

/**
 * Converts text to lower case with single spaces, and unifies compatible characters. Keeps diacritics: “Müller” is
 * not “Muller”.
 */
export function foldCase(text: string): string {
  return collapseWhitespace(text.normalize('NFKC')).toLowerCase();
}

/** Letters of other scripts, digits and full-width forms that look like Latin letters. */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ї: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ӏ: 'l',
  һ: 'h',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ⅼ: 'l',
  ı: 'i',
  ɡ: 'g',
  ɑ: 'a',
};
const LOOKALIKE_PATTERN = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'gu');

/**
 * Undoes tricks that hide a word from a comparison but not from people: letters of other scripts ("Dеlete" with a
 * Cyrillic е) and spaced letters ("D e l e t e").
 * @param text already folded
 */
export function undoDisguises(text: string): string {
  const latinText = /[^\0-\x7f]/u.test(text)
    ? text.replace(LOOKALIKE_PATTERN, (letter) => LOOKALIKES[letter]!)
    : text;
  return latinText.replace(/(?<![\p{L}\p{N}])(?:\p{L}[ ._·*-]){3,}\p{L}(?![\p{L}\p{N}])/gu, (letters) =>
    letters.replace(/[ ._·*-]/gu, ''),
  );
}
