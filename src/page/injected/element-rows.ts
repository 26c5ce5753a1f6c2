/**
 * Turns scanned elements into the rows of a snapshot: role, name, states and the other properties of candidates. The
 * rows are stored as columns (see `WireRows` in wire.ts).
 */
import type { WireFrameContent, WireFlags, WireRows } from './wire.js';
import { computeContentBox } from './content-box.js';
import { createCompactDocument } from './compact-document.js';
import { displayNameOf, readContentName, hiddenNameOf, labelsOf, nameOf, roleOf } from './names.js';
import { findOverlays } from './overlays.js';
import { findOncePerQuery, flatTreeParentOf } from './query-cache.js';
import { INTERACTIVE_ROLES } from './role-tables.js';
import { readTextAt, type Scan, type ScannedElement } from './scan.js';
import { attributesOf, optionsOf, statesOf, valueOf } from './states.js';
import { isInlineDisplay, truncate } from './text.js';
import { getUid } from './uids.js';

const FLAG: WireFlags = {
  visible: 1,
  interactive: 2,
  startsPointerArea: 4,
  namedByText: 8,
  scrolledAway: 16,
  behindModal: 32,
  inline: 64,
};

const INTERACTIVE_TAGS = new Set([
  'a',
  'area',
  'button',
  'input',
  'select',
  'textarea',
  'option',
  'label',
  'summary',
]);
const LANDMARKS: Record<string, string> = {
  banner: 'header',
  navigation: 'nav',
  main: 'main',
  contentinfo: 'footer',
  complementary: 'aside',
  form: 'form',
  search: 'form',
  dialog: 'dialog',
  alertdialog: 'dialog',
};
const NAMED_REGIONS = new Set(['dialog', 'region', 'group', 'radiogroup', 'navigation']);

function isInteractive(element: Element, tag: string, role: string): boolean {
  if (INTERACTIVE_TAGS.has(tag)) return true;
  if (!element.hasAttributes()) return false;
  if (element.hasAttribute('role') && INTERACTIVE_ROLES.has(role)) return true;
  if (element.hasAttribute('onclick') || element.hasAttribute('tabindex')) return true;
  if (element.getAttribute('draggable') === 'true') return true;
  return (element as HTMLElement).isContentEditable && !(element.parentElement?.isContentEditable ?? false);
}

function readRegionName(element: Element, role: string): string {
  if (element.localName === 'fieldset') {
    const legend = element.querySelector(':scope > legend');
    return legend ? readContentName(legend) : '';
  }
  const label = element.id ? findOncePerQuery(listGroupLabels).get(element.id) : undefined;
  if (label) return readContentName(label).replace(/^\*\s*|\s*[*:]+$/g, '');
  return NAMED_REGIONS.has(role) ? nameOf(element, role) : '';
}

/**
 * Labels whose `for` attribute does not refer to a field, indexed by the id in `for`. The id may belong to a group: a
 * slider, rating stars, radio buttons. To browsers, such a label names nothing, but users read it as the group's name.
 */
function listGroupLabels(): Map<string, HTMLLabelElement> {
  const labels = Array.from(document.querySelectorAll<HTMLLabelElement>('label[for]'));
  return new Map(labels.filter(({ control }) => control === null).map((label) => [label.htmlFor, label]));
}

/** Stores each string once, so that rows can refer to it by index. */
class StringTable {
  readonly texts: string[] = [];
  readonly #indexes = new Map<string, number>();

  getIndex(text: string): number {
    let index = this.#indexes.get(text);
    if (index === undefined) {
      index = this.texts.push(text) - 1;
      this.#indexes.set(text, index);
    }
    return index;
  }
}

/** Properties of a scanned element that its descendants inherit. */
interface ElementContext {
  landmark: string;
  /** Legend or region name. It takes precedence over the last heading. */
  region: string;
  behindModal: boolean;
  /** Name of the overlay that contains the element, or null. */
  overlay: string | null;
  /** Row of the element or of its nearest ancestor with a row; -1 if there is none. */
  row: number;
  /** Where the paths of descendants start: a row (-1 for the document), and the steps below it. */
  pathBaseRow: number;
  pathSteps: string;
}

const ROOT_CONTEXT: ElementContext = {
  landmark: '',
  region: '',
  behindModal: false,
  overlay: null,
  row: -1,
  pathBaseRow: -1,
  pathSteps: '',
};

/** The topmost modal dialog. Everything outside it is inert. */
function findTopModal(): Element | null {
  return Array.from(document.querySelectorAll('dialog:modal')).at(-1) ?? null;
}

/** Whether an element is an invisible input (transparent or clipped) with a label. Users see and click that label. */
function isRepresentedByLabel({ element, tag, isVisible }: ScannedElement): boolean {
  return tag === 'input' && !isVisible && labelsOf(element).length > 0;
}

const isShape = ({ element, tag }: ScannedElement): boolean => element.namespaceURI === SVG && tag !== 'svg';

/** Whether an element is a non-interactive shape in a drawing. */
function isIgnoredShape(scannedElement: ScannedElement, role: string, scan: Scan): boolean {
  if (!isShape(scannedElement)) return false;
  const startsPointerArea =
    scannedElement.style.hasPointerCursor && !scan.elements[scannedElement.parent]?.style.hasPointerCursor;
  return !startsPointerArea && !isInteractive(scannedElement.element, scannedElement.tag, role);
}

const SVG = 'http://www.w3.org/2000/svg';

/** Whether an ancestor, up to the containing modal dialog, makes the element inert. */
function isInert(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = flatTreeParentOf(ancestor)) {
    if (ancestor.hasAttribute('inert')) return true;
    if (ancestor.matches('dialog:modal')) return false;
  }
  return false;
}

/** Tags that may contain another document. Only Node knows whether they do. */
const FRAME_TAGS = new Set(['iframe', 'frame', 'object', 'embed']);

function frameContentOf(element: Element, box: DOMRect): WireFrameContent {
  const content = computeContentBox(element, box);
  return isInert(element) ? { ...content, inert: true } : content;
}

/** Whether the name may have a hidden part. It has none if it can only come from visible text. The check is cheap. */
function mayHaveHiddenName({ element, tag, containsHiddenText }: ScannedElement): boolean {
  if (containsHiddenText || tag === 'input' || tag === 'select' || tag === 'textarea') return true;
  return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
}

function isScrolledAway({ box, scrollport }: ScannedElement): boolean {
  return (
    scrollport !== null &&
    (box.right <= scrollport.left ||
      box.left >= scrollport.right ||
      box.bottom <= scrollport.top ||
      box.top >= scrollport.bottom)
  );
}

/**
 * Assigns numbers to elements. Early snapshots use them, because assigning uids would change those of later
 * snapshots.
 */
function createNumberAssigner(): (element: Element) => string {
  const numbers = new Map<Element, string>();
  return (element) => {
    const number = numbers.get(element) ?? String(numbers.size);
    numbers.set(element, number);
    return number;
  };
}

/**
 * @param options `required`: elements that become rows even if they are invisible or shapes in a drawing
 * @returns the rows, and the number of rows before each scanned element and before the end of the page
 */
export function readRows(
  scan: Scan,
  options: { withDocuments: boolean; isEarly: boolean; required?: ReadonlySet<Element> },
): { rows: WireRows; rowCounts: number[] } {
  const { elements } = scan;
  const assignId = options.isEarly ? createNumberAssigner() : getUid;
  const roleAndTagNames = new StringTable();
  const sections = new StringTable();
  const rows: WireRows = {
    uid: [],
    tagAndRoleNames: roleAndTagNames.texts,
    tag: [],
    role: [],
    path: [],
    base: [],
    parent: [],
    box: [],
    textRange: [],
    flags: [],
    section: [],
    landmark: [],
    sections: sections.texts,
    text: scan.text,
    name: [],
    attributes: [],
    states: [],
    value: [],
    options: [],
    inputType: [],
    document: [],
    labelledControl: [],
    hiddenName: [],
    scroll: [],
    frameContent: [],
    overlay: [],
    resizes: [],
  };
  const modal = findTopModal();
  const overlays = modal ? null : findOverlays(scan);
  const contexts: ElementContext[] = [];
  const rowCounts: number[] = [];
  let heading = '';

  elements.forEach((scannedElement, i) => {
    const { element, tag, isVisible, box, style } = scannedElement;
    rowCounts.push(rows.uid.length);
    const parentContext = contexts[scannedElement.parent] ?? { ...ROOT_CONTEXT, behindModal: modal !== null };
    const baseContext = contexts[scannedElement.pathBaseIndex] ?? ROOT_CONTEXT;
    const role = roleOf(element);
    const overlayName = overlays?.getOverlayName(element) ?? null;
    const context: ElementContext = {
      landmark:
        (role === 'generic' ? undefined : LANDMARKS[role]) ??
        (overlayName === null ? parentContext.landmark : 'dialog'),
      region: readRegionName(element, role) || (overlayName ?? parentContext.region),
      overlay: overlayName ?? parentContext.overlay,
      behindModal: parentContext.behindModal && element !== modal,
      row: parentContext.row,
      pathBaseRow: baseContext.pathBaseRow,
      pathSteps: baseContext.pathSteps + scannedElement.path,
    };
    contexts.push(context);
    if (role === 'heading' && isVisible) heading = truncate(readTextAt(scan, i, 120), 120);
    const isPage = element === document.body && !document.body.isContentEditable;
    const isRow =
      options.required?.has(element) ||
      ((isVisible || isRepresentedByLabel(scannedElement)) && !isIgnoredShape(scannedElement, role, scan));
    if (isPage || !isRow) return;

    const row = rows.uid.length;
    const resizes = elements[scannedElement.parent]?.style.resizes ? '' : style.resizes;
    const isRowInteractive = isInteractive(element, tag, role) || resizes !== '';
    const text = readTextAt(scan, i, 200);
    const name = displayNameOf(element, role);
    rows.uid.push(assignId(element));
    rows.tag.push(roleAndTagNames.getIndex(tag));
    rows.role.push(roleAndTagNames.getIndex(role));
    rows.base.push(context.pathBaseRow);
    rows.path.push(context.pathSteps);
    rows.parent.push(parentContext.row);
    rows.box.push(box.x, box.y, box.width, box.height);
    rows.textRange.push(scannedElement.start, scannedElement.end);
    rows.section.push(sections.getIndex(context.region || (role === 'heading' ? '' : heading)));
    rows.landmark.push(sections.getIndex(context.landmark));
    let flags = isVisible ? FLAG.visible : 0;
    if (isRowInteractive) flags += FLAG.interactive;
    if (style.hasPointerCursor && !elements[scannedElement.parent]?.style.hasPointerCursor)
      flags += FLAG.startsPointerArea;
    if (isScrolledAway(scannedElement)) flags += FLAG.scrolledAway;
    if (isInlineDisplay(style.display)) flags += FLAG.inline;
    if (
      context.behindModal ||
      (isVisible &&
        context.overlay === null &&
        overlays?.isBehindOverlay(scannedElement, isRowInteractive || style.hasPointerCursor))
    )
      flags += FLAG.behindModal;
    if (context.overlay !== null) rows.overlay.push([row, context.overlay]);
    if (resizes !== '') rows.resizes.push([row, resizes]);
    if (name && name === text) flags += FLAG.namedByText;
    else if (name) rows.name.push([row, name]);
    rows.flags.push(flags);
    if (
      name &&
      !(flags & FLAG.namedByText) &&
      (isRowInteractive || scannedElement.containsHiddenText) &&
      mayHaveHiddenName(scannedElement)
    ) {
      const hiddenName = hiddenNameOf(element, name, text);
      if (hiddenName) rows.hiddenName.push([row, hiddenName]);
    }
    if (element.hasAttributes() || tag === 'svg') rows.attributes.push([row, attributesOf(element)]);
    const states = statesOf(element, role, isRowInteractive);
    // Adds the states if there are any. A loop is the cheapest test.
    for (const _ in states) {
      rows.states.push([row, states]);
      break;
    }
    const value = valueOf(element);
    if (value !== undefined) rows.value.push([row, value]);
    if (tag === 'input' || tag === 'select') {
      const options = optionsOf(element);
      if (options) rows.options.push([row, options]);
      if (tag === 'input') rows.inputType.push([row, (element as HTMLInputElement).type]);
    } else if (tag === 'label') {
      const control = (element as HTMLLabelElement).control;
      if (control) rows.labelledControl.push([row, assignId(control)]);
    } else if (FRAME_TAGS.has(tag)) rows.frameContent.push([row, frameContentOf(element, box)]);
    if (style.clipX === 'scrolls' || style.clipY === 'scrolls') {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
      const maxX = scrollWidth - clientWidth;
      const maxY = scrollHeight - clientHeight;
      if (maxX > 1 || maxY > 1)
        rows.scroll.push([row, { x: Math.round(scrollLeft), y: Math.round(scrollTop), maxX, maxY }]);
    }
    if (options.withDocuments)
      rows.document.push([
        row,
        createCompactDocument(
          element,
          scannedElement.containsHiddenText ? null : tag === 'select' ? null : text,
        ),
      ]);
    context.row = row;
    context.pathBaseRow = row;
    context.pathSteps = '';
  });
  rowCounts.push(rows.uid.length);
  return { rows, rowCounts };
}
