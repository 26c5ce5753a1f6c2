/** Compares the text and URLs in a recording with those of the page. Pure. */

/** Collapses white space and converts to lower case. */
export const normalise = (text: string): string =>
  text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** Removes counters in brackets or at the end of a name: “Basket (2)”, “Inbox 8”. */
export const removeCount = (text: string): string =>
  normalise(text)
    .replace(/[([{]\s*\d+\s*[)\]}]/gu, '')
    .replace(/[\s:]+\d+$/u, '')
    .trim();

/** Identifiers that differ between two runs of a site. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu;
const HEX_ID = /\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/giu;
const RANDOM_ID = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{12,}\b/gu;

const maskIds = (text: string): string =>
  text.replace(UUID, '#').replace(RANDOM_ID, '#').replace(HEX_ID, '#').replace(/\d+/gu, '#');

/**
 * Returns the part of a URL that identifies the page: origin, path and a path in the fragment. Ids and dates are
 * masked. Queries are omitted, because most contain identifiers and settings.
 */
export function toUrlPattern(url: string): string {
  if (!URL.canParse(url)) return maskIds(url);
  const { protocol, host, pathname, hash } = new URL(url);
  const route = /^#!?\//u.test(hash) ? hash.replace(/\?.*$/su, '') : '';
  const path = pathname.replace(/\/(?:index\.html?)?$/u, '');
  return `${protocol}//${host}${maskIds(safeDecode(path))}${maskIds(safeDecode(route))}`;
}

/** Whether both URLs show the same page, apart from ids and dates. */
export const isSamePage = (recorded: string, current: string): boolean =>
  toUrlPattern(recorded) === toUrlPattern(current);

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Share of the words of `recorded` that also occur in `current`, 0 to 1. */
export function computeWordOverlap(recorded: string, current: string): number {
  const words = new Set(normalise(recorded).match(/[\p{L}\p{N}]+/gu) ?? []);
  if (words.size === 0) return 0;
  const currentWords = new Set(normalise(current).match(/[\p{L}\p{N}]+/gu) ?? []);
  return [...words].filter((word) => currentWords.has(word)).length / words.size;
}

/** Whether an id was chosen by an author: it has no digits and does not look generated. */
export const isStableId = (id: string): boolean =>
  /^[a-z]+(?:[-_:. ]?[a-z]+)*$/iu.test(id) && id.length <= 60;
