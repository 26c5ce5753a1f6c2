/** Removes differences of spelling and typography that do not change the meaning of a text. */

/** Diacritics, soft hyphens, zero-width characters and variation selectors (the "emoji style" of a symbol). */
const INVISIBLE_OR_DIACRITIC = /[\u0300-\u036f]|[\u00ad\u200b-\u200d\u2060\ufeff]|[\ufe0e\ufe0f]/gu;

/** Letters that Unicode does not decompose into a base letter and a diacritic. */
const BASE_LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', ς: 'σ' };

const collapse = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/**
 * Lower case, without diacritics and invisible characters, with plain quotes, hyphens and single spaces. Guillemets
 * stay: on controls they are arrows. Vowel signs of scripts such as Thai and Devanagari stay too.
 */
export function fold(text: string): string {
  // Most texts are ASCII, and normalising is expensive.
  if (!/[^\0-\x7f]/u.test(text)) return collapse(text.toLowerCase());
  return collapse(
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

/** Lower case with single spaces and compatible characters unified. Keeps diacritics: “Müller” is not “Muller”. */
export function foldCase(text: string): string {
  return collapse(text.normalize('NFKC')).toLowerCase();
}
