/** Generates page-like texts from a fixed seed: words of many scripts, numbers, paths and symbols. */

const WORDS =
  'Save Cancel Einstellungen größer naïve Zürich “quoted” it’s e-mail sign-in checkout №5 €9.99 50% 2026-11-21 10:30 user_id dataTable btn-primary /home/index.html?x=1&y=2#top https://example.org/a+b 日本語 メニュー 한국어 Привет Ελληνικά ΣΟΦΟΣ العربية עברית ไทย हिन्दी ½ ² ™ © → • … – — 🙂 👍🏽 🇳🇴 ﬁne Ⅳ [SEP] [x] {a} <b> "c" \\d ~ ` ^ | & antidisestablishmentarianism supercalifragilistic x1y2z3 ÅÄÖ İ ß ǅ'.split(
    ' ',
  );

/** Returns the same texts on every call. */
export function generateDocuments(count: number): string[] {
  let seed = 20_261_121;
  const next = (limit: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % limit;
  };
  const codePoint = (): string =>
    String.fromCodePoint(
      [0x20 + next(0x60), 0xa0 + next(0x250), 0x370 + next(0x1000), 0x4e00 + next(0x5000)][next(4)]!,
    );
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(40) }, () =>
      next(12) === 0 ? Array.from({ length: 1 + next(6) }, codePoint).join('') : WORDS[next(WORDS.length)]!,
    ).join([' ', ' | ', '', '\n', ', '][next(5)]),
  );
}
