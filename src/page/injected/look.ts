/** One frame's part of a look: everything that was asked for, from one scan of one moment. */
import type { WireLook } from './wire.js';
import { readBlocks } from './blocks.js';
import { liveRegions } from './live.js';
import { version, watch } from './pulse.js';
import { scanDocument, textAt, type Scan } from './scan.js';
import { scrollOffset } from './scroller.js';
import { annotatedHtml, viewportBoxes } from './snapshot.js';
import { cut, renderedText } from './text.js';
import { walkDocument } from './walk.js';

/** Elements of the last look that may have a closed shadow root. */
let suspects: Element[] = [];

export function suspectsOfLook(): Element[] {
  return suspects;
}

/** What people see of an element's text; read anew where the scan passed it by. */
function seenText(scan: Scan, element: Element, max: number): string {
  const index = scan.indexOf.get(element);
  return index === undefined ? renderedText(element, max) : cut(textAt(scan, index, max), max);
}

/** What must be the same before and after a look for it to be of one moment: content, scroll, size. */
export function stamp(): string {
  return `${version()} ${window.scrollX} ${window.scrollY} ${window.innerWidth} ${window.innerHeight}`;
}

/** How much there is to read, in elements; long text counts like so many of them. */
export function sizeOf(): number {
  const text = document.documentElement.textContent?.length ?? 0;
  return document.getElementsByTagName('*').length + Math.round(text / 100);
}

/** Longer than this, a page is no file of a record; megabytes a turn would also keep everybody waiting. */
const MOST_HTML = 8_000_000;

function artefacts(scan: Scan): Pick<WireLook, 'html' | 'boxes'> {
  const html = scan.cut ? '' : annotatedHtml();
  return html && html.length <= MOST_HTML ? { html, boxes: viewportBoxes(scan) } : { html: '', boxes: {} };
}

/** @param parts what is wanted beside the rows: `documents`, `text`, `weblinx`; `peek` leaves news to be news again,
 *   `glimpse` gives numbers in place of ids */
export function look(parts: ReadonlySet<string>): WireLook {
  watch(document);
  const before = stamp();
  const scan = scanDocument();
  for (const shadow of scan.shadows) watch(shadow);
  const glimpse = parts.has('glimpse');
  if (!glimpse) suspects = scan.suspects;
  const { rows, before: rowsBefore } = walkDocument(scan, { documents: parts.has('documents'), glimpse });
  const live = liveRegions((element, max) => seenText(scan, element, max), {
    roots: [document, ...scan.shadows],
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
    elements: scan.elements,
    blocks: parts.has('text') ? readBlocks(scan, rowsBefore) : [],
    ...live,
    hidden: scan.hidden,
    suspects: scan.suspects.length,
    stamp: before,
    ...(scan.cut ? { beyond: document.getElementsByTagName('*').length } : {}),
    ...(parts.has('weblinx') ? artefacts(scan) : {}),
  };
}
