/** Collects passages that may answer a question, from rows, cards, prices and sentences. */
import type { TextBlock } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { agreement, squash } from '../text.js';
import { type Asked, cover, holds, MONEY } from './asked.js';

export interface Found {
  text: string;
  score: number;
}

/**
 * Key: value` row, when key and the rest of the row answer the question.|Finds a cell of a `Key: value | Key: value`
 * row whose key and other cells match the question.| Key: value` row, when key and the rest of the row answer the
 * question.
 */
export function fromRow(
  block: TextBlock,
  words: readonly string[],
  topic: string,
  units: readonly string[],
): Found[] {
  const cells = block.text.split(' | ').map((cell) => {
    const at = cell.indexOf(': ');
    return at > 0
      ? { key: cell.slice(0, at).replace(/:+$/u, ''), value: cell.slice(at + 2) }
      : { key: '', value: cell };
  });
  const out: Found[] = [];
  const keyed = cells.some((c) => c.key);
  // With two cells, the other one identifies the row. In a list of properties, it is just another property.
  const tellsRow = (others: string): boolean => cells.length === 2 && cover(words, others, []) > 0;
  cells.forEach((cell, i) => {
    const asKey = keyed ? cell.key : i > 0 ? (cells[0]?.value ?? '').replace(/\s*:$/u, '') : '';
    if (!asKey || !cell.value) return;
    const key = cover(words, asKey, units);
    if (key === 0) return;
    const others = cells
      .filter((_, j) => j !== i)
      .map((c) => c.value)
      .join(' ');
    const all = cover(words, `${asKey} ${others} ${topic} ${block.section}`, units);
    const keyFit = agreement(words.join(' '), asKey).precision;
    // The value is the answer, so question words that occur in the value do not count as a match.
    if (all >= 0.75)
      out.push({
        text: cell.key && (cells.length === 1 || tellsRow(others)) ? block.text : `${asKey}: ${cell.value}`,
        score: all + 0.12 + 0.1 * keyFit,
      });
  });
  return out;
}

export const SENTENCE = /[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*\s*/gu;
export function sentences(text: string): string[] {
  const parts = text.match(SENTENCE) ?? [text];
  const out: string[] = [];
  for (const p of parts) {
    const last = out.at(-1);
    // "St. Paul", "1.5 m", "e.g. this": a full stop that does not end a sentence.
    if (
      last &&
      (/(?:\b(?:mr|mrs|dr|st|no|vs|ca|c|e\.g|i\.e|jr|approx|inc|ltd|b|d)|\b\p{Lu})\.\s*$/iu.test(last) ||
        /^\p{Ll}/u.test(p))
    )
      out[out.length - 1] = last + p;
    else out.push(p);
  }
  return out.map(squash).filter(Boolean);
}

export const COUNTED =
  /^how many (?:of (?:the|these|those|my|our) )?((?:\p{L}+ )??\p{L}+)(?: (?:are there|are|is|have|has|do we have|come|live))? ?(?:in|from|with|of|by|at|on|marked|called)? (.+?)\??$/iu;

/** Answers "how many users are pending?" by counting the rows with a cell of exactly that text. */
export function fromCounting(text: readonly TextBlock[], question: string): Found[] {
  const asked = COUNTED.exec(question);
  const value = asked?.[2]?.replace(/^(?:the|in|from|with|there in|there with|status) /iu, '');
  if (!value || /^(?:there|page|this page|table|list|total)$/iu.test(value)) return [];
  const columns = new Map<string, string[]>();
  for (const block of text) {
    if (block.kind !== 'row') continue;
    for (const cell of block.text.split(' | ')) {
      const [, key, held] = /^([^:]{1,40}): (.+)$/u.exec(cell) ?? [];
      if (key && held && agreement(value, held).score >= 0.95)
        columns.set(key, [...(columns.get(key) ?? []), block.text]);
    }
  }
  // If two different columns contain the text, it is unclear what to count.
  if (columns.size !== 1) return [];
  const [[column, rows]] = [...columns] as [[string, string[]]];
  const many = rows.length === 1 ? '1 row here has' : `${rows.length} rows here have`;
  return [{ text: `${many} “${value}” under “${column}”.`, score: 0.95 }];
}

/** Finds a short label with a value next to it, as on cards: "EARNINGS" above "$40,000", "150" above "New orders". */
export function fromCards(
  text: readonly TextBlock[],
  words: readonly string[],
  asked: Asked,
  units: readonly string[],
): Found[] {
  const out: Found[] = [];
  text.forEach((block, i) => {
    if (block.text.length > 60 || /\d/u.test(block.text) || cover(words, block.text, units) < 0.9) return;
    const precision = agreement(words.join(' '), block.text).precision;
    const value = [text[i + 1], text[i - 1]].find(
      (b) =>
        b &&
        b.text.length <= 30 &&
        /\d/u.test(b.text) &&
        (asked === 'any' || holds(b.text, asked)) &&
        // "Attachments (0)" counts something else.
        (asked !== 'number' || !/\p{L}{5,}.*\d/u.test(b.text)),
    );
    if (value) out.push({ text: `${block.text}: ${value.text}`, score: 0.7 + 0.3 * precision });
  });
  return out;
}

export const PRICE =
  /(?:[$€£¥] ?\d[\d.,]*|\d[\d.,]* ?(?:[$€£¥]|usd|eur|gbp|nok|kr\b))(?: ?[-–] ?(?:[$€£¥] ?\d[\d.,]*|\d[\d.,]* ?(?:[$€£¥]|usd|eur|gbp|nok|kr\b)))?/giu;

/** Answers "how much is the mug?" with the price in the same card or row, which need not contain the word "price". */
export function fromPriced(
  view: View,
  words: readonly string[],
  asked: Asked,
  units: readonly string[],
): Found[] {
  const named = words.filter((w) => !units.includes(w));
  if (asked !== 'money' || !named.length) return [];
  const out: Found[] = [];
  for (const c of view.candidates) {
    if (!c.text || c.text.length > 60 || /\d/u.test(c.text) || cover(named, c.text, []) < 0.9) continue;
    const around = view.ancestors(c).find((a) => a.text.length <= 240 && MONEY.test(a.text));
    const prices = around?.text.match(PRICE) ?? [];
    const precision = agreement(named.join(' '), c.text).precision;
    if (prices.length && prices.length <= 3)
      out.push({ text: `${c.text}: ${prices.join(', ')}`, score: 0.75 + 0.3 * precision });
  }
  // If things with the same name have different prices, all prices are reported.
  const best = Math.max(0, ...out.map((f) => f.score));
  const top = [...new Set(out.filter((f) => f.score >= best - 0.01).map((f) => f.text))];
  return top.length ? [{ text: top.slice(0, 3).join('; '), score: best }] : [];
}

/** Answers "what is the price?" on the page of a single item with the first price under the main heading. */
export function onlyPrice(
  text: readonly TextBlock[],
  words: readonly string[],
  asked: Asked,
  units: readonly string[],
): Found[] {
  if (asked !== 'money' || words.some((w) => !units.includes(w))) return [];
  const at = text.findIndex((b) => b.kind === 'heading' && b.level === 1);
  const price =
    at < 0 ? undefined : text.slice(at + 1, at + 6).find((b) => b.text.length <= 60 && MONEY.test(b.text));
  return price ? [{ text: `${text[at]!.text}: ${price.text}`, score: 0.8 }] : [];
}
