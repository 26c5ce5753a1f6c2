/** Finds the topic of a page from its title, main heading and current navigation entry. */
import { fold, stem, tokenizeContent } from '../text.js';
import { getName } from './names.js';
import type { View } from './view.js';

const topicWordsByView = new WeakMap<View, ReadonlySet<string>>();

/** Returns the stems of the topic's words: "order" for a list of orders. */
export function findTopicWords(view: View): ReadonlySet<string> {
  const cached = topicWordsByView.get(view);
  if (cached) return cached;
  const { title, text } = view.observation;
  const heading = text.find((b) => b.kind === 'heading' && b.level === 1)?.text ?? '';
  const currentEntries = view.candidates
    .filter((c) => c.states.current && c.landmark !== 'main')
    .map(getName);
  const words = new Set(
    [title, heading, ...currentEntries].flatMap((phrase) => tokenizeContent(phrase).map(stem)),
  );
  topicWordsByView.set(view, words);
  return words;
}

/** Whether the phrase is a single noun that is the page's topic: "orders" on the page that lists them. */
export const isTopic = (phrase: string, view: View): boolean =>
  /^\p{Ll}+$/u.test(phrase) && findTopicWords(view).has(stem(phrase));

/** Returns the title of the first column that has one; '' without a table. It often says what the rows are. */
export const findFirstColumnTitle = (view: View): string =>
  view.candidates.map((c) => (c.role === 'columnheader' ? getName(c) : '')).find((title) => title !== '') ??
  '';

/** Whether the noun is what the page lists: its topic, or the title of the first column. */
export const isListedNoun = (noun: string, view: View): boolean =>
  isTopic(noun, view) || stem(fold(findFirstColumnTitle(view))) === stem(noun);

/** Removes the words of the page's topic: "the Oxford trip" becomes "the Oxford" on the page of trips. */
export const removeTopicWords = (phrase: string, view: View): string =>
  phrase
    .split(' ')
    .filter((word) => !findTopicWords(view).has(stem(fold(word))))
    .join(' ');

/** Returns the topic words and the words of the URL's path: "/album/content/" is about albums, whatever its heading. */
export function findPageNouns(view: View): ReadonlySet<string> {
  const path = /^[a-z]+:\/\/[^/]+\/([^?#]*)/iu.exec(view.observation.url)?.[1] ?? '';
  const words = path.split(/[^\p{L}]+/u).filter((word) => word.length > 2);
  return new Set([...findTopicWords(view), ...words.map((word) => stem(word.toLowerCase()))]);
}
