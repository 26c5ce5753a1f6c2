/** Scans single elements: HTML elements, image map areas, shapes in drawings, and clobbered forms. */
import { computeVisibility, visibilityOf } from './visibility.js';
import { areaBoxOf, imageOf } from './image-maps.js';
import { listChildSteps } from './paths.js';
import { styleOf } from './computed-style.js';
import { canUsersOperate } from './transparent-controls.js';
import type { ScannedElement } from './scan.js';
import type { ElementLocation, ScanRecorder } from './scan-recorder.js';
import { listChildNodes, isInlineDisplay, listRenderedChildren } from './text.js';

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
/** Tags whose content is not part of the page text. */
const TEXTLESS_TAGS = new Set(['textarea', 'input', 'video', 'audio', 'canvas', 'iframe', 'object']);
/** Drawings of at least this size, in CSS px, are searched for controls. Smaller ones are icons. */
const MIN_DRAWING_SIZE = 48;
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** An element whose children are being scanned. */
export interface OpenElement {
  scannedElement: ScannedElement;
  index: number;
  /** Determines how the element is closed after its last child has been scanned. */
  kind: 'element' | 'shape' | 'clobbered-form';
  /** The parent node of `children`: the element, its shadow root, or the clobbered form. */
  childrenOwner: Node;
  /** Whether the children are inside a drawing, whose text is not part of the page text. */
  isInsideDrawing: boolean;
  /** Path steps between the element and its children if there is a shadow root or clobbered form; usually ''. */
  pathPrefix: string;
  children: readonly Node[];
  /** The path steps of `children`. */
  steps: readonly string[];
  nextChildIndex: number;
}

/** Whether an element is part of a drawing, but not the drawing itself. */
const isShape = ({ namespaceURI, localName }: Element): boolean =>
  namespaceURI === SVG_NAMESPACE && localName !== 'svg';

const hasSize = ({ width, height }: DOMRect): boolean => width > 0 && height > 0;

/** Scans one element without its children. @returns null if it has no children to scan */
export function scanElement(
  recorder: ScanRecorder,
  element: Element,
  location: ElementLocation,
): OpenElement | null {
  const tag = element.localName;
  if (tag === 'br') {
    recorder.text.addBreak();
    return null;
  }
  if (SKIPPED_TAGS.has(tag)) return null;
  recorder.countElement();
  const style = styleOf(element);
  const { display } = style;
  if (tag === 'area') scanArea(recorder, element, location);
  if (display === 'none' || display === '') return null;
  if (!isInlineDisplay(display)) {
    recorder.text.addBreak();
    recorder.markAsMultiLine(location.parent);
  }
  const visibility = computeVisibility(element, recorder.getVisibility(location.parent));
  const { box, hiddenReason } = visibility;
  if (isInlineDisplay(display) && hasSize(box)) recorder.separateFromSibling(location.parent, box);
  const isRendered = style.visible && element.checkVisibility();
  const visible =
    hasSize(box) &&
    isRendered &&
    (hiddenReason === null || (hiddenReason === 'transparent' && canUsersOperate(element, box)));
  const index = recorder.elements.length;
  const scannedElement = recorder.addElement(element, tag, location, visibility, visible);
  const shadow = recorder.addShadowRoot(scannedElement);
  // Content that `content-visibility` or a closed `details` hides still has boxes.
  const rendersContent = isRendered || !style.visible || !hasSize(box) || display === 'contents';
  const openElement = rendersContent ? openChildren(recorder, scannedElement, index, shadow) : null;
  if (!rendersContent) recorder.addUnrenderedText(scannedElement);
  if (!openElement) recorder.closeElement(scannedElement);
  return openElement;
}

function openChildren(
  recorder: ScanRecorder,
  scannedElement: ScannedElement,
  index: number,
  shadow: ShadowRoot | null,
): OpenElement | null {
  const { element, tag, box } = scannedElement;
  if (TEXTLESS_TAGS.has(tag)) return null;
  if (tag === 'select') {
    recorder.markAsMultiLine(scannedElement.parent);
    recorder.addOptions(element as HTMLSelectElement);
    return null;
  }
  if (tag === 'svg' && box.width < MIN_DRAWING_SIZE && box.height < MIN_DRAWING_SIZE) return null;
  const children = shadow ? listChildNodes(shadow) : listRenderedChildren(element);
  return {
    scannedElement: scannedElement,
    index,
    kind: isShape(element) ? 'shape' : 'element',
    childrenOwner: shadow ?? element,
    isInsideDrawing: tag === 'svg' || element.namespaceURI === SVG_NAMESPACE,
    pathPrefix: shadow ? '/' : '',
    children,
    steps: listChildSteps(children),
    nextChildIndex: 0,
  };
}

/** Scans an image map area. Its box is on the image that uses the map. */
function scanArea(recorder: ScanRecorder, element: Element, location: ElementLocation): void {
  const image = imageOf(element);
  if (!image) return;
  const visibility = computeVisibility(element, visibilityOf(image), areaBoxOf(element));
  const visible =
    hasSize(visibility.box) &&
    visibility.hiddenReason === null &&
    image.checkVisibility() &&
    styleOf(image).visible;
  recorder.closeWithoutText(recorder.addElement(element, 'area', location, visibility, visible));
}

/** Scans a shape in a drawing, because it may be interactive. Its text is not part of the page text. */
export function scanShape(
  recorder: ScanRecorder,
  element: Element,
  location: ElementLocation,
): OpenElement | null {
  recorder.countElement();
  const style = styleOf(element);
  if (style.display === 'none') return null;
  const visibility = computeVisibility(element, recorder.getVisibility(location.parent));
  const visible = hasSize(visibility.box) && style.visible && visibility.hiddenReason === null;
  const index = recorder.elements.length;
  const scannedElement = recorder.addElement(element, element.localName, location, visibility, visible);
  const children = listChildNodes(element);
  return {
    scannedElement: scannedElement,
    index,
    // A drawing may contain HTML elements and nested drawings.
    kind: isShape(element) ? 'shape' : 'element',
    childrenOwner: element,
    isInsideDrawing: true,
    pathPrefix: '',
    children,
    steps: listChildSteps(children),
    nextChildIndex: 0,
  };
}

/** Skips a clobbered form, but scans its children as children of the surrounding element. */
export function scanClobberedForm(
  recorder: ScanRecorder,
  form: Element,
  pathPrefix: string,
  surroundingElement: OpenElement,
): OpenElement {
  recorder.countElement();
  recorder.text.addBreak();
  recorder.markAsMultiLine(surroundingElement.index);
  const children = listChildNodes(form);
  return {
    ...surroundingElement,
    kind: 'clobbered-form',
    childrenOwner: form,
    pathPrefix,
    children,
    steps: listChildSteps(children),
    nextChildIndex: 0,
  };
}
