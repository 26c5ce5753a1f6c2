/** Finds the facts of an answer that the page shows, so that a replay does not repeat an outdated answer. Pure. */
import type { Observation } from '../contract/index.js';
import { normalise } from './text.js';

type PageTexts = Pick<Observation, 'title' | 'text' | 'candidates'>;

/** Numbers, times, dates and quoted text. */
const FACT = /“([^”]{1,80})”|\d+(?:[.,:/–-]\d+)*/gu;
const MAX_FACTS = 20;

const getPageText = ({ title, text, candidates }: PageTexts): string =>
  normalise(
    [
      title,
      ...text.map((block) => block.text),
      ...candidates.map(({ name, text, value }) => `${name} ${text} ${value ?? ''}`),
    ].join('\n'),
  );

/** Returns the facts of a sentence that the page shows. */
export function findShownFacts(sentence: string, page: PageTexts): string[] {
  const facts = [...sentence.matchAll(FACT)]
    .map(([fact, quotedText]) => quotedText ?? fact)
    .slice(0, MAX_FACTS);
  if (facts.length === 0) return [];
  const pageText = getPageText(page);
  return [...new Set(facts)].filter((fact) => pageText.includes(normalise(fact)));
}

/** Returns the first fact that the page does not show; null if it shows all of them. */
export function findMissingFact(facts: readonly string[], page: PageTexts): string | null {
  if (facts.length === 0) return null;
  const pageText = getPageText(page);
  return facts.find((fact) => !pageText.includes(normalise(fact))) ?? null;
}
