/**
 * Finds values without a visible label that their links identify: a link to everything with the same value contains the
 * label in its URL ("new" → `?status=new`).
 */
import type { Candidate } from '../../../contract/index.js';
import { topicWords } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { clip, fold, sentence, splitIdentifier, stem, tokens } from '../text.js';
import type { Answer } from './page-facts.js';

const ASKED =
  /^(?:what is|what's|tell me|give me) (?:the|its|his|her) (?:current )?(\p{L}+)(?: of (?:the|this) (\p{L}+))?(?: now)?$/u;

/** Whether the page's URL names the kind of thing that it shows: `/ticket/1`. */
const speaksOf = (noun: string, view: View): boolean =>
  topicWords(view).has(stem(noun)) ||
  tokens(splitIdentifier(view.observation.url)).some((word) => stem(word) === stem(noun));

function says(c: Candidate, label: string, view: View): boolean {
  const to = c.visible && c.text !== '' && c.text.length <= 40 ? view.address(c) : '';
  if (!URL.canParse(to)) return false;
  return [...new URL(to).searchParams].some(
    ([key, value]) => fold(splitIdentifier(key)) === label && fold(value) === fold(c.text),
  );
}

/** Returns the only value that is identified in this way; null if there is none or more than one. */
export function markedValue(question: string, view: View): Answer | null {
  const [, label, noun] = ASKED.exec(fold(question).replace(/[?.! ]+$/gu, '')) ?? [];
  if (!label || (noun && !speaksOf(noun, view))) return null;
  const found = new Set(view.candidates.filter((c) => says(c, label, view)).map((c) => c.text));
  const [value] = found;
  return found.size === 1 ? { text: sentence(`${label}: ${clip(value!, 60)}`), found: true } : null;
}
