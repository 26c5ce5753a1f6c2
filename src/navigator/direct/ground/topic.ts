/** Finds the topic of a page from its title, main heading and current navigation entry. */
import { contentTokens, stem } from '../text.js';
import { nameOf } from './names.js';
import type { View } from './view.js';

const memo = new WeakMap<View, ReadonlySet<string>>();

/** Returns the stems of the topic's words: "order" for a list of orders. */
export function findTopicWords(view: View): ReadonlySet<string> {
  const known = memo.get(view);
  if (known) return known;
  const { title, text } = view.observation;
  const heading = text.find((b) => b.kind === 'heading' && b.level === 1)?.text ?? '';
  const current = view.candidates.filter((c) => c.states.current && c.landmark !== 'main').map(nameOf);
  const words = new Set([title, heading, ...current].flatMap((phrase) => contentTokens(phrase).map(stem)));
  memo.set(view, words);
  return words;
}

/** Whether the phrase is a single noun that is the page's topic: "orders" on the page that lists them. */
export const isTopic = (phrase: string, view: View): boolean =>
  /^\p{Ll}+$/u.test(phrase) && findTopicWords(view).has(stem(phrase));

/** The topic, with the words of the URL's path: "/album/content/" is about albums, whatever its heading is. */
export function findThingWords(view: View): ReadonlySet<string> {
  const path = /^[a-z]+:\/\/[^/]+\/([^?#]*)/iu.exec(view.observation.url)?.[1] ?? '';
  const words = path.split(/[^\p{L}]+/u).filter((word) => word.length > 2);
  return new Set([...findTopicWords(view), ...words.map((word) => stem(word.toLowerCase()))]);
}
