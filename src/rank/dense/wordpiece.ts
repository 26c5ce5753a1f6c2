/**
 * WordPiece as uncased BERT models use it: text → token ids, equal to what the official `tokenizers` library
 * gives (normaliser: clean, space out CJK, lower case per code point, strip accents; split at white space and
 * punctuation; longest pieces first).
 */

export interface Vocabulary {
  /** Piece → id; pieces that continue a word begin with `##`. */
  ids: ReadonlyMap<string, number>;
  unknown: number;
  start: number;
  end: number;
  /** Pieces that are found in raw text as they stand, before anything else is done (`[SEP]`). */
  special: ReadonlyMap<string, number>;
}

const MAX_WORD_LENGTH = 100;

/** CJK ideographs, each a word of its own; the ranges of the original BERT code. */
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
const CONTROL = /[\p{C}\ufffd]/gu;
const ACCENT = /\p{Mn}/gu;
/** Words, and punctuation one by one; ASCII symbols count as punctuation, `$` and `^` too. */
const SPLIT = /[!-/:-@[-`{-~]|\p{P}|[^\s!-/:-@[-`{-~\p{P}]+/gu;
// eslint-disable-next-line no-control-regex
const PLAIN = /^[\x20-\x7e]*$/;

/** Lower case per code point: a whole word would turn a final Σ into ς, which the official library does not. */
function lower(text: string): string {
  let out = '';
  for (const char of text) out += char.toLowerCase();
  return out;
}

/** What white space cannot part any more: it is done word by word, so that a huge text costs what is kept of it. */
const CHUNK = /[^\t\n\r\p{Z}]+/gu;

function normalise(chunk: string): string {
  if (PLAIN.test(chunk)) return chunk.toLowerCase();
  const clean = chunk.replace(CONTROL, '').replace(IDEOGRAPH, ' $& ');
  return lower(clean.normalize('NFD').replace(ACCENT, ''));
}

/** The pieces of one word, or the unknown piece where it cannot be put together. */
function pieces(word: string, { ids, unknown }: Vocabulary): readonly number[] {
  const whole = ids.get(word);
  if (whole !== undefined) return [whole];
  const chars = [...word];
  if (chars.length > MAX_WORD_LENGTH) return [unknown];
  const found: number[] = [];
  for (let from = 0; from < chars.length;) {
    let to = chars.length;
    let id: number | undefined;
    for (; to > from; to--) {
      id = ids.get((from > 0 ? '##' : '') + chars.slice(from, to).join(''));
      if (id !== undefined) break;
    }
    if (id === undefined) return [unknown];
    found.push(id);
    from = to;
  }
  return found;
}

/** Words kept with their pieces, so that a page's repeated words are looked up once. */
const MAX_WORDS_KEPT = 20_000;

export interface WordPieceTokenizer {
  /** Ids with start and end; cut to `max`, which counts both. */
  encode(text: string, max: number): Int32Array;
}

export function createTokenizer(vocabulary: Vocabulary): WordPieceTokenizer {
  const kept = new Map<string, readonly number[]>();
  const ofWord = (word: string): readonly number[] => {
    let known = kept.get(word);
    if (!known) {
      known = pieces(word, vocabulary);
      if (kept.size >= MAX_WORDS_KEPT) kept.clear();
      if (word.length <= MAX_WORD_LENGTH) kept.set(word, known);
    }
    return known;
  };
  const specials = [...vocabulary.special.keys()].map((text) => text.replace(/[[\]\\^$.*+?(){}|]/g, '\\$&'));
  const special = specials.length ? new RegExp(`(${specials.join('|')})`) : null;

  return {
    encode(text, max) {
      const ids: number[] = [vocabulary.start];
      const room = max - 2;
      const parts = special ? text.split(special) : [text];
      for (const part of parts) {
        const id = vocabulary.special.get(part);
        if (id !== undefined) ids.push(id);
        else
          for (const [chunk] of part.matchAll(CHUNK)) {
            for (const [word] of normalise(chunk).matchAll(SPLIT))
              for (const piece of ofWord(word)) ids.push(piece);
            if (ids.length > room) break;
          }
        if (ids.length > room) break;
      }
      ids.length = Math.min(ids.length, room + 1);
      ids.push(vocabulary.end);
      return Int32Array.from(ids);
    },
  };
}
