/** A place of a look, piece by piece: the section under a heading, the whole page, or what is around an element. */
import type { Candidate, Excerpt, Observation, ReadTarget, TextBlock, Uid } from '../contract/index.js';
import { excerptOf, inReadingOrder, type Item } from './reading-order.js';
import { eachFit, fold, phraseFit, withoutWords, wordsIn } from './words.js';

/** So much is shown before an element at most, its heading aside, and after it at least. */
const AROUND = 10;
const LONGEST_TITLE = 80;

type Page = Pick<Observation, 'candidates' | 'text' | 'title'>;

interface Place {
  title: string;
  items: readonly Item[];
}

const HOLDERS = new Set(['iframe', 'frame', 'object', 'embed']);

/**
 * Of what nobody acts on, text is read in blocks, and boxes around it say nothing more; pictures with a name,
 * frames and what scrolls are said by nothing else.
 */
function isWorthReading({ interactive, scroll, name, text, tag }: Candidate): boolean {
  return interactive || scroll !== undefined || HOLDERS.has(tag) || (name !== '' && text === '');
}

const headingOf = (item: Item | undefined): TextBlock | null =>
  item?.type === 'block' && item.block.kind === 'heading' ? item.block : null;

/** Exactly these words, else all of them side by side, else most of them; the shortest of several, the first of alike. */
function bestHeading(items: readonly Item[], words: string): number {
  const asked = wordsIn(fold(words));
  let best = -1;
  let most = 0;
  items.forEach((item, at) => {
    const heading = headingOf(item);
    if (!heading) return;
    const said = wordsIn(fold(heading.text));
    let score = 0;
    if (!asked.length) score = fold(heading.text) === fold(words) ? 1 : 0;
    else if (said.join(' ') === asked.join(' ')) score = 10;
    else {
      const phrase = phraseFit(asked, said);
      const fits = eachFit(asked, said);
      const held = fits.reduce<number>((sum, fit) => sum + fit / 2, 0) / asked.length;
      // “Chapter 7: Summary” is not the summary of another chapter.
      const otherNumber = fits.some((fit, i) => fit === 0 && /\p{N}/u.test(asked[i]!));
      if (phrase) score = 4 + 2 * phrase + asked.length / said.length;
      else if (held > 0.5 && !otherNumber) score = 2 * held + Math.min(1, asked.length / said.length);
    }
    if (score > most) {
      most = score;
      best = at;
    }
  });
  return best;
}

/** Where a section ends: at the next heading of its level or a higher one, or with its frame. */
function sectionEnd(items: readonly Item[], from: number): number {
  const { frame } = items[from]!;
  const level = headingOf(items[from])?.level ?? 2;
  let at = from + 1;
  for (; at < items.length && items[at]!.frame === frame; at++) {
    const heading = headingOf(items[at]);
    if (heading && (heading.level ?? 2) <= level) break;
  }
  return at;
}

function section(items: readonly Item[], words: string): Place | null {
  const at = bestHeading(items, words);
  const heading = headingOf(items[at]);
  return heading && { title: heading.text, items: items.slice(at, sectionEnd(items, at)) };
}

function titleOf({ name, text, hiddenName, tag }: Candidate): string {
  const seen = hiddenName ? text || withoutWords(name, hiddenName) : name || text;
  return Array.from(seen || tag)
    .slice(0, LONGEST_TITLE)
    .join('');
}

/** From the nearest heading on, but no more than a few before the element; to the end of that section, and a few after it. */
function around(page: Page, uid: Uid): Place | null {
  const candidate = page.candidates.find(
    (one) => one.uid === uid || one.folded.some((alias) => alias.uid === uid),
  );
  if (!candidate || candidate.behindModal) return null;
  const frame = candidate.frame.join(' ');
  const items = inReadingOrder(page, (one) => one === candidate || isWorthReading(one)).filter(
    (item) => item.frame === frame,
  );
  const at = items.findIndex((item) => item.type === 'candidate' && item.candidate === candidate);
  let heading = at;
  while (heading >= 0 && !headingOf(items[heading])) heading--;
  const first = Math.max(heading + 1, at - AROUND, 0);
  const end = heading < 0 ? 0 : sectionEnd(items, heading);
  const rest = items.slice(first, Math.max(end, at + 1 + AROUND));
  return { title: titleOf(candidate), items: heading < 0 ? rest : [items[heading]!, ...rest] };
}

function placeOf(page: Page, place: ReadTarget): Place | null {
  if ('around' in place) return around(page, place.around);
  const items = inReadingOrder(page, isWorthReading);
  return place.heading === null ? { title: page.title, items } : section(items, place.heading);
}

/** @returns null where there is no such place */
export function readIn(
  page: Page,
  place: ReadTarget,
  from: number,
  k: number,
): (Excerpt & { title: string }) | null {
  const found = placeOf(page, place);
  if (!found) return null;
  const first = Math.max(0, from);
  const items = found.items.slice(first, first + Math.max(0, k));
  return { ...excerptOf(items, found.items.length), title: found.title };
}
