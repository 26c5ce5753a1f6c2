/**
 * The result of scanning a document once (scan-document.ts). Names, compact documents, text blocks and rows are derived
 * from it.
 */
import type { Edges } from './clipping.js';
import type { ElementStyle } from './computed-style.js';
import type { HiddenTextRecord, Visibility } from './visibility.js';

export interface ScannedElement {
  element: Element;
  tag: string;
  /** lxml-style steps below the element at `pathBaseIndex`, or below the document if that is -1: `/div[2]/a`. */
  path: string;
  pathBaseIndex: number;
  /** Index of the nearest scanned ancestor in the flat tree, or -1. */
  parent: number;
  /** One more than the index of the last descendant. */
  endIndex: number;
  style: ElementStyle;
  box: DOMRect;
  visibility: Visibility;
  /** Whether users can see the element or scroll it into view. */
  isVisible: boolean;
  /** Range of the element's text in `Scan.text`. */
  start: number;
  end: number;
  /** Whether the element contains hidden text. */
  containsHiddenText: boolean;
  /** Whether the element contains no block-level elements. */
  isSingleLine: boolean;
  /** The area that ancestors with scrolling or hidden overflow currently show; null if there are none. */
  scrollport: Edges | null;
}

export interface Scan {
  /** Rendered elements in reading order. */
  elements: ScannedElement[];
  indexByElement: Map<Element, number>;
  /** Rendered text of the document with collapsed whitespace. */
  text: string;
  hiddenTexts: HiddenTextRecord[];
  /** Number of visited elements, rendered or not. */
  elementCount: number;
  /** Whether the page exceeds the limits, so that the rest of it was not read. */
  isTruncated: boolean;
  shadowRoots: ShadowRoot[];
  /** Elements that may have a closed shadow root. Only the DevTools protocol can tell. */
  possibleShadowHosts: Element[];
}

/** Returns the start of a scanned element's text: at least `max` code points, or all of it if it is shorter. */
export function readTextAt(scan: Scan, index: number, max: number): string {
  const { start, end } = scan.elements[index]!;
  const textStart = scan.text.charCodeAt(start) === 32 ? start + 1 : start;
  return textStart >= end ? '' : scan.text.slice(textStart, Math.min(end, textStart + max * 2));
}
