/**
 * What the page announces: alerts, status messages, logs and other live regions, toasts. And which of it is
 * news since the last look at this document; the engine lives as long as the document does.
 */
import { parentOf } from './dom.js';

const ANNOUNCED =
  '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';
/** Messages that float in for a while; by their names, since nothing else tells them apart. */
const TOASTS = '[class*="toast" i], [class*="snackbar" i], [class*="notification" i], [class*="growl" i]';
/** One message, and not what holds, counts or lists them. */
const ONE_NOTIFICATION =
  /toast|snackbar|growl|(?:^|[\s_-])notification(?:[_-]{1,2}(?:info|success|warning|warn|error|danger|compact|message|notice|item|visible|open|active|shown?))?(?:\s|$)/i;
const LONGEST = 300;
/** A log grows at its end, so it is read much further than it is quoted. */
const LONGEST_LOG = 4000;

/** What each region said when it was last looked at. */
const heard = new WeakMap<Element, string>();
let looked = false;

interface Region {
  element: Element;
  text: string;
  log: boolean;
}

export interface Live {
  /** Texts of all that is announced now. */
  notices: string[];
  /** Those that appeared or changed since the last look; of a log what was added. */
  news: string[];
}

/** Over the page: at a place of the window, or of the page in front of all else. */
const lifted = ({ position, zIndex }: CSSStyleDeclaration): boolean =>
  position === 'fixed' || (position === 'absolute' && Number(zIndex) >= 100);

function floats(element: Element): boolean {
  let at: Element | null = element;
  for (let step = 0; at && step < 4; step++, at = parentOf(at)) if (lifted(getComputedStyle(at))) return true;
  return false;
}

function isRegion(element: Element): boolean {
  if (!element.matches(ANNOUNCED))
    return ONE_NOTIFICATION.test(element.getAttribute('class') ?? '') && floats(element);
  return element.getAttribute('aria-live') !== 'off' && element.getAttribute('aria-busy') !== 'true';
}

function textOf(element: Element, log: boolean, read: (element: Element, max: number) => string): string {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return '';
  const box = element.getBoundingClientRect();
  return box.width < 2 || box.height < 2 ? '' : read(element, log ? LONGEST_LOG : LONGEST);
}

/** Where one region holds others and nothing else, they are announced one by one. */
function apart(regions: readonly Region[]): Region[] {
  const dropped = new Set<Region>();
  for (const outer of regions) {
    const inner = regions.filter(
      (region) => region !== outer && region.text && outer.element.contains(region.element),
    );
    if (inner.length === 0) continue;
    const leaves = inner.filter(
      (region) => !inner.some((other) => other !== region && region.element.contains(other.element)),
    );
    if (leaves.map(({ text }) => text).join(' ') === outer.text) dropped.add(outer);
    else for (const region of inner) dropped.add(region);
  }
  return regions.filter((region) => !dropped.has(region));
}

function newPart({ element, text, log }: Region): string {
  const before = heard.get(element);
  if (before === text) return '';
  if (!looked) return element.getAttribute('role') === 'alert' ? text : '';
  return log && before && text.startsWith(before) ? text.slice(before.length).trim() : text;
}

/**
 * @param read rendered text of an element, at most `max` code points of it, without what people cannot see
 * @param options `roots`: the document and its shadow trees; `peek`: look without taking note, so that the
 * same is news again next time
 */
export function liveRegions(
  read: (element: Element, max: number) => string,
  options: { roots?: readonly (Document | ShadowRoot)[]; peek?: boolean } = {},
): Live {
  const regions: Region[] = [];
  for (const root of options.roots ?? [document])
    for (const element of Array.from(root.querySelectorAll(`${ANNOUNCED}, ${TOASTS}`))) {
      if (!isRegion(element)) continue;
      const log = element.getAttribute('role') === 'log';
      regions.push({ element, log, text: textOf(element, log, read) });
    }
  const shown = apart(regions).filter(({ text }) => text);
  const quoted = (text: string, log: boolean): string => (log ? text.slice(-LONGEST).trim() : text);
  const live: Live = { notices: [], news: [] };
  for (const region of shown) {
    live.notices.push(quoted(region.text, region.log));
    const news = newPart(region);
    if (news) live.news.push(quoted(news, region.log));
  }
  if (!options.peek) {
    for (const { element, text } of regions) heard.set(element, text);
    looked = true;
  }
  return live;
}
