/** Compares what a person sees with the text that a model receives. */
import type { SeenItem } from './fidelity-truth.js';

export interface Recall {
  found: number;
  total: number;
  missing: SeenItem[];
}

export type FidelityScore = Record<'controls' | 'texts' | 'values', Recall>;

/** Reduces a text to its words, because the marks around them differ between tools. */
const toWords = (text: string): string =>
  ` ${text
    .replace(/\[(?:ref=)?\w+\]\*?/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const countOccurrences = (text: string, words: string): number => {
  let count = 0;
  // Neighbouring occurrences share a space.
  for (let i = text.indexOf(words); i >= 0; i = text.indexOf(words, i + words.length - 1)) count++;
  return count;
};

/** @param controls the text of each control that an answer can name */
export function scoreFidelity(
  items: readonly SeenItem[],
  text: string,
  controls: readonly string[],
): FidelityScore {
  const words = toWords(text);
  const texts = items.filter(({ kind }) => kind === 'text');
  return {
    controls: scoreControls(
      items.filter(({ kind }) => kind === 'control'),
      controls,
    ),
    texts: scoreTexts(texts, words),
    values: scoreValues(
      items.filter(({ kind }) => kind === 'value' || kind === 'state'),
      text,
      words,
    ),
  };
}

/** A text that is visible three times must occur three times. */
function scoreTexts(items: readonly SeenItem[], words: string): Recall {
  const remaining = new Map<string, number>();
  const missing = items.filter(({ text }) => {
    const key = toWords(text);
    const rest = remaining.get(key) ?? countOccurrences(words, key);
    remaining.set(key, rest - 1);
    return rest <= 0;
  });
  return { found: items.length - missing.length, total: items.length, missing };
}

/** Each control needs a separate match; a control without a label needs one that is left over. */
function scoreControls(items: readonly SeenItem[], controls: readonly string[]): Recall {
  const list = controls.map(toWords);
  const taken = new Set<number>();
  /** Prefers short texts, and texts that start with the label, so that long texts are left for longer labels. */
  const findBest = (label: string): number => {
    const rate = (control: string): number =>
      (control.startsWith(label) ? 0 : MAX_LABEL * 100) + control.length;
    let best = -1;
    list.forEach((control, i) => {
      if (taken.has(i) || !control.includes(label)) return;
      if (best < 0 || rate(control) < rate(list[best]!)) best = i;
    });
    return best;
  };
  const missing: SeenItem[] = [];
  const unlabelled: SeenItem[] = [];
  for (const item of items.toSorted((a, b) => b.text.length - a.text.length)) {
    const label = toWords(item.text.slice(0, MAX_LABEL)).trimEnd();
    const index = label ? findBest(label) : -1;
    if (!label) unlabelled.push(item);
    else if (index < 0) missing.push(item);
    else taken.add(index);
  }
  let spare = list.length - taken.size;
  for (const item of unlabelled) if (spare-- <= 0) missing.push(item);
  return { found: items.length - missing.length, total: items.length, missing };
}

/** The beginning of a long label identifies the control. */
const MAX_LABEL = 80;

/** Compares values as words, and states by their count, because a state belongs to its control. */
function scoreValues(items: readonly SeenItem[], text: string, words: string): Recall {
  const states: Record<string, RegExp> = {
    checked: /☑|◉|\[checked\]|(?<!un)\bchecked\b/g,
    unchecked: /☐|○|\bunchecked\b|\b(?:checkbox|radio)\b(?![^\n]*\[checked)/g,
  };
  const remaining: Record<string, number> = {};
  for (const [state, pattern] of Object.entries(states))
    remaining[state] = [...text.matchAll(pattern)].length;
  const hasWords = ({ text: value }: SeenItem): boolean => toWords(value).trim() !== '';
  const values = items.filter((item) => item.kind === 'value' && hasWords(item));
  const signs = items.filter((item) => item.kind === 'value' && !hasWords(item));
  const missing = items.filter((item) => item.kind === 'state' && remaining[item.text]!-- <= 0);
  missing.push(...signs.filter(({ text: sign }) => !text.includes(sign)));
  const valueRecall = scoreTexts(values, words);
  missing.push(...valueRecall.missing);
  return { found: items.length - missing.length, total: items.length, missing };
}
