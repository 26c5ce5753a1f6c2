/**
 * Answers by quoting: the block of the page that agrees best with the question and holds what it asks for
 * (a year for "when", a number for "how many"). Too little agreement is said as such, never guessed around.
 */
import type { Inspector, TextBlock } from '../../../contract/index.js';
import { agreement, alike, clip, contentTokens, fold, squash, tokens, stem } from '../text.js';
import { STOP } from '../lexicon/polite.js';
import { QUESTION_NOISE, UNITS } from '../lexicon/questions.js';
import type { View } from '../ground/view.js';
import { type Answer, answerFromPage } from './page-facts.js';
import { answerOfSubject } from './subject.js';

type Asked = 'date' | 'number' | 'money' | 'person' | 'place' | 'any';

const DATE =
  /\b(?:1[0-9]|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b\d{1,2}:\d{2}\b|\bcentury\b|\b\d{1,2} ?(?:am|pm)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:today|tomorrow|yesterday)\b/iu;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand|million|billion|no|none)\b/iu;
const MONEY = /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|usd|eur|gbp|nok|kr\b|dollars?|euros?|pounds?|cents?)|\bfree\b/iu;
const NAME = /\p{Lu}\p{L}+/u;

export function askedFor(question: string): Asked {
  const q = fold(question);
  if (
    /^(?:when|what (?:year|date|day|time|month)|which (?:year|date|day|month)|in (?:what|which) year|at what time|since when|until when|what is the (?:date|deadline|year|time|start|due))/u.test(
      q,
    )
  )
    return 'date';
  if (
    /^(?:how much (?:is|are|does|do|did|would|will)|what (?:does|is|are|was) .*\b(?:price|cost|costs|fee|total|amount due)\b|what's the (?:price|cost|total)|what the (?:price|cost|total))/u.test(
      q,
    )
  )
    return 'money';
  if (
    /^how (?:many|much|tall|high|long|far|big|large|old|deep|wide|heavy|fast|often)\b|^what (?:is|was) the (?:number|population|height|length|area|weight|size|distance|depth|age|quantity|count|percentage|score|rating)\b/u.test(
      q,
    )
  )
    return 'number';
  if (/^(?:who|whose|whom)\b/u.test(q)) return 'person';
  if (/^where\b/u.test(q)) return 'place';
  return 'any';
}

const holds = (text: string, asked: Asked): boolean =>
  asked === 'date'
    ? DATE.test(text)
    : asked === 'number'
      ? NUMBER.test(text)
      : asked === 'money'
        ? MONEY.test(text)
        : asked === 'person' || asked === 'place'
          ? NAME.test(text)
          : text.length > 0;

/** Words of the question that the answer's block must be about. */
export function questionWords(question: string): string[] {
  // "this book", "this page": the page itself, which need not name itself.
  const words = contentTokens(
    question.replace(/\b(?:this|the current) (?:\p{L}+)(?=[\s?]|$)/giu, ' '),
  ).filter((w) => !QUESTION_NOISE.has(w));
  const unit = UNITS.find(([pattern]) => pattern.test(fold(question)));
  return unit ? [...words.filter((w) => !unit[1].includes(w)), unit[1][0]!] : words;
}

interface Found {
  text: string;
  score: number;
}

const unitWords = (question: string): readonly string[] =>
  UNITS.find(([p]) => p.test(fold(question)))?.[1] ?? [];

/** Share of `words` found in `text`; synonyms of a measure ("tall" → height) count as one. */
function cover(words: readonly string[], text: string, units: readonly string[]): number {
  if (!words.length) return 0;
  const have = tokens(text);
  let sum = 0;
  for (const w of words) {
    const list = units.includes(w) ? units : [w];
    sum += Math.max(0, ...list.map((u) => Math.max(0, ...have.map((h) => alike(u, h, true)))));
  }
  return sum / words.length;
}

/** A cell of a `Key: value | Key: value` row, when key and the rest of the row answer the question. */
function fromRow(
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
  cells.forEach((cell, i) => {
    const asKey = keyed ? cell.key : i > 0 ? (cells[0]?.value ?? '') : '';
    if (!asKey || !cell.value) return;
    const key = cover(words, asKey, units);
    if (key === 0) return;
    const others = cells
      .filter((_, j) => j !== i)
      .map((c) => c.value)
      .join(' ');
    const all = cover(words, `${asKey} ${others} ${topic} ${block.under}`, units);
    const keyFit = agreement(words.join(' '), asKey).precision;
    // The value is what is asked for, so words of the question that stand in the value do not count for it.
    if (all >= 0.75)
      out.push({
        text: cell.key && cells.length <= 2 ? block.text : `${asKey}: ${cell.value}`,
        score: all + 0.12 + 0.1 * keyFit,
      });
  });
  return out;
}

const SENTENCE = /[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*\s*/gu;
export function sentences(text: string): string[] {
  const parts = text.match(SENTENCE) ?? [text];
  const out: string[] = [];
  for (const p of parts) {
    const last = out.at(-1);
    // "St. Paul", "1.5 m", "e.g. this": no sentence ends there.
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

/** Everything on the page that might answer, scored. */
function findAll(view: View, question: string, extra: ReadonlyMap<TextBlock, number>): Found[] {
  const asked = askedFor(question);
  const words = questionWords(question);
  const units = unitWords(question);
  const { title, text } = view.observation;
  const h1 = text.find((b) => b.kind === 'heading' && b.level === 1)?.text ?? '';
  const topic = `${title} ${h1}`;
  const counting = /^how many /iu.test(question);
  const subjects = subjectsOf(question);
  const found: Found[] = [
    ...(counting ? fromCounting(text, question) : []),
    ...fromCards(text, words, asked, units),
    ...fromPriced(view, words, asked, units),
    ...onlyPrice(text, words, asked, units),
  ];
  for (const block of text) {
    const heading = block.kind === 'heading' ? 0.05 : 0;
    const boost = Math.min(extra.get(block) ?? 0, 0.05);
    if (
      block.kind === 'row' ||
      block.kind === 'term' ||
      / \| /u.test(block.text) ||
      /^[^:]{2,30}: \S/u.test(block.text)
    )
      for (const f of fromRow(block, words, topic, units))
        if (holds(f.text.replace(/^[^:]*: /u, ''), asked) && (!counting || countsOf(question, f.text)))
          found.push({ ...f, score: f.score + boost });
    for (const raw of sentences(block.text)) {
      const s = raw.replace(/^by (?=\p{Lu})/iu, 'Author: ');
      if (
        !holds(s, asked) ||
        !addsTo(question, s, topic) ||
        !countsOf(question, s) ||
        (asked === 'person' && !names(question, s))
      )
        continue;
      const direct = cover(words, s, units);
      const own = words.filter((w) => cover([w], topic, units) < 0.8);
      // The page's subject need not be repeated in the sentence, but what is asked about it must be.
      const specific = own.length ? cover(own, `${s} ${block.under}`, units) : direct;
      const here = own.length ? cover(own, s, units) : direct;
      const whole = cover(words, `${s} ${topic} ${block.under}`, units);
      if (specific < 0.6 || here < 0.34 || whole < 0.65) continue;
      // What the question is about must be there, however well its everyday words fit.
      if (cover(subjects, `${s} ${topic} ${block.under}`, units) < (subjects.length ? 0.8 : 0)) continue;
      found.push({
        text: s,
        score:
          0.5 * whole +
          0.3 * here +
          0.2 * direct +
          boost +
          tells(question, s) -
          heading -
          Math.min(s.length / 4000, 0.08),
      });
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

const SUBJECT =
  /[\p{L}\d]+(?:[._][\p{L}\d]+)+|\p{L}*\p{Ll}\p{Lu}\p{L}*|(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\d]+/gu;

/** Names in a question (KeepAliveTimeout, list.pop, Lyon) are what it is about; of `a.b` the last part. */
function subjectsOf(question: string): string[] {
  return (question.match(SUBJECT) ?? []).map((name) => fold(name.split(/[._]/u).at(-1)!));
}

/** Repeating the question or the heading tells nothing. */
function addsTo(question: string, text: string, topic: string): boolean {
  const known = new Set([...tokens(question), ...tokens(topic)].map((t) => t));
  return (
    contentTokens(text).filter((t) => !known.has(t) && ![...known].some((k) => alike(k, t) >= 0.9)).length > 0
  );
}

/** "What is X" is told by a sentence that says what X is; a scrap of words tells little. */
function tells(question: string, text: string): number {
  const defines =
    /^(?:what|who) (?:is|are|was|were) /iu.test(question) &&
    /\b(?:is|are|was|were) (?:a|an|the|one|used)\b/iu.test(text);
  return (defines ? 0.12 : 0) - (contentTokens(text).length < 6 && !/\d/u.test(text) ? 0.1 : 0);
}

/** "Who" wants a name that the question did not give; a capital at the start of a sentence is none. */
function names(question: string, text: string): boolean {
  const asked = new Set(tokens(question));
  return [...text.matchAll(/(?<=[\p{L}\p{N},:] )\p{Lu}\p{L}+/gu)].some(
    (m) => !asked.has(fold(m[0])) && !STOP.has(fold(m[0])),
  );
}

/** "How many chapters" wants a number of chapters, not a chapter with a number. */
function countsOf(question: string, text: string): boolean {
  const noun =
    /^how many ((?:\p{L}+ ){0,2}?\p{L}+?)(?: (?:are|is|do|does|did|were|was|can|has|have|in|on|of)\b|\?|$)/iu.exec(
      question,
    )?.[1];
  if (!noun) return true;
  // The very word, and no synonym: "24 articles" does not count results.
  const plain = (words: string): string[] => words.toLowerCase().match(/[\p{L}\p{N}.,]+/gu) ?? [];
  const head = stem(plain(noun).at(-1)!);
  // Of a row or a labelled value only the number that belongs to the label counts: "Users: 12".
  if (/ \| /u.test(text)) return false;
  const labelled = /^([^:]{2,40}): ?([\d.,]+)\b/u.exec(text);
  if (labelled) return plain(labelled[1]!).some((n) => stem(n) === head);
  const words = plain(text);
  return words.some((w, i) => NUMBER.test(w) && words.slice(i + 1, i + 4).some((n) => stem(n) === head));
}

const COUNTED =
  /^how many (?:of (?:the|these|those|my|our) )?((?:\p{L}+ )??\p{L}+)(?: (?:are there|are|is|have|has|do we have|come|live))? ?(?:in|from|with|of|by|at|on|marked|called)? (.+?)\??$/iu;

/** "How many users are pending?": the rows of the page that have a cell which says just that. */
function fromCounting(text: readonly TextBlock[], question: string): Found[] {
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
  // Said by two different columns, it is not clear what is counted.
  if (columns.size !== 1) return [];
  const [[column, rows]] = [...columns] as [[string, string[]]];
  const many = rows.length === 1 ? '1 row here has' : `${rows.length} rows here have`;
  return [{ text: `${many} “${value}” under “${column}”.`, score: 0.95 }];
}

/** A short label with its value beside it, as cards show figures: "EARNINGS" over "$40,000", "150" over "New orders". */
function fromCards(
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
      (b) => b && b.text.length <= 30 && /\d/u.test(b.text) && (asked === 'any' || holds(b.text, asked)),
    );
    if (value) out.push({ text: `${block.text}: ${value.text}`, score: 0.7 + 0.3 * precision });
  });
  return out;
}

const PRICE =
  /(?:[$€£¥] ?\d[\d.,]*|\d[\d.,]* ?(?:[$€£¥]|usd|eur|gbp|nok|kr\b))(?: ?[-–] ?(?:[$€£¥] ?\d[\d.,]*|\d[\d.,]* ?(?:[$€£¥]|usd|eur|gbp|nok|kr\b)))?/giu;

/** "How much is the mug?": the price stands in the same card or row as the mug and does not say "price". */
function fromPriced(view: View, words: readonly string[], asked: Asked, units: readonly string[]): Found[] {
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
  // Things of one name with different prices are told with all of them.
  const best = Math.max(0, ...out.map((f) => f.score));
  const top = [...new Set(out.filter((f) => f.score >= best - 0.01).map((f) => f.text))];
  return top.length ? [{ text: top.slice(0, 3).join('; '), score: best }] : [];
}

/** "What is the price?" on the page of one thing: the first price under its main heading. */
function onlyPrice(
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

const NUMBERED = /(?<![\p{L}\p{N}])(?:\p{Lu}*[-.]?\d[\d-]{3,}\p{L}*)(?![\p{L}\p{N}])/gu;

/** "What is the status of order 48204?" where only one line has that number: what stands there is told as it is. */
function saidOf(question: string, view: View): Answer | null {
  const numbers = question.match(NUMBERED) ?? [];
  const number = numbers[0];
  if (number === undefined || numbers.length > 1) return null;
  const lines = view.observation.text.filter((b) => b.text.match(NUMBERED)?.includes(number));
  const told = lines.length === 1 && lines[0]!.text.length <= 300 ? lines[0]!.text : '';
  return contentTokens(told).length > 1
    ? { text: `Of ${number} the page says: “${told}”`, found: true }
    : null;
}

/** The answer to a question, quoted from the page, or that the page does not tell. */
export async function answer(question: string, view: View, look: Inspector): Promise<Answer> {
  const direct = answerFromPage(question, view) ?? answerOfSubject(question, view);
  if (direct) return direct;
  const passages = await look.passages(question, 8);
  const extra = new Map(passages.map(({ block }, i) => [block, 0.05 - i * 0.006] as const));
  const found = findAll(view, question, extra);
  const best = found[0];
  if (!best || best.score < 0.6) return saidOf(question, view) ?? { text: '', found: false };
  return { text: clip(best.text, 400), found: true };
}
