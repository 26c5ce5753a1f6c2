/**
 * The result of scanning a document once. Names, compact documents, text blocks and rows are derived from it.
 * `scan-document.ts` creates it.
 */
import type { Edges } from './clipping.js';
import type { ElementStyle } from './computed-style.js';
import type { HiddenTextRecord, Visibility } from './visibility.js';

export interface ScannedElement {
  element: Element;
  tag: string;
  /** lxml-style steps below the element at `base`, or below the root if that is -1: `/div[2]/a`. */
  path: string;
  base: number;
  /** Index of the nearest scanned ancestor in the flat tree, or -1. */
  parent: number;
  /** Index after its last descendant. */
  endIndex: number;
  style: ElementStyle;
  box: DOMRect;
  visibility: Visibility;
  /** Users can see the element or scroll it into view. */
  visible: boolean;
  /** Range of the element's text in `Scan.text`. */
  start: number;
  end: number;
  /** The element contains hidden text. */
  containsHiddenText: boolean;
  /** The element contains no block-level elements. */
  isSingleLine: boolean;
  /** Area that its scroll containers currently show; null if unlimited. */
  scrollport: Edges | null;
}

export interface Scan {
  /** Rendered elements in reading order. */
  elements: ScannedElement[];
  indexOf: Map<Element, number>;
  /** Rendered text of the document, white space collapsed. */
  text: string;
  hiddenTexts: HiddenTextRecord[];
  /** Number of visited elements, rendered or not. */
  elementCount: number;
  /** The page exceeds the limits, so the rest of it was not read. */
  truncated: boolean;
  shadowRoots: ShadowRoot[];
  /** Elements that may have a closed shadow root; only the DevTools protocol can tell. */
  possibleShadowHosts: Element[];
}

/** Text of a scanned element; at least its first `max` code points. */
export function textAt(scan: Scan, index: number, max: number): string {
  const { start, end } = scan.elements[index]!;
  const textStart = scan.text.charCodeAt(start) === 32 ? start + 1 : start;
  return textStart >= end ? '' : scan.text.slice(textStart, Math.min(end, textStart + max * 2));
}
