/**
 * Reads what the page announces: alerts, status messages, logs, other live regions and toasts. It also finds which
 * texts are new since the last snapshot; this state lives as long as the document.
 */
import { parentOf } from './dom.js';

const LIVE_REGIONS =
  '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';
/** Temporary messages, which can only be recognised by class names. */
const TOASTS = '[class*="toast" i], [class*="snackbar" i], [class*="notification" i], [class*="growl" i]';
/** Class names of a single message, not of containers, counters or lists. */
const ONE_NOTIFICATION =
  /toast|snackbar|growl|(?:^|[\s_-])notification(?:[_-]{1,2}(?:info|success|warning|warn|error|danger|compact|message|notice|item|visible|open|active|shown?))?(?:\s|$)/i;
const MAX_NOTICE_LENGTH = 300;
/** Logs grow at the end, so more of them is read than reported. */
const MAX_LOG_LENGTH = 4000;

/** Text of each region in the last snapshot. */
const lastTexts = new WeakMap<Element, string>();
let observedBefore = false;

interface Region {
  element: Element;
  text: string;
  log: boolean;
}

export interface LiveNotices {
  /** Texts of all current announcements. */
  notices: string[];
  /** Texts that appeared or changed since the last snapshot; for a log, the added part. */
  newNotices: string[];
}

/** Positioned above the page: fixed, or absolute with a high z-index. */
const isPositionedAbove = ({ position, zIndex }: CSSStyleDeclaration): boolean =>
  position === 'fixed' || (position === 'absolute' && Number(zIndex) >= 100);

function isFloating(element: Element): boolean {
  let at: Element | null = element;
  for (let step = 0; at && step < 4; step++, at = parentOf(at))
    if (isPositionedAbove(getComputedStyle(at))) return true;
  return false;
}

function isRegion(element: Element): boolean {
  if (!element.matches(LIVE_REGIONS))
    return ONE_NOTIFICATION.test(element.getAttribute('class') ?? '') && isFloating(element);
  return element.getAttribute('aria-live') !== 'off' && element.getAttribute('aria-busy') !== 'true';
}

function textOf(element: Element, log: boolean, read: (element: Element, max: number) => string): string {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return '';
  const box = element.getBoundingClientRect();
  return box.width < 2 || box.height < 2 ? '' : read(element, log ? MAX_LOG_LENGTH : MAX_NOTICE_LENGTH);
}

/** Drops a region that contains only other regions; otherwise drops the nested ones. */
function splitNested(regions: readonly Region[]): Region[] {
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

function newText({ element, text, log }: Region): string {
  const before = lastTexts.get(element);
  if (before === text) return '';
  if (!observedBefore) return element.getAttribute('role') === 'alert' ? text : '';
  return log && before && text.startsWith(before) ? text.slice(before.length).trim() : text;
}

/**
 * @param read reads the visible text of an element, at most `max` code points
 * @param options `roots`: the document and its shadow roots; `peek`: keep new notices new for the next call
 */
export function liveRegions(
  read: (element: Element, max: number) => string,
  options: { roots?: readonly (Document | ShadowRoot)[]; peek?: boolean } = {},
): LiveNotices {
  const regions: Region[] = [];
  for (const root of options.roots ?? [document])
    for (const element of Array.from(root.querySelectorAll(`${LIVE_REGIONS}, ${TOASTS}`))) {
      if (!isRegion(element)) continue;
      const log = element.getAttribute('role') === 'log';
      regions.push({ element, log, text: textOf(element, log, read) });
    }
  const shown = splitNested(regions).filter(({ text }) => text);
  const quoted = (text: string, log: boolean): string => (log ? text.slice(-MAX_NOTICE_LENGTH).trim() : text);
  const live: LiveNotices = { notices: [], newNotices: [] };
  for (const region of shown) {
    live.notices.push(quoted(region.text, region.log));
    const text = newText(region);
    if (text) live.newNotices.push(quoted(text, region.log));
  }
  if (!options.peek) {
    for (const { element, text } of regions) lastTexts.set(element, text);
    observedBefore = true;
  }
  return live;
}
