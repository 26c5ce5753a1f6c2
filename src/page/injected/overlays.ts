/**
 * Detects overlays without a `dialog` element or role: a backdrop that blocks clicks on the page below, and content
 * above the backdrop. Hit tests at a few points of the viewport look for a backdrop, and more tests follow only if
 * there is one.
 */
import { walkComposedPath, findDeepElementAt } from './composed-tree.js';
import type { Scan, ScannedElement } from './scan.js';
import { styleOf } from './computed-style.js';
import { truncate } from './text.js';
import { readTextAt } from './scan.js';

/** Positions of the first hit tests, as fractions of the viewport's width and height. */
const SAMPLE_POSITIONS = [0.04, 0.27, 0.5, 0.73, 0.96];
/** Minimum share of the viewport that a backdrop covers. */
const MIN_BACKDROP_SHARE = 0.03;
/** Minimum share of the viewport's width and height for a backdrop that counts as covering the whole viewport. */
const MIN_FULL_SHARE = 0.9;
/** Limits for hit tests of controls below backdrops. */
const MAX_HIT_TESTS = 400;
const MAX_CONTROLS_BELOW = 40;
const MAX_NAME_LENGTH = 80;
/** Elements with content or a function of their own cannot be backdrops. */
const NON_BACKDROP_TAGS = new Set(
  'a area button canvas embed frame html body iframe img input label object option picture select summary svg textarea video'.split(
    ' ',
  ),
);

interface Point {
  x: number;
  y: number;
}

interface Backdrop {
  element: Element;
  box: DOMRect;
  /** Whether the backdrop covers the whole viewport. */
  coversViewport: boolean;
  /** Root elements of the content above the backdrop, or the backdrop itself if it contains the overlay. */
  rootsAbove: Element[];
}

export interface Overlays {
  /** The overlay's name if the element is its root; otherwise null. */
  getOverlayName(element: Element): string | null;
  /** Whether an overlay blocks clicks on the element. Interactive elements are hit-tested. */
  isBehindOverlay(scannedElement: ScannedElement, interactive: boolean): boolean;
}

/** Whether an element is positioned out of the normal flow and is not a control. */
function mayBeBackdrop(element: Element): boolean {
  if (NON_BACKDROP_TAGS.has(element.localName) || element.namespaceURI === SVG) return false;
  const { position } = styleOf(element);
  if (position !== 'fixed' && position !== 'absolute') return false;
  return !(element.hasAttribute('onclick') && element.childElementCount === 0 && element.textContent);
}
const SVG = 'http://www.w3.org/2000/svg';

/** Elements at a point, topmost first. */
const listElementsAt = (x: number, y: number): Element[] => document.elementsFromPoint(x, y);

/** The outermost ancestor of `element` that does not contain `backdrop`. */
function findOutermostSibling(element: Element, backdrop: Element): Element | null {
  let root: Element | null = null;
  for (const ancestor of walkComposedPath(element)) {
    if (ancestor === backdrop || ancestor.contains(backdrop)) break;
    root = ancestor;
  }
  return root;
}

function toBackdrop(hitElement: Element, scan: Scan): Backdrop | null {
  if (!mayBeBackdrop(hitElement)) return null;
  const box = hitElement.getBoundingClientRect();
  const [width, height] = [window.innerWidth, window.innerHeight];
  const visibleArea =
    (Math.min(box.right, width) - Math.max(box.left, 0)) *
    (Math.min(box.bottom, height) - Math.max(box.top, 0));
  const coversViewport =
    box.left <= 1 &&
    box.top <= 1 &&
    box.right >= width * MIN_FULL_SHARE &&
    box.bottom >= height * MIN_FULL_SHARE;
  const isEmpty = hitElement.childElementCount === 0 && !hitElement.textContent?.trim();
  if (!(coversViewport || isEmpty) || visibleArea < MIN_BACKDROP_SHARE * width * height) return null;
  const backdrop = { element: hitElement, box, coversViewport, rootsAbove: [] };
  return doesCoverControls(backdrop, scan) ? backdrop : null;
}

const isInside = ({ box }: Backdrop, x: number, y: number): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Whether the backdrop covers a control outside itself; with `root`, only controls inside `root` count. */
function doesCoverControls(backdrop: Backdrop, { elements }: Scan, root?: Element): boolean {
  let testCount = 0;
  return elements.some(({ element, isVisible, box }) => {
    if (!isVisible || !element.matches(CONTROL_SELECTOR) || backdrop.element.contains(element)) return false;
    if (element.contains(backdrop.element) || (root && !root.contains(element))) return false;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!isInside(backdrop, x, y) || testCount++ > MAX_CONTROLS_BELOW) return false;
    const stack = listElementsAt(x, y);
    const index = stack.indexOf(backdrop.element);
    return index >= 0 && !stack.slice(0, index).includes(element);
  });
}

function collectRootsAbove(backdrop: Backdrop, scan: Scan, points: readonly Point[]): void {
  const dialog = backdrop.element.closest(DIALOG_SELECTOR);
  if (dialog) {
    backdrop.rootsAbove.push(dialog);
    return;
  }
  for (const { x, y } of points) {
    const hitElement = findDeepElementAt(x, y);
    if (!hitElement) continue;
    if (backdrop.element !== hitElement && backdrop.element.contains(hitElement)) {
      if (!backdrop.rootsAbove.includes(backdrop.element)) backdrop.rootsAbove.push(backdrop.element);
      continue;
    }
    const stack = listElementsAt(x, y);
    const index = stack.indexOf(backdrop.element);
    const root = index > 0 ? findOutermostSibling(stack[0]!, backdrop.element) : null;
    // A sidebar may also be above the backdrop. Its root may be the whole application, which the backdrop covers.
    if (root && !backdrop.rootsAbove.includes(root) && !doesCoverControls(backdrop, scan, root))
      backdrop.rootsAbove.push(root);
  }
}

/**
 * Menus and lists are not overlays. Some libraries put a backdrop behind them too, so that a click outside closes them.
 */
const POPUP_LIST_SELECTOR = '[role="menu"], [role="listbox"], [role="tree"], [role="tooltip"], [role="grid"]';
const DIALOG_SELECTOR = 'dialog, [role="dialog"], [role="alertdialog"]';
const CONTROL_SELECTOR = 'a[href], button, input, select, textarea, [role="button"], [tabindex="0"]';

function overlayNameOf(root: Element, scan: Scan): string {
  const rootIndex = scan.indexByElement.get(root);
  if (rootIndex === undefined) return '';
  const label = root.getAttribute('aria-label')?.trim();
  if (label) return truncate(label, MAX_NAME_LENGTH);
  const descendants = scan.elements.slice(rootIndex + 1, scan.elements[rootIndex]!.endIndex);
  const findFirstText = (isMatch: (scannedElement: ScannedElement) => boolean): string => {
    const index = descendants.findIndex(
      (scannedElement) =>
        scannedElement.isVisible && isMatch(scannedElement) && scannedElement.end > scannedElement.start,
    );
    return index < 0 ? '' : readTextAt(scan, rootIndex + 1 + index, MAX_NAME_LENGTH);
  };
  const heading =
    findFirstText(({ tag, element }) => /^h[1-6]$/.test(tag) || element.getAttribute('role') === 'heading') ||
    findFirstText(({ element }) => /(?:^|[-_ ])title(?:$|[-_ ])/i.test(element.getAttribute('class') ?? ''));
  return truncate(heading || readTextAt(scan, rootIndex, MAX_NAME_LENGTH), MAX_NAME_LENGTH);
}

const areaOf = (element: Element): number => {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
};

/** Whether a list fills most of the element. Small lists may also be part of a form. */
const isPopupList = (root: Element): boolean =>
  [...root.querySelectorAll(POPUP_LIST_SELECTOR)].some((list) => areaOf(list) > areaOf(root) / 2);

/** Finds the overlay: the most central element above the backdrop that contains a control. */
function overlayRootOf({ rootsAbove }: Backdrop, scan: Scan): Element | null {
  const candidates = rootsAbove.filter((root) => {
    const scannedElement = scan.elements[scan.indexByElement.get(root) ?? -1];
    if (!scannedElement?.isVisible || root.matches(`${POPUP_LIST_SELECTOR}, ${DIALOG_SELECTOR}`))
      return false;
    return root.querySelector(CONTROL_SELECTOR) !== null && !isPopupList(root);
  });
  const measureDistanceFromCentre = (root: Element): number => {
    const { left, right, top, bottom } = root.getBoundingClientRect();
    return (
      Math.abs((left + right - window.innerWidth) / 2) + Math.abs((top + bottom - window.innerHeight) / 2)
    );
  };
  return candidates.sort((a, b) => measureDistanceFromCentre(a) - measureDistanceFromCentre(b))[0] ?? null;
}

/** @returns null if nothing covers the page */
export function findOverlays(scan: Scan): Overlays | null {
  const points = SAMPLE_POSITIONS.flatMap((y) =>
    SAMPLE_POSITIONS.map((x) => ({ x: x * window.innerWidth, y: y * window.innerHeight })),
  );
  const backdrops: Backdrop[] = [];
  for (const { x, y } of points) {
    const hitElement = findDeepElementAt(x, y);
    if (!hitElement || backdrops.some(({ element }) => element === hitElement)) continue;
    const backdrop = toBackdrop(hitElement, scan);
    if (backdrop) backdrops.push(backdrop);
  }
  if (backdrops.length === 0) return null;
  const fullBackdrop = backdrops.find(({ coversViewport }) => coversViewport);
  if (fullBackdrop) collectRootsAbove(fullBackdrop, scan, points);
  const overlay = fullBackdrop ? overlayRootOf(fullBackdrop, scan) : null;
  const name = overlay ? overlayNameOf(overlay, scan) : '';
  let testCount = 0;
  return {
    getOverlayName: (element) => (element === overlay ? name : null),
    isBehindOverlay: ({ element, box }, interactive) => {
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const isOutsideViewport = x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight;
      const backdropAtPoint = isOutsideViewport
        ? fullBackdrop
        : backdrops.find((backdrop) => isInside(backdrop, x, y));
      if (
        !backdropAtPoint ||
        backdropAtPoint.element.contains(element) ||
        element.contains(backdropAtPoint.element)
      )
        return false;
      if (backdropAtPoint.rootsAbove.some((root) => root.contains(element))) return false;
      if (!interactive || isOutsideViewport) return backdropAtPoint.coversViewport;
      if (++testCount > MAX_HIT_TESTS) return false;
      const hitElement = findDeepElementAt(x, y);
      return (
        hitElement === backdropAtPoint.element ||
        backdropAtPoint.rootsAbove.some((root) => root.contains(hitElement))
      );
    },
  };
}
