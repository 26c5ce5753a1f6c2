/**
 * Reads what the page announces: alerts, status messages, logs, other live regions and toasts. It also finds which
 * announcements are new since the document's last snapshot.
 */
import { unclobberedParentOf } from './dom.js';

const LIVE_REGION_SELECTOR =
  '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';
/** Temporary messages, which can only be recognised by class names. */
const TOAST_SELECTOR =
  '[class*="toast" i], [class*="snackbar" i], [class*="notification" i], [class*="growl" i]';
/** Class names of a single message, not of containers, counters or lists. */
const SINGLE_NOTIFICATION =
  /toast|snackbar|growl|(?:^|[\s_-])notification(?:[_-]{1,2}(?:info|success|warning|warn|error|danger|compact|message|notice|item|visible|open|active|shown?))?(?:\s|$)/i;
const MAX_NOTICE_LENGTH = 300;
/** Logs grow at the end, so more of their text is read than is reported. */
const MAX_LOG_LENGTH = 4000;

/** Each region's text at the last snapshot. */
const lastTexts = new WeakMap<Element, string>();
let hasObservedBefore = false;

interface Region {
  element: Element;
  text: string;
  isLog: boolean;
}

export interface LiveNotices {
  /** All current announcements. */
  notices: string[];
  /** Announcements that appeared or changed since the last snapshot; for a log, only the added part. */
  newNotices: string[];
}

/** Whether an element is positioned above the page: fixed, or absolute with a high z-index. */
const isPositionedAbove = ({ position, zIndex }: CSSStyleDeclaration): boolean =>
  position === 'fixed' || (position === 'absolute' && Number(zIndex) >= 100);

function isFloating(element: Element): boolean {
  let ancestor: Element | null = element;
  for (let step = 0; ancestor && step < 4; step++, ancestor = unclobberedParentOf(ancestor))
    if (isPositionedAbove(getComputedStyle(ancestor))) return true;
  return false;
}

function isRegion(element: Element): boolean {
  if (!element.matches(LIVE_REGION_SELECTOR))
    return SINGLE_NOTIFICATION.test(element.getAttribute('class') ?? '') && isFloating(element);
  return element.getAttribute('aria-live') !== 'off' && element.getAttribute('aria-busy') !== 'true';
}

function textOf(
  element: Element,
  isLog: boolean,
  readText: (element: Element, max: number) => string,
): string {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return '';
  const box = element.getBoundingClientRect();
  return box.width < 2 || box.height < 2 ? '' : readText(element, isLog ? MAX_LOG_LENGTH : MAX_NOTICE_LENGTH);
}

/** Drops a region that contains only the text of nested regions. Otherwise drops the nested regions. */
function dropOverlappingRegions(regions: readonly Region[]): Region[] {
  const droppedRegions = new Set<Region>();
  for (const outer of regions) {
    const innerRegions = regions.filter(
      (region) => region !== outer && region.text && outer.element.contains(region.element),
    );
    if (innerRegions.length === 0) continue;
    const innermostRegions = innerRegions.filter(
      (region) => !innerRegions.some((other) => other !== region && region.element.contains(other.element)),
    );
    if (innermostRegions.map(({ text }) => text).join(' ') === outer.text) droppedRegions.add(outer);
    else for (const region of innerRegions) droppedRegions.add(region);
  }
  return regions.filter((region) => !droppedRegions.has(region));
}

function findNewText({ element, text, isLog }: Region): string {
  const lastText = lastTexts.get(element);
  if (lastText === text) return '';
  if (!hasObservedBefore) return element.getAttribute('role') === 'alert' ? text : '';
  return isLog && lastText && text.startsWith(lastText) ? text.slice(lastText.length).trim() : text;
}

/**
 * @param readText reads at most `max` code points of an element's visible text
 * @param options `roots`: the document and its shadow roots; `peek`: new notices stay unread for the next call
 */
export function readLiveNotices(
  readText: (element: Element, max: number) => string,
  options: { roots?: readonly (Document | ShadowRoot)[]; peek?: boolean } = {},
): LiveNotices {
  const regions: Region[] = [];
  for (const root of options.roots ?? [document])
    for (const element of Array.from(root.querySelectorAll(`${LIVE_REGION_SELECTOR}, ${TOAST_SELECTOR}`))) {
      if (!isRegion(element)) continue;
      const isLog = element.getAttribute('role') === 'log';
      regions.push({ element, isLog, text: textOf(element, isLog, readText) });
    }
  const reportedRegions = dropOverlappingRegions(regions).filter(({ text }) => text);
  const shorten = (text: string, isLog: boolean): string =>
    isLog ? text.slice(-MAX_NOTICE_LENGTH).trim() : text;
  const liveNotices: LiveNotices = { notices: [], newNotices: [] };
  for (const region of reportedRegions) {
    liveNotices.notices.push(shorten(region.text, region.isLog));
    const text = findNewText(region);
    if (text) liveNotices.newNotices.push(shorten(text, region.isLog));
  }
  if (!options.peek) {
    for (const { element, text } of regions) lastTexts.set(element, text);
    hasObservedBefore = true;
  }
  return liveNotices;
}
