/** Reads part of an observed page: the section below a heading, the whole page, or the surroundings of an element. */
import type { Candidate, Excerpt, Observation, ReadTarget, TextBlock, Uid } from '../../contract/index.js';
import { fold } from '../../text/index.js';
import { toExcerpt, toReadingOrder, type ReadableItem } from './reading-order.js';
import { fitEachWord, fitPhrase, removeWords, splitWords } from './word-matching.js';

/** Number of items read around an element: at most this many before it, at least this many after it. */
const ITEMS_AROUND = 10;
const MAX_TITLE_LENGTH = 80;

type Page = Pick<Observation, 'candidates' | 'text' | 'title'>;

interface PagePart {
  title: string;
  items: readonly ReadableItem[];
}

const FRAME_TAGS = new Set(['iframe', 'frame', 'object', 'embed']);

/**
 * Text blocks already contain the text of passive elements. Controls, scroll containers, frames and named images are
 * in no block.
 */
function isWorthReading({ interactive, scroll, name, text, tag }: Candidate): boolean {
  return interactive || scroll !== undefined || FRAME_TAGS.has(tag) || (name !== '' && text === '');
}

const headingOf = (item: ReadableItem | undefined): TextBlock | null =>
  item?.type === 'block' && item.block.kind === 'heading' ? item.block : null;

/**
 * Finds the heading that matches best: exactly these words, then all of them side by side, then most of them. Shorter
 * headings win, then earlier ones.
 *
 * @returns its index; -1 if no heading matches
 */
function findHeading(items: readonly ReadableItem[], words: string): number {
  const queryWords = splitWords(fold(words));
  let best = -1;
  let bestScore = 0;
  items.forEach((item, index) => {
    const heading = headingOf(item);
    if (!heading) return;
    const present = splitWords(fold(heading.text));
    let score = 0;
    if (!queryWords.length) score = fold(heading.text) === fold(words) ? 1 : 0;
    else if (present.join(' ') === queryWords.join(' ')) score = 10;
    else {
      const phrase = fitPhrase(queryWords, present);
      const fits = fitEachWord(queryWords, present);
      const share = fits.reduce<number>((sum, fit) => sum + fit / 2, 0) / queryWords.length;
      // “Chapter 7: Summary” is not the summary of another chapter.
      const otherNumber = fits.some((fit, i) => fit === 0 && /\p{N}/u.test(queryWords[i]!));
      if (phrase) score = 4 + 2 * phrase + queryWords.length / present.length;
      else if (share > 0.5 && !otherNumber)
        score = 2 * share + Math.min(1, queryWords.length / present.length);
    }
    if (score > bestScore) {
      bestScore = score;
      best = index;
    }
  });
  return best;
}

/** A section ends at the next heading of the same or a higher level, or at the end of its frame. */
function findSectionEnd(items: readonly ReadableItem[], from: number): number {
  const { frame } = items[from]!;
  const level = headingOf(items[from])?.level ?? 2;
  let index = from + 1;
  for (; index < items.length && items[index]!.frame === frame; index++) {
    const heading = headingOf(items[index]);
    if (heading && (heading.level ?? 2) <= level) break;
  }
  return index;
}

function findSection(items: readonly ReadableItem[], words: string): PagePart | null {
  const headingIndex = findHeading(items, words);
  const heading = headingOf(items[headingIndex]);
  return (
    heading && { title: heading.text, items: items.slice(headingIndex, findSectionEnd(items, headingIndex)) }
  );
}

function titleOf({ name, text, hiddenName, tag }: Candidate): string {
  const visibleName = hiddenName ? text || removeWords(name, hiddenName) : name || text;
  return Array.from(visibleName || tag)
    .slice(0, MAX_TITLE_LENGTH)
    .join('');
}

/** The nearest heading, a few items before the element, and the items after it to the end of the section or further. */
function findSurroundings(page: Page, uid: Uid): PagePart | null {
  const candidate = page.candidates.find(
    (other) => other.uid === uid || other.folded.some((alias) => alias.uid === uid),
  );
  if (!candidate || candidate.behindModal) return null;
  const frame = candidate.frame.join(' ');
  const items = toReadingOrder(page, (other) => other === candidate || isWorthReading(other)).filter(
    (item) => item.frame === frame,
  );
  const itemIndex = items.findIndex((item) => item.type === 'candidate' && item.candidate === candidate);
  let heading = itemIndex;
  while (heading >= 0 && !headingOf(items[heading])) heading--;
  const first = Math.max(heading + 1, itemIndex - ITEMS_AROUND, 0);
  const end = heading < 0 ? 0 : findSectionEnd(items, heading);
  const rest = items.slice(first, Math.max(end, itemIndex + 1 + ITEMS_AROUND));
  return { title: titleOf(candidate), items: heading < 0 ? rest : [items[heading]!, ...rest] };
}

function findPart(page: Page, target: ReadTarget): PagePart | null {
  if ('around' in target) return findSurroundings(page, target.around);
  const items = toReadingOrder(page, isWorthReading);
  return target.heading === null ? { title: page.title, items } : findSection(items, target.heading);
}

/** @returns `k` items from index `from` on; null if the page has no such part */
export function readPart(
  page: Page,
  target: ReadTarget,
  from: number,
  k: number,
): (Excerpt & { title: string }) | null {
  const found = findPart(page, target);
  if (!found) return null;
  const first = Math.max(0, from);
  const items = found.items.slice(first, first + Math.max(0, k));
  return { ...toExcerpt(items, found.items.length), title: found.title };
}
