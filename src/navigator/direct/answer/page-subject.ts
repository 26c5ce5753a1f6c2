/**
 * Answers questions about the page's subject, such as a product: "does it contain nuts?", "is it dairy free?" Leaves
 * out what the page says about other things, such as recommended products.
 */
import type { View } from '../ground/view.js';
import { clip } from '../text.js';
import type { ParsedQuestion } from './parse-question.js';
import { type Answer, type Facts, createAnswer } from './facts.js';
import { splitSentences } from './sentences.js';
import { saysWithout, getContentWords, getWords, hasAllWords } from './words.js';

const ABOUT_IT =
  /^(?:(?:how|what|when|where|who) (?:much )?)?(?:is|are|was|were|does|do|did|has|have|can|will) (?:it|this|that)(?! (?:page|site|list|table))\b/u;

/** Keeps only what the page says about its own subject, if the question is about "it". */
export const keepSubjectFacts = ({ text }: ParsedQuestion, facts: Facts): Facts =>
  ABOUT_IT.test(text)
    ? {
        ...facts,
        tables: facts.tables.filter(({ hasLinkedEntries }) => !hasLinkedEntries),
        pairs: facts.pairs.filter(({ isInLinkedEntry }) => !isInLinkedEntry),
        lines: facts.lines.filter(({ isInLinkedEntry }) => !isInLinkedEntry),
      }
    : facts;

/**
 * Lists the text of each inline element, such as the tags “Vegan” and “New”. A line of text may contain several tags.
 */
export function listTags(facts: Facts, view: View): string[] {
  const parents = new Set(view.candidates.map(({ parent }) => parent));
  return view.candidates
    .filter(
      (c) =>
        c.visible &&
        !c.interactive &&
        !parents.has(c.uid) &&
        /^(?:span|b|strong|em|small|mark)$/u.test(c.tag) &&
        facts.lines.some((line) => !line.isHeading && !line.isInLinkedEntry && line.text.includes(c.text)),
    )
    .map(({ text }) => text);
}

const ASKS_ABOUT_CONTENTS =
  /^(?:(?:does|do|has|have) (?:it|this|that) (?:have|got|contain|include)|(?:is|are) there) (?:an? |any |some )?(.+?)(?: in (?:it|this|that))?$/u;
const ASKS_WHETHER_FREE =
  /^(?:is|are) (?:it|this|that) (?:(\p{L}+(?: \p{L}+)?)[- ]free|free (?:of|from) (.+))$/u;
/** Words that introduce what something contains. */
const INTRODUCES_CONTENTS =
  /\b(?:contains?|includes?|has|have|with|ingredients|allergens|made (?:from|of|with))\b/iu;
const UNCERTAIN = /\b(?:may|might|could|can|traces?|if)\b|\?$/iu;

/** Answers with the sentences that name what the question asks for, and with yes or no if they are clear. */
export function answerAboutContents({ text }: ParsedQuestion, facts: Facts, view: View): Answer | null {
  const freeMatch = ASKS_WHETHER_FREE.exec(text);
  const isAboutIt = ABOUT_IT.test(text) || / in (?:it|this|that)$/u.test(text);
  const words = getContentWords(
    freeMatch?.[1] ?? freeMatch?.[2] ?? ASKS_ABOUT_CONTENTS.exec(text)?.[1] ?? '',
  );
  if (!isAboutIt || !words.length) return null;
  const sentences = [
    ...facts.lines
      .filter(({ isControl, isHeading, isInLinkedEntry }) => !isControl && !isHeading && !isInLinkedEntry)
      .flatMap((line) => splitSentences(line.text)),
    ...listTags(facts, view),
  ].filter((sentence) => hasAllWords(getWords(sentence), words));
  // The shortest text is the clearest: a single tag rather than the line of all tags.
  const [quote] = sentences.toSorted((a, b) => a.length - b.length);
  if (quote === undefined) return null;
  const answers = new Set(
    sentences.map((sentence) => {
      if (UNCERTAIN.test(sentence)) return null;
      if (words.some((word) => saysWithout(sentence, word))) return false;
      const isTag = getContentWords(sentence).length === words.length;
      return isTag || INTRODUCES_CONTENTS.test(sentence) ? true : null;
    }),
  );
  const [answer] = answers;
  const lead =
    answers.size > 1 || answer === null ? 'The' : answer !== Boolean(freeMatch) ? 'Yes, the' : 'No, the';
  return createAnswer(
    `${lead} page says ${(answers.size > 1 ? sentences.slice(0, 3) : [quote]).map((s) => `“${clip(s, 160)}”`).join(', ')}`,
  );
}
