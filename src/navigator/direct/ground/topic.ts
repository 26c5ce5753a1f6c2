/** What a page is about, by its title, its main heading and the entry of the navigation that it is. */
import { contentTokens, stem } from '../text.js';
import { nameOf } from './names.js';
import type { View } from './view.js';

const memo = new WeakMap<View, ReadonlySet<string>>();

/** Stems of the words: of a list of orders "order" is one. */
export function topicWords(view: View): ReadonlySet<string> {
  const known = memo.get(view);
  if (known) return known;
  const { title, text } = view.observation;
  const heading = text.find((b) => b.kind === 'heading' && b.level === 1)?.text ?? '';
  const current = view.candidates.filter((c) => c.states.current && c.landmark !== 'main').map(nameOf);
  const words = new Set([title, heading, ...current].flatMap((said) => contentTokens(said).map(stem)));
  memo.set(view, words);
  return words;
}

/** "orders" on the page that lists them: one plain noun that the page is about. */
export const isTopic = (phrase: string, view: View): boolean =>
  /^\p{Ll}+$/u.test(phrase) && topicWords(view).has(stem(phrase));
