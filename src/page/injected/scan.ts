/**
 * Scans a document in one pass. The result lists every rendered element in reading order with style, box and
 * visibility, and holds the rendered text as one string in which every element has a range. Names, compact
 * documents, text blocks and rows are derived from the scan.
 */
import {
  hiddenReasonOfText,
  visibilityOf,
  computeVisibility,
  skipsContent,
  type HiddenTextRecord,
  type WireHiddenReason,
  type Visibility,
} from './visibility.js';
import { mayHaveClosedRoot } from './closed-shadow-hosts.js';
import { areaBox, imageOf } from './image-maps.js';
import type { Edges } from './clipping.js';
import { isClobbered, nodeTypeOf, parentNodeOf } from './dom.js';
import { childSteps, position } from './paths.js';
import { styleOf, type ElementStyle } from './computed-style.js';
import {
  childNodes,
  collapse,
  isInlineDisplay,
  renderedChildren,
  shadowOf,
  applyTextTransform,
} from './text.js';

const SKIPPED_TAGS = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'wbr',
  'head',
  'link',
  'meta',
  'source',
  'track',
  'param',
]);
/** Tags whose text content is not rendered as page text. */
const TEXTLESS_TAGS = new Set(['textarea', 'input', 'video', 'audio', 'canvas', 'iframe', 'object']);
/** Limits that keep the duration of a scan bounded; the rest of a larger page is not read. */
const MAX_ELEMENTS = 60_000;
const MAX_TEXT_LENGTH = 4_000_000;
const MAX_HIDDEN_TEXTS = 100;
const MAX_POSSIBLE_HOSTS = 300;
/** Drawings of at least this size (CSS px) are searched for controls; smaller ones are icons. */
const MIN_DRAWING_SIZE = 48;

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
  /** Users can see it, or can scroll it into view. */
  visible: boolean;
  /** Range of the element's text in `Scan.text`. */
  start: number;
  end: number;
  /** It contains hidden text. */
  containsHiddenText: boolean;
  /** It contains no block-level elements. */
  isSingleLine: boolean;
  /** Area that its scroll containers currently show; null if unlimited. */
  scrollport: Edges | null;
}

export interface Scan {
  elements: ScannedElement[];
  indexOf: Map<Element, number>;
  text: string;
  hiddenTexts: HiddenTextRecord[];
  /** Number of visited elements, rendered or not. */
  elementCount: number;
  /** The page exceeds the limits, so its end was not read. */
  truncated: boolean;
  shadowRoots: ShadowRoot[];
  /** Elements that may have a closed shadow root; only the DevTools protocol can tell. */
  possibleHosts: Element[];
}

/** Traversal state of an element whose children are being scanned. */
interface OpenElement {
  record: ScannedElement;
  index: number;
  /** The parent node of `children`: the element or its shadow root. */
  parent: Node;
  prefix: string;
  drawing: boolean;
  /** A clobbered form: its children belong to the surrounding element. */
  passThrough?: boolean;
  children: readonly Node[];
  steps: readonly string[];
  nextChild: number;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A transparent field on top of its custom drawing receives the clicks, so it counts as visible. */
function takesClicks(element: Element, tag: string, box: DOMRect): boolean {
  if (tag !== 'select' && tag !== 'input' && tag !== 'textarea') return false;
  if (box.width < 8 || box.height < 8) return false;
  // Users see the label of a labelled field instead.
  if ((element as HTMLInputElement).labels?.length) return false;
  const root = element.getRootNode() as Document | ShadowRoot;
  return root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === element;
}

export function scanDocument(): Scan {
  const elements: ScannedElement[] = [];
  const indexOf = new Map<Element, number>();
  const hiddenTexts: HiddenTextRecord[] = [];
  const shadowRoots: ShadowRoot[] = [];
  const possibleHosts: Element[] = [];
  const parts: string[] = [];
  let length = 0;
  let gap = false;
  let elementCount = 0;
  let truncated = false;

  const appendText = (rawText: string): void => {
    const remaining = MAX_TEXT_LENGTH - length;
    if (rawText.length > remaining) truncated = true;
    const text = rawText.length > remaining ? rawText.slice(0, Math.max(0, remaining)) : rawText;
    const words = collapse(text);
    if (!words) {
      if (text) gap = true;
      return;
    }
    if (length && (gap || text[0] !== words[0])) {
      parts.push(' ');
      length++;
    }
    parts.push(words);
    length += words.length;
    gap = text.at(-1) !== words.at(-1);
  };

  const readText = (node: Text, at: ScannedElement): void => {
    const text = node.data;
    if (!at.style.visible) return;
    const reason = /\S/.test(text) ? hiddenReasonOfText(at.visibility, node) : null;
    if (reason === null) appendText(applyTextTransform(text, at.style.textTransform));
    else recordHiddenText(text, reason, at);
  };

  const recordHiddenText = (text: string, reason: WireHiddenReason, at: ScannedElement): void => {
    if (hiddenTexts.length < MAX_HIDDEN_TEXTS)
      hiddenTexts.push({ text: collapse(text).slice(0, 300), reason });
    for (let up: ScannedElement | undefined = at; up && !up.containsHiddenText; up = elements[up.parent])
      up.containsHiddenText = true;
    gap = true;
  };

  /** Option labels count as text of their select; options have no boxes. */
  const readOptions = (select: HTMLSelectElement): void => {
    for (const option of select.options) {
      gap = true;
      appendText(option.text);
    }
    gap = true;
  };

  /** Marks an element and its ancestors as containing a block. */
  const markAsBlock = (index: number): void => {
    for (let up = elements[index]; up?.isSingleLine; up = elements[up.parent]) up.isSingleLine = false;
  };

  /** Scans one element without its children. @returns the traversal state of its children, or null if there are none */
  const scanElement = (element: Element, path: string, base: number, parent: number): OpenElement | null => {
    const tag = element.localName;
    if (tag === 'br') {
      gap = true;
      return null;
    }
    if (SKIPPED_TAGS.has(tag)) return null;
    elementCount++;
    const style = styleOf(element);
    const { display } = style;
    if (tag === 'area') enterArea(element, path, base, parent);
    if (display === 'none' || display === '') return null;
    const isBlock = !isInlineDisplay(display);
    if (isBlock) {
      gap = true;
      markAsBlock(parent);
    }
    const visibility = computeVisibility(element, elements[parent]?.visibility ?? null);
    const { box, hiddenReason } = visibility;
    const hasBox = box.width > 0 && box.height > 0;
    const shown = style.visible && element.checkVisibility();
    const scanned: ScannedElement = {
      element,
      tag,
      path,
      base,
      parent,
      endIndex: 0,
      style,
      box,
      visibility,
      visible:
        hasBox &&
        shown &&
        (hiddenReason === null || (hiddenReason === 'transparent' && takesClicks(element, tag, box))),
      start: length,
      end: length,
      containsHiddenText: false,
      isSingleLine: true,
      scrollport: visibility.clips.view,
    };
    const index = elements.length;
    elements.push(scanned);
    indexOf.set(element, index);
    const shadow = shadowOf(element);
    if (shadow) shadowRoots.push(shadow);
    else if (possibleHosts.length < MAX_POSSIBLE_HOSTS && mayHaveClosedRoot(element, tag, box))
      possibleHosts.push(element);
    // Content skipped by `content-visibility` or a closed `details` has boxes but is not shown.
    const open = shown || !style.visible || !hasBox || display === 'contents';
    const childState = open ? openChildren(scanned, index, shadow) : null;
    if (!open) recordSkippedText(scanned);
    if (!childState) finishElement(scanned);
    return childState;
  };

  const finishElement = (scanned: ScannedElement): void => {
    scanned.end = length;
    scanned.endIndex = elements.length;
    if (!isInlineDisplay(scanned.style.display)) gap = true;
  };

  /** Records the text of an element that an ancestor does not render. */
  const recordSkippedText = (scanned: ScannedElement): void => {
    const parent = elements[scanned.parent];
    const text = scanned.element.textContent ?? '';
    if (parent && /\S/.test(text) && skipsContent(parent.visibility))
      recordHiddenText(text, 'clipped', scanned);
  };

  const openChildren = (
    scanned: ScannedElement,
    index: number,
    shadow: ShadowRoot | null,
  ): OpenElement | null => {
    const { element, tag, box } = scanned;
    if (TEXTLESS_TAGS.has(tag)) return null;
    if (tag === 'select') {
      markAsBlock(scanned.parent);
      readOptions(element as HTMLSelectElement);
      return null;
    }
    const drawing = tag === 'svg' || element.namespaceURI === SVG;
    if (tag === 'svg' && box.width < MIN_DRAWING_SIZE && box.height < MIN_DRAWING_SIZE) return null;
    const parent = shadow ?? element;
    const children = shadow ? childNodes(shadow) : renderedChildren(element);
    const steps = childSteps(children);
    return {
      record: scanned,
      index,
      parent,
      prefix: shadow ? '/' : '',
      drawing,
      children,
      steps,
      nextChild: 0,
    };
  };

  /** Scans an image map area. Its box lies on the image that uses the map. */
  const enterArea = (element: Element, path: string, base: number, parent: number): void => {
    const image = imageOf(element);
    if (!image) return;
    const visibility = computeVisibility(element, visibilityOf(image), areaBox(element));
    const { box, style, clips } = visibility;
    const visible =
      box.width > 0 && box.height > 0 && visibility.hiddenReason === null && image.checkVisibility();
    const scanned: ScannedElement = {
      element,
      tag: 'area',
      path,
      base,
      parent,
      endIndex: elements.length + 1,
      style,
      box,
      visibility,
      visible: visible && styleOf(image).visible,
      start: length,
      end: length,
      containsHiddenText: false,
      isSingleLine: true,
      scrollport: clips.view,
    };
    indexOf.set(element, elements.length);
    elements.push(scanned);
  };

  /** Scans a shape of a drawing, because it may be interactive. Its text is not part of the page text. */
  const enterShape = (element: Element, path: string, parent: number): OpenElement | null => {
    elementCount++;
    const style = styleOf(element);
    if (style.display === 'none') return null;
    const visibility = computeVisibility(element, elements[parent]!.visibility);
    const { box, hiddenReason } = visibility;
    const index = elements.length;
    const scanned: ScannedElement = {
      element,
      tag: element.localName,
      path,
      base: parent,
      parent,
      endIndex: 0,
      style,
      box,
      visibility,
      visible: box.width > 0 && box.height > 0 && style.visible && hiddenReason === null,
      start: length,
      end: length,
      containsHiddenText: false,
      isSingleLine: true,
      scrollport: visibility.clips.view,
    };
    elements.push(scanned);
    indexOf.set(element, index);
    const children = childNodes(element);
    const steps = childSteps(children);
    return {
      record: scanned,
      index,
      parent: element,
      prefix: '',
      drawing: true,
      children,
      steps,
      nextChild: 0,
    };
  };

  /** Skips a clobbered form, but scans its children; their paths include the form's step. */
  const enterClobberedForm = (form: Element, prefix: string, open: OpenElement): OpenElement => {
    elementCount++;
    gap = true;
    markAsBlock(open.index);
    const children = childNodes(form);
    return {
      ...open,
      parent: form,
      prefix,
      passThrough: true,
      children,
      steps: childSteps(children),
      nextChild: 0,
    };
  };

  /** Visits the next child. @returns the traversal state of its children, or null */
  const visitNextChild = (open: OpenElement): OpenElement | null => {
    const { children, steps, prefix, index } = open;
    if (elementCount >= MAX_ELEMENTS) {
      truncated = true;
      open.nextChild = children.length;
      return null;
    }
    const i = open.nextChild++;
    const child = children[i]!;
    const type = nodeTypeOf(child);
    if (type === 3) {
      if (!open.drawing) readText(child as Text, open.record);
      return null;
    }
    if (type !== 1) return null;
    const element = child as Element;
    if (isClobbered(element)) return enterClobberedForm(element, `${prefix}/${steps[i]!}`, open);
    if (open.drawing) return enterShape(element, `/${steps[i]!}`, index);
    const parentNode = parentNodeOf(element);
    if (parentNode === open.parent) return scanElement(element, `${prefix}/${steps[i]!}`, index, index);
    // Slotted: its path leads through the host, its parent in the light tree.
    const at = position(element);
    const name = at.total > 1 ? `${element.localName}[${at.index}]` : element.localName;
    return scanElement(element, `/${name}`, indexOf.get(parentNode as Element) ?? index, index);
  };

  /** Uses an explicit stack, because deeply nested pages would overflow the call stack. */
  const scanTree = (first: OpenElement | null): void => {
    const open: OpenElement[] = first ? [first] : [];
    for (let top = open.at(-1); top; top = open.at(-1)) {
      if (top.nextChild >= top.children.length) {
        if (top.passThrough) gap = true;
        else if (top.record.element.namespaceURI === SVG && top.record.tag !== 'svg')
          top.record.endIndex = elements.length;
        else finishElement(top.record);
        open.pop();
        continue;
      }
      const childState = visitNextChild(top);
      if (childState) open.push(childState);
    }
  };

  const body = document.body as HTMLElement | null;
  if (body) {
    const siblings = Array.from(document.documentElement.children);
    const name = childSteps(siblings)[siblings.indexOf(body)]!;
    scanTree(scanElement(body, `/html/${name}`, -1, -1));
  }
  return {
    elements,
    indexOf,
    text: parts.join(''),
    hiddenTexts,
    elementCount,
    truncated,
    shadowRoots,
    possibleHosts,
  };
}

/** Text of a scanned element; at least its first `max` code points. */
export function textAt(scan: Scan, index: number, max: number): string {
  const { start, end } = scan.elements[index]!;
  const from = scan.text.charCodeAt(start) === 32 ? start + 1 : start;
  return from >= end ? '' : scan.text.slice(from, Math.min(end, from + max * 2));
}
