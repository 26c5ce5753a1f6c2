/**
 * Answers what the only thing that a page is about contains or is: "does it contain nuts?", "is it dairy free?" Other
 * things that the page only mentions, such as recommended products, are left out.
 */
import type { View } from '../ground/view.js';
import { clip } from '../text.js';
import type { ParsedQuestion } from './parse-question.js';
import { type Answer, type Facts, createAnswer } from './facts.js';
import { splitSentences } from './sentences.js';
import { deniesWord, getContentWords, getWords, hasAllWords } from './words.js';

const ABOUT_IT =
  /^(?:(?:how|what|when|where|who) (?:much )?)?(?:is|are|was|were|does|do|did|has|have|can|will) (?:it|this|that)(?! (?:page|site|list|table))\b/u;

/** Returns only what the page says about its own subject, if the question is about "it". */
export const keepOwnFacts = ({ text }: ParsedQuestion, facts: Facts): Facts =>
  ABOUT_IT.test(text)
    ? {
        ...facts,
        tables: facts.tables.filter(({ leadsElsewhere }) => !leadsElsewhere),
        pairs: facts.pairs.filter(({ isElsewhere }) => !isElsewhere),
        lines: facts.lines.filter(({ isElsewhere }) => !isElsewhere),
      }
    : facts;

/** Lists the short texts of own elements, such as tags, which a line may join. */
export function listTags(facts: Facts, view: View): string[] {
  const parents = new Set(view.candidates.map(({ parent }) => parent));
  return view.candidates
    .filter(
      (c) =>
        c.visible &&
        !c.interactive &&
        !parents.has(c.uid) &&
        /^(?:span|b|strong|em|small|mark)$/u.test(c.tag) &&
        facts.lines.some((line) => !line.isHeading && !line.isElsewhere && line.text.includes(c.text)),
    )
    .map(({ text }) => text);
}

const CONTAINS =
  /^(?:(?:does|do|has|have) (?:it|this|that) (?:have|got|contain|include)|(?:is|are) there) (?:an? |any |some )?(.+?)(?: in (?:it|this|that))?$/u;
const IS_FREE = /^(?:is|are) (?:it|this|that) (?:(\p{L}+(?: \p{L}+)?)[- ]free|free (?:of|from) (.+))$/u;
/** Words before what a text says is there. */
const HAS = /\b(?:contains?|includes?|has|have|with|ingredients|allergens|made (?:from|of|with))\b/iu;
const UNCERTAIN = /\b(?:may|might|could|can|traces?|if)\b|\?$/iu;

/** Answers with the sentences that name what the question asks for, and with yes or no if they are clear. */
export function answerAboutContents({ text }: ParsedQuestion, facts: Facts, view: View): Answer | null {
  const freeMatch = IS_FREE.exec(text);
  const isAboutIt = ABOUT_IT.test(text) || / in (?:it|this|that)$/u.test(text);
  const words = getContentWords(freeMatch?.[1] ?? freeMatch?.[2] ?? CONTAINS.exec(text)?.[1] ?? '');
  if (!isAboutIt || !words.length) return null;
  const sentences = [
    ...facts.lines
      .filter(({ isControl, isHeading, isElsewhere }) => !isControl && !isHeading && !isElsewhere)
      .flatMap((line) => splitSentences(line.text)),
    ...listTags(facts, view),
  ].filter((sentence) => hasAllWords(getWords(sentence), words));
  // The shortest text is the clearest: a tag of its own, not the line of all tags.
  const [quote] = sentences.toSorted((a, b) => a.length - b.length);
  if (quote === undefined) return null;
  const verdicts = new Set(
    sentences.map((sentence) => {
      if (UNCERTAIN.test(sentence)) return null;
      if (words.some((word) => deniesWord(sentence, word))) return false;
      const isTag = getContentWords(sentence).length === words.length;
      return isTag || HAS.test(sentence) ? true : null;
    }),
  );
  const [verdict] = verdicts;
  const lead =
    verdicts.size > 1 || verdict === null ? 'The' : verdict !== Boolean(freeMatch) ? 'Yes, the' : 'No, the';
  return createAnswer(
    `${lead} page says ${(verdicts.size > 1 ? sentences.slice(0, 3) : [quote]).map((s) => `“${clip(s, 160)}”`).join(', ')}`,
  );
}
