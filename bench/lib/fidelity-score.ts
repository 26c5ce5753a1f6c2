/** Compares what a person sees on a page with the text that a model receives. */
import type { VisibleItem } from './fidelity-ground-truth.js';

export interface Recall {
  foundCount: number;
  totalCount: number;
  missingItems: VisibleItem[];
}

export type FidelityScore = Record<'controls' | 'texts' | 'values', Recall>;

/** Reduces text to its words, because each tool under comparison adds its own markup. */
const extractWords = (text: string): string =>
  ` ${text
    .replace(/\[(?:ref=)?\w+\]\*?/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const countOccurrences = (text: string, phrase: string): number => {
  let count = 0;
  // The phrase begins and ends with a space, which adjacent occurrences share.
  for (let i = text.indexOf(phrase); i >= 0; i = text.indexOf(phrase, i + phrase.length - 1)) count++;
  return count;
};

/** @param controls the text of each control that a model's answer can refer to */
export function scoreFidelity(
  items: readonly VisibleItem[],
  text: string,
  controls: readonly string[],
): FidelityScore {
  const words = extractWords(text);
  const textItems = items.filter(({ kind }) => kind === 'text');
  return {
    controls: scoreControls(
      items.filter(({ kind }) => kind === 'control'),
      controls,
    ),
    texts: scoreText(textItems, words),
    values: scoreValues(
      items.filter(({ kind }) => kind === 'value' || kind === 'state'),
      text,
      words,
    ),
  };
}

/** Text that is visible three times must occur three times. */
function scoreText(items: readonly VisibleItem[], words: string): Recall {
  const remainingCounts = new Map<string, number>();
  const missingItems = items.filter(({ text }) => {
    const key = extractWords(text);
    const remainingCount = remainingCounts.get(key) ?? countOccurrences(words, key);
    remainingCounts.set(key, remainingCount - 1);
    return remainingCount <= 0;
  });
  return { foundCount: items.length - missingItems.length, totalCount: items.length, missingItems };
}

/** Each visible control needs its own match. One without a label matches any entry of `controls` that is left. */
function scoreControls(items: readonly VisibleItem[], controls: readonly string[]): Recall {
  const controlWords = controls.map(extractWords);
  const matchedIndices = new Set<number>();
  /** Prefers text that starts with the label, then short text, so that long text is left for longer labels. */
  const findBestMatch = (label: string): number => {
    const getCost = (control: string): number =>
      (control.startsWith(label) ? 0 : MAX_LABEL_LENGTH * 100) + control.length;
    let bestIndex = -1;
    controlWords.forEach((control, i) => {
      if (matchedIndices.has(i) || !control.includes(label)) return;
      if (bestIndex < 0 || getCost(control) < getCost(controlWords[bestIndex]!)) bestIndex = i;
    });
    return bestIndex;
  };
  const missingItems: VisibleItem[] = [];
  const unlabelledItems: VisibleItem[] = [];
  for (const item of items.toSorted((a, b) => b.text.length - a.text.length)) {
    const label = extractWords(item.text.slice(0, MAX_LABEL_LENGTH)).trimEnd();
    const index = label ? findBestMatch(label) : -1;
    if (!label) unlabelledItems.push(item);
    else if (index < 0) missingItems.push(item);
    else matchedIndices.add(index);
  }
  let unmatchedCount = controlWords.length - matchedIndices.size;
  for (const item of unlabelledItems) if (unmatchedCount-- <= 0) missingItems.push(item);
  return { foundCount: items.length - missingItems.length, totalCount: items.length, missingItems };
}

/** Labels are compared only up to this length, which is enough to identify a control. */
const MAX_LABEL_LENGTH = 80;

/** Compares values by their words, and states by count, because a state's text does not name its control. */
function scoreValues(items: readonly VisibleItem[], text: string, words: string): Recall {
  const statePatterns: Record<string, RegExp> = {
    checked: /☑|◉|\[checked\]|(?<!un)\bchecked\b/g,
    unchecked: /☐|○|\bunchecked\b|\b(?:checkbox|radio)\b(?![^\n]*\[checked)/g,
  };
  const remainingStates: Record<string, number> = {};
  for (const [state, pattern] of Object.entries(statePatterns))
    remainingStates[state] = [...text.matchAll(pattern)].length;
  const hasWords = ({ text: value }: VisibleItem): boolean => extractWords(value).trim() !== '';
  const wordValues = items.filter((item) => item.kind === 'value' && hasWords(item));
  const symbolValues = items.filter((item) => item.kind === 'value' && !hasWords(item));
  const missingItems = items.filter((item) => item.kind === 'state' && remainingStates[item.text]!-- <= 0);
  missingItems.push(...symbolValues.filter(({ text: symbol }) => !text.includes(symbol)));
  const valueRecall = scoreText(wordValues, words);
  missingItems.push(...valueRecall.missingItems);
  return { foundCount: items.length - missingItems.length, totalCount: items.length, missingItems };
}
