/**
 * Reads comments, messages and reviews, and answers questions about what one of them says. Each has an author. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { ENTRY_NOUNS, POST_NOUNS } from '../lexicon/questions.js';
import { clip, collapseSpaces, splitIdentifier } from '../text.js';
import { createAnswer, type Answer, type Facts, type Post } from './facts.js';
import { removeActions } from './page-text.js';
import type { ParsedQuestion } from './parse-question.js';
import { getContentWords, getWords, hasAllWords, hasWord, isLightVerb } from './words.js';

const MAX_AUTHOR_LENGTH = 100;

const isParagraph = (c: Candidate): boolean =>
  c.role === 'paragraph' || c.tag === 'p' || c.tag === 'blockquote';
const isEntry = (c: Candidate): boolean => c.tag === 'li' || ['listitem', 'article'].includes(c.role);

/** Reads the list entries in which a short text, such as a name and a date, precedes the paragraphs. */
export function readPosts(view: View, children: ReadonlyMap<string | null, readonly Candidate[]>): Post[] {
  const listInside = (c: Candidate): Candidate[] =>
    (children.get(c.uid) ?? []).flatMap((child) => [child, ...listInside(child)]);
  return view.candidates
    .filter((c) => c.visible && isEntry(c))
    .flatMap((entry): Post[] => {
      const innerElements = listInside(entry);
      const paragraphs = innerElements.filter((c) => c.visible && isParagraph(c));
      const [first] = paragraphs;
      if (!first || innerElements.some(isEntry)) return [];
      const [textBefore = ''] = collapseSpaces(entry.text).split(collapseSpaces(first.text));
      return textBefore.trim() === '' || textBefore.length > MAX_AUTHOR_LENGTH
        ? []
        : [
            {
              author: removeActions(textBefore, innerElements),
              surroundingWords: [entry, ...view.getAncestors(entry)].flatMap((c) =>
                getWords(
                  `${c.section} ${splitIdentifier(getName(c).slice(0, MAX_AUTHOR_LENGTH))} ${splitIdentifier(`${c.attributes.class ?? ''} ${c.attributes.id ?? ''}`)}`,
                ),
              ),
              text: paragraphs.map((c) => removeActions(collapseSpaces(c.text), listInside(c))).join(' '),
            },
          ];
    });
}

/** Answers "what does Priya's comment say?" */
export function answerFromPosts(
  { text, form, words }: ParsedQuestion,
  { posts, topic }: Facts,
): Answer | null {
  const asksForText = form === 'value' && /^what (?:does|did|is|was|has)\b/u.test(text);
  const nouns = words.filter((word) => hasWord(POST_NOUNS, word));
  const names = words.filter((word) => !nouns.includes(word) && !isLightVerb(word) && !ENTRY_NOUNS.has(word));
  if (!asksForText || !names.length || !nouns.length) return null;
  // A text below a name is a review only if something around it is called "reviews".
  const matches = posts.filter(
    ({ author, surroundingWords }) =>
      hasAllWords(getWords(author), names) && hasAllWords([...surroundingWords, ...topic], nouns),
  );
  const [post] = matches;
  return post && matches.length === 1 && getContentWords(post.text).length > 0
    ? createAnswer(`“${clip(post.text, 400)}”`, post.text)
    : null;
}
