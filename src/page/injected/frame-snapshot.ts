/** Takes the snapshot of one frame. A single scan of the document provides all parts that Node requests. */
import type { WireSnapshot } from './wire.js';
import { readBlocks } from './blocks.js';
import { readLiveNotices } from './live-regions.js';
import { countAllMutations, watchMutations } from './activity.js';
import { textAt, type Scan } from './scan.js';
import { scanDocument } from './scan-document.js';
import { scrollOffset } from './scroller.js';
import { annotatedHtml, viewportBoxes } from './weblinx-snapshot.js';
import { truncate, renderedText } from './text.js';
import { readRows } from './element-rows.js';
import { readMiniwobList } from './miniwob-list.js';
import { findNumberedItems, toWireElements } from './webvoyager-elements.js';

/** Elements in the last snapshot that may have a closed shadow root. */
let possibleShadowHosts: Element[] = [];

export function getPossibleShadowHosts(): Element[] {
  return possibleShadowHosts;
}

/** An element's visible text. It is read directly if the scan skipped the element. */
function visibleText(scan: Scan, element: Element, max: number): string {
  const index = scan.indexOf.get(element);
  return index === undefined ? renderedText(element, max) : truncate(textAt(scan, index, max), max);
}

/** Identifies the current content, scroll position and size of the page. */
export function pageVersion(): string {
  return `${countAllMutations()} ${window.scrollX} ${window.scrollY} ${window.innerWidth} ${window.innerHeight}`;
}

/** Size of the page in elements; 100 characters of text count as one element. */
export function pageSize(): number {
  const textLength = document.documentElement.textContent?.length ?? 0;
  return document.getElementsByTagName('*').length + Math.round(textLength / 100);
}

/** Longer HTML is not recorded, because it would slow down every turn. */
const MAX_HTML_LENGTH = 8_000_000;

function weblinxParts(scan: Scan): Pick<WireSnapshot, 'html' | 'boxes'> {
  const html = scan.truncated ? '' : annotatedHtml();
  return html && html.length <= MAX_HTML_LENGTH
    ? { html, boxes: viewportBoxes(scan) }
    : { html: '', boxes: {} };
}

/** The value in a part of the form `name=value`. */
function argumentOf(parts: ReadonlySet<string>, name: string): string {
  const part = Array.from(parts).find((entry) => entry.startsWith(`${name}=`));
  return part?.slice(name.length + 1) ?? '';
}

/**
 * @param parts what to read besides the rows: `documents`, `text`, `weblinx`, `miniwob`, `webvoyager` (with `onclick=`:
 * see `findNumberedItems`). `peek` leaves new notices unread. `early` gives elements numbers instead of uids
 */
export function takeSnapshot(parts: ReadonlySet<string>): WireSnapshot {
  watchMutations(document);
  const version = pageVersion();
  const scan = scanDocument();
  for (const shadow of scan.shadowRoots) watchMutations(shadow);
  const isEarly = parts.has('early');
  if (!isEarly) possibleShadowHosts = scan.possibleShadowHosts;
  const numbered = parts.has('webvoyager') ? findNumberedItems(argumentOf(parts, 'onclick')) : [];
  const listed = parts.has('miniwob') ? readMiniwobList() : [];
  const { rows, rowCounts } = readRows(scan, {
    documents: parts.has('documents'),
    early: isEarly,
    required: new Set([...numbered, ...listed].map(({ element }) => element)),
  });
  const liveNotices = readLiveNotices((element, max) => visibleText(scan, element, max), {
    roots: [document, ...scan.shadowRoots],
    peek: parts.has('peek'),
  });
  return {
    url: location.href,
    title: document.title,
    viewport: {
      width: window.innerWidth,
      height: window.innerHeight,
      ...scrollOffset(),
    },
    rows,
    elementCount: scan.elementCount,
    blocks: parts.has('text') ? readBlocks(scan, rowCounts) : [],
    ...liveNotices,
    hiddenTexts: scan.hiddenTexts,
    possibleShadowHostCount: scan.possibleShadowHosts.length,
    version,
    ...(scan.truncated ? { totalElements: document.getElementsByTagName('*').length } : {}),
    ...(parts.has('weblinx') ? weblinxParts(scan) : {}),
    ...(parts.has('webvoyager') ? { numbered: toWireElements(numbered) } : {}),
    ...(parts.has('miniwob') ? { listed: listed.map(({ node }) => node) } : {}),
  };
}
