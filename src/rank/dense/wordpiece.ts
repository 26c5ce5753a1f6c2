/**
 * WordPiece tokenizer of uncased BERT models. It returns the same ids as the official `tokenizers` library:
 * normalise (clean, separate CJK ideographs, lower-case per code point, strip accents), split at white space and
 * punctuation, then match the longest pieces first.
 */

export interface Vocabulary {
  /** Maps pieces to ids; pieces that continue a word begin with `##`. */
  ids: ReadonlyMap<string, number>;
  unknownId: number;
  startId: number;
  endId: number;
  /** Pieces that are matched in the raw text, before normalisation (`[SEP]`). */
  specialIds: ReadonlyMap<string, number>;
}

const MAX_WORD_LENGTH = 100;

/** CJK ideographs, each a separate word; the ranges are those of the original BERT code. */
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
const CONTROL_CHARACTER = /[\p{C}\ufffd]/gu;
const COMBINING_MARK = /\p{Mn}/gu;
/** A word or one punctuation mark; all ASCII symbols count as punctuation, including `$` and `^`. */
const WORD_OR_PUNCTUATION = /[!-/:-@[-`{-~]|\p{P}|[^\s!-/:-@[-`{-~\p{P}]+/gu;
// eslint-disable-next-line no-control-regex
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Converts each code point separately: converting a whole word would turn a final Σ into ς, unlike the library. */
function toLowerCase(text: string): string {
  let lowerCaseText = '';
  for (const char of text) lowerCaseText += char.toLowerCase();
  return lowerCaseText;
}

/** Text between white space. Tokenising chunk by chunk lets `encode` stop early in a huge text. */
const CHUNK = /[^\t\n\r\p{Z}]+/gu;

function normalise(chunk: string): string {
  if (PRINTABLE_ASCII.test(chunk)) return chunk.toLowerCase();
  const cleanText = chunk.replace(CONTROL_CHARACTER, '').replace(IDEOGRAPH, ' $& ');
  return toLowerCase(cleanText.normalize('NFD').replace(COMBINING_MARK, ''));
}

/** Splits a word into pieces; returns the unknown piece if that is impossible. */
function splitWord(word: string, { ids, unknownId: unknown }: Vocabulary): readonly number[] {
  const wholeWordId = ids.get(word);
  if (wholeWordId !== undefined) return [wholeWordId];
  const chars = [...word];
  if (chars.length > MAX_WORD_LENGTH) return [unknown];
  const pieceIds: number[] = [];
  for (let start = 0; start < chars.length;) {
    let end = chars.length;
    let id: number | undefined;
    for (; end > start; end--) {
      id = ids.get((start > 0 ? '##' : '') + chars.slice(start, end).join(''));
      if (id !== undefined) break;
    }
    if (id === undefined) return [unknown];
    pieceIds.push(id);
    start = end;
  }
  return pieceIds;
}

/** Maximum number of cached words; pages repeat the same words. */
const MAX_CACHED_WORDS = 20_000;

export interface WordPieceTokenizer {
  /** Returns at most `maxTokens` ids, including the start and end tokens. */
  encode(text: string, maxTokens: number): Int32Array;
}

export function createTokenizer(vocabulary: Vocabulary): WordPieceTokenizer {
  const cache = new Map<string, readonly number[]>();
  const tokenizeWord = (word: string): readonly number[] => {
    let pieces = cache.get(word);
    if (!pieces) {
      pieces = splitWord(word, vocabulary);
      if (cache.size >= MAX_CACHED_WORDS) cache.clear();
      if (word.length <= MAX_WORD_LENGTH) cache.set(word, pieces);
    }
    return pieces;
  };
  const escapedSpecials = [...vocabulary.specialIds.keys()].map((text) =>
    text.replace(/[[\]\\^$.*+?(){}|]/g, '\\$&'),
  );
  const specialPattern = escapedSpecials.length ? new RegExp(`(${escapedSpecials.join('|')})`) : null;

  return {
    encode(text, maxTokens) {
      const ids: number[] = [vocabulary.startId];
      const budget = maxTokens - 2;
      const parts = specialPattern ? text.split(specialPattern) : [text];
      for (const part of parts) {
        const id = vocabulary.specialIds.get(part);
        if (id !== undefined) ids.push(id);
        else
          for (const [chunk] of part.matchAll(CHUNK)) {
            for (const [word] of normalise(chunk).matchAll(WORD_OR_PUNCTUATION))
              for (const piece of tokenizeWord(word)) ids.push(piece);
            if (ids.length > budget) break;
          }
        if (ids.length > budget) break;
      }
      ids.length = Math.min(ids.length, budget + 1);
      ids.push(vocabulary.endId);
      return Int32Array.from(ids);
    },
  };
}
