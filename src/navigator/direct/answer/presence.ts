/**
 * Answers "is there a search?" and "are there any images?" from what is visible, or from a text such as "no images
 * yet".
 */
import { describe, short } from '../ground/describe.js';
import { clickable, ground } from '../ground/ground.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { readTarget } from '../language/target.js';
import { clip, fold, sentence, stem, tokens } from '../text.js';

export interface Answer {
  text: string;
  /** Whether the page contains the answer. */
  found: boolean;
}

const told = (text: string): Answer => ({ text: sentence(text), found: true });

const IS_THERE =
  /^(?:is|are) there (?:a |an |any |some )?(.+?)(?: (?:on|in) (?:this|the) (?:page|site|screen))?\s*\??$/u;
const DOES_IT_HAVE =
  /^(?:does|do) (?:this|the) (?:page|site) (?:have|contain|show) (?:a |an |any )?(.+?)\s*\??$/u;

export function presence(q: string, view: View): Answer | null {
  const said = (IS_THERE.exec(q) ?? DOES_IT_HAVE.exec(q))?.[1];
  if (said === undefined) return null;
  const many = /^are there\b/u.test(q);
  const none = many ? saysNone(said, view) : null;
  if (none !== null) return told(`No: the page says “${clip(none, 200)}”`);
  const found = ground(
    { target: readTarget(said, []), suits: (c) => Math.max(clickable(c), c.role === 'heading' ? 0.97 : 0) },
    view,
  );
  if (found.kind === 'none') return null;
  const hits = found.kind === 'one' ? [found.hit] : found.hits;
  // A link to the images, or their heading, is not an image.
  const titles = many && hits.every(({ candidate: c }) => c.role !== 'img' && fold(nameOf(c)) === said);
  if (titles) return null;
  if (hits.length === 1) return told(`Yes, there is ${short(hits[0]!.candidate)}`);
  const shown = hits.slice(0, 4).map((h) => describe(h.candidate));
  return told(`Yes, there are ${hits.length}: ${shown.join(', ')}`);
}

/** Finds a text that says there are none: "You haven't uploaded any images", "No comments yet". */
function saysNone(thing: string, view: View): string | null {
  const [noun, ...more] = tokens(thing);
  if (noun === undefined || more.length > 0) return null;
  const line = view.observation.text.find(
    ({ text }) => text.length < 200 && NONE.test(fold(text)) && nounAfter(fold(text), noun),
  );
  return line?.text ?? null;
}

const NONE = /(?:^|\. |\b(?:are|were|is|found|has|have|sorry,?) )no\b|(?:n't|\bnot|\bnever)\b.{0,30}\bany\b/u;
const nounAfter = (text: string, noun: string): boolean =>
  tokens(text.slice(text.search(/\b(?:no|any)\b/u)))
    .slice(1, 3)
    .some((word) => stem(word) === stem(noun));
