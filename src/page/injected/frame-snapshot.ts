/** Takes a snapshot of one frame. A single scan of the document provides everything that Node requests. */
import type { WireSnapshot } from './wire.js';
import { readBlocks } from './blocks.js';
import { readLiveNotices } from './live-regions.js';
import { countAllMutations, watchMutations } from './activity.js';
import { readTextAt, type Scan } from './scan.js';
import { scanDocument } from './scan-document.js';
import { readScrollOffset } from './scroller.js';
import { createAnnotatedHtml, readViewportBoxes } from './weblinx-snapshot.js';
import { truncate, readRenderedText } from './text.js';
import { readRows } from './element-rows.js';
import { readMiniwobList } from './miniwob-list.js';
import { findNumberedItems, toWireElements } from './webvoyager-elements.js';

/** Elements in the last snapshot that may have a closed shadow root. */
let possibleShadowHosts: Element[] = [];

export function getPossibleShadowHosts(): Element[] {
  return possibleShadowHosts;
}

/** An element's visible text. It is read directly if the scan skipped the element. */
function readVisibleText(scan: Scan, element: Element, max: number): string {
  const index = scan.indexByElement.get(element);
  return index === undefined ? readRenderedText(element, max) : truncate(readTextAt(scan, index, max), max);
}

/** Identifies the current content, scroll position and size of the page. */
export function readPageVersion(): string {
  return `${countAllMutations()} ${window.scrollX} ${window.scrollY} ${window.innerWidth} ${window.innerHeight}`;
}

/** Size of the page in elements; 100 characters of text count as one element. */
export function measurePageSize(): number {
  const textLength = document.documentElement.textContent?.length ?? 0;
  return document.getElementsByTagName('*').length + Math.round(textLength / 100);
}

/** Longer HTML is not recorded, because it would slow down every turn. */
const MAX_HTML_LENGTH = 8_000_000;

function readWeblinxContent(scan: Scan): Pick<WireSnapshot, 'html' | 'boxes'> {
  const html = scan.isTruncated ? '' : createAnnotatedHtml();
  return html && html.length <= MAX_HTML_LENGTH
    ? { html, boxes: readViewportBoxes(scan) }
    : { html: '', boxes: {} };
}

/** The value of the request `name=value`; '' if there is none. */
function getArgument(requests: ReadonlySet<string>, name: string): string {
  const request = Array.from(requests).find((entry) => entry.startsWith(`${name}=`));
  return request?.slice(name.length + 1) ?? '';
}

/**
 * @param requests what to read besides the rows: `documents`, `text`, `weblinx`, `miniwob` or `webvoyager`, which also
 * needs `onclick=…` (see `findNumberedItems`). `peek` leaves new notices unread. `early` gives elements numbers instead
 * of uids
 */
export function takeSnapshot(requests: ReadonlySet<string>): WireSnapshot {
  watchMutations(document);
  const version = readPageVersion();
  const scan = scanDocument();
  for (const shadow of scan.shadowRoots) watchMutations(shadow);
  const isEarly = requests.has('early');
  if (!isEarly) possibleShadowHosts = scan.possibleShadowHosts;
  const numberedElements = requests.has('webvoyager')
    ? findNumberedItems(getArgument(requests, 'onclick'))
    : [];
  const listedElements = requests.has('miniwob') ? readMiniwobList() : [];
  const { rows, rowCounts } = readRows(scan, {
    withDocuments: requests.has('documents'),
    isEarly: isEarly,
    required: new Set([...numberedElements, ...listedElements].map(({ element }) => element)),
  });
  const liveNotices = readLiveNotices((element, max) => readVisibleText(scan, element, max), {
    roots: [document, ...scan.shadowRoots],
    peek: requests.has('peek'),
  });
  return {
    url: location.href,
    title: document.title,
    viewport: {
      width: window.innerWidth,
      height: window.innerHeight,
      ...readScrollOffset(),
    },
    rows,
    elementCount: scan.elementCount,
    blocks: requests.has('text') ? readBlocks(scan, rowCounts) : [],
    ...liveNotices,
    hiddenTexts: scan.hiddenTexts,
    possibleShadowHostCount: scan.possibleShadowHosts.length,
    version,
    ...(scan.isTruncated ? { totalElementCount: document.getElementsByTagName('*').length } : {}),
    ...(requests.has('weblinx') ? readWeblinxContent(scan) : {}),
    ...(requests.has('webvoyager') ? { numberedElements: toWireElements(numberedElements) } : {}),
    ...(requests.has('miniwob') ? { listedNodes: listedElements.map(({ node }) => node) } : {}),
  };
}
