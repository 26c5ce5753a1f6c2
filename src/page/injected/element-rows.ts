/**
 * Reads the rows of a snapshot: every scanned element with role, name, states and the other properties of a
 * candidate, as columns (wire.ts).
 */
import type { WireFrameContent, WireFlags, WireRows } from './wire.js';
import { contentBox } from './content-box.js';
import { compactDocument } from './compact-document.js';
import { displayNameOf, contentName, hiddenNameOf, labelsOf, nameOf, roleOf } from './names.js';
import { findOverlays } from './overlays.js';
import { flatTreeParent } from './query-cache.js';
import { INTERACTIVE_ROLES } from './role-tables.js';
import { textAt, type Scan, type ScannedElement } from './scan.js';
import { attributesOf, optionsOf, statesOf, valueOf } from './states.js';
import { truncate } from './text.js';
import { uid } from './uids.js';

const FLAG: WireFlags = {
  visible: 1,
  interactive: 2,
  pointer: 4,
  namedByText: 8,
  scrolledAway: 16,
  behindModal: 32,
};

const ACTIVE_TAGS = new Set([
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

function isActive(element: Element, tag: string, role: string): boolean {
  if (ACTIVE_TAGS.has(tag)) return true;
  if (!element.hasAttributes()) return false;
  if (element.hasAttribute('role') && INTERACTIVE_ROLES.has(role)) return true;
  if (element.hasAttribute('onclick') || element.hasAttribute('tabindex')) return true;
  if (element.getAttribute('draggable') === 'true') return true;
  return (element as HTMLElement).isContentEditable && !(element.parentElement?.isContentEditable ?? false);
}

function regionName(element: Element, role: string): string {
  if (element.localName === 'fieldset') {
    const legend = element.querySelector(':scope > legend');
    return legend ? contentName(legend) : '';
  }
  return NAMED_REGIONS.has(role) ? nameOf(element, role) : '';
}

/** Stores each text once; rows refer to it by number. */
class StringTable {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** Properties of a scanned element that its descendants inherit. */
interface ElementContext {
  landmark: string;
  /** Legend or region name; takes precedence over the last heading. */
  region: string;
  behindModal: boolean;
  /** Name of the overlay that contains the element, or null. */
  overlay: string | null;
  /** Row of the element or of its nearest ancestor with a row; -1 if none. */
  row: number;
  /** Where paths of descendants start: a row or -1, and the steps below it. */
  base: number;
  steps: string;
}

const ROOT_CONTEXT: ElementContext = {
  landmark: '',
  region: '',
  behindModal: false,
  overlay: null,
  row: -1,
  base: -1,
  steps: '',
};

/** The topmost modal dialog; everything outside it is inert. */
function topModal(): Element | null {
  return Array.from(document.querySelectorAll('dialog:modal')).at(-1) ?? null;
}

/** An invisible input (opacity 0, clipped) whose label is shown instead. */
function isShownByLabel({ element, tag, visible }: ScannedElement): boolean {
  return tag === 'input' && !visible && labelsOf(element).length > 0;
}

const isShape = ({ element, tag }: ScannedElement): boolean => element.namespaceURI === SVG && tag !== 'svg';

/** A shape of a drawing that is not interactive. */
function isIgnoredShape(at: ScannedElement, role: string, scan: Scan): boolean {
  if (!isShape(at)) return false;
  const pointed = at.style.hasPointerCursor && !scan.elements[at.parent]?.style.hasPointerCursor;
  return !pointed && !isActive(at.element, at.tag, role);
}

const SVG = 'http://www.w3.org/2000/svg';

/** Whether an ancestor, up to the containing modal dialog, makes the element inert. */
function isInert(element: Element): boolean {
  for (let at: Element | null = element; at; at = flatTreeParent(at)) {
    if (at.hasAttribute('inert')) return true;
    if (at.matches('dialog:modal')) return false;
  }
  return false;
}

/** Tags that may contain another document. Only Node knows whether they do. */
const FRAME_TAGS = new Set(['iframe', 'frame', 'object', 'embed']);

function contentOf(element: Element, box: DOMRect): WireFrameContent {
  const place = contentBox(element, box);
  return isInert(element) ? { ...place, inert: true } : place;
}

/** Cheap pre-check: a name taken only from visible text has no hidden part. */
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

/** Assigns numbers instead of uids for early snapshots, which must not affect the uids of later snapshots. */
function createNumbering(): (element: Element) => string {
  const given = new Map<Element, string>();
  return (element) => {
    const known = given.get(element) ?? String(given.size);
    given.set(element, known);
    return known;
  };
}

/** @returns the rows, and for each scanned element (and the end of the page) the number of rows before it */
export function readRows(
  scan: Scan,
  options: { documents: boolean; early: boolean },
): { rows: WireRows; rowsBefore: number[] } {
  const { elements } = scan;
  const idOf = options.early ? createNumbering() : uid;
  const roleAndTagNames = new StringTable();
  const sections = new StringTable();
  const rows: WireRows = {
    uid: [],
    words: roleAndTagNames.texts,
    tag: [],
    role: [],
    path: [],
    base: [],
    parent: [],
    box: [],
    range: [],
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
    labels: [],
    hiddenName: [],
    scroll: [],
    content: [],
    overlay: [],
  };
  const modal = topModal();
  const overlays = modal ? null : findOverlays(scan);
  const contexts: ElementContext[] = [];
  const rowsBefore: number[] = [];
  let heading = '';

  elements.forEach((at, i) => {
    const { element, tag, visible, box, style } = at;
    rowsBefore.push(rows.uid.length);
    const parentContext = contexts[at.parent] ?? { ...ROOT_CONTEXT, behindModal: modal !== null };
    const base = contexts[at.base] ?? ROOT_CONTEXT;
    const role = roleOf(element);
    const overlayName = overlays?.overlayName(element) ?? null;
    const context: ElementContext = {
      landmark:
        (role === 'generic' ? undefined : LANDMARKS[role]) ??
        (overlayName === null ? parentContext.landmark : 'dialog'),
      region: regionName(element, role) || (overlayName ?? parentContext.region),
      overlay: overlayName ?? parentContext.overlay,
      behindModal: parentContext.behindModal && element !== modal,
      row: parentContext.row,
      base: base.base,
      steps: base.steps + at.path,
    };
    contexts.push(context);
    if (role === 'heading' && visible) heading = truncate(textAt(scan, i, 120), 120);
    const isPage = element === document.body && !document.body.isContentEditable;
    if (isPage || !(visible || isShownByLabel(at)) || isIgnoredShape(at, role, scan)) return;

    const row = rows.uid.length;
    const active = isActive(element, tag, role);
    const text = textAt(scan, i, 200);
    const name = displayNameOf(element, role);
    rows.uid.push(idOf(element));
    rows.tag.push(roleAndTagNames.number(tag));
    rows.role.push(roleAndTagNames.number(role));
    rows.base.push(context.base);
    rows.path.push(context.steps);
    rows.parent.push(parentContext.row);
    rows.box.push(box.x, box.y, box.width, box.height);
    rows.range.push(at.start, at.end);
    rows.section.push(sections.number(context.region || (role === 'heading' ? '' : heading)));
    rows.landmark.push(sections.number(context.landmark));
    let flags = visible ? FLAG.visible : 0;
    if (active) flags += FLAG.interactive;
    if (style.hasPointerCursor && !elements[at.parent]?.style.hasPointerCursor) flags += FLAG.pointer;
    if (isScrolledAway(at)) flags += FLAG.scrolledAway;
    if (
      context.behindModal ||
      (visible && context.overlay === null && overlays?.isBehind(at, active || style.hasPointerCursor))
    )
      flags += FLAG.behindModal;
    if (context.overlay !== null) rows.overlay.push([row, context.overlay]);
    if (name && name === text) flags += FLAG.namedByText;
    else if (name) rows.name.push([row, name]);
    rows.flags.push(flags);
    if (name && !(flags & FLAG.namedByText) && (active || at.containsHiddenText) && mayHaveHiddenName(at)) {
      const hiddenName = hiddenNameOf(element, name, text);
      if (hiddenName) rows.hiddenName.push([row, hiddenName]);
    }
    if (element.hasAttributes() || tag === 'svg') rows.attributes.push([row, attributesOf(element)]);
    const states = statesOf(element, role, active);
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
      if (control) rows.labels.push([row, idOf(control)]);
    } else if (FRAME_TAGS.has(tag)) rows.content.push([row, contentOf(element, box)]);
    if (style.clipX === 'scrolls' || style.clipY === 'scrolls') {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
      const maxX = scrollWidth - clientWidth;
      const maxY = scrollHeight - clientHeight;
      if (maxX > 1 || maxY > 1)
        rows.scroll.push([row, { x: Math.round(scrollLeft), y: Math.round(scrollTop), maxX, maxY }]);
    }
    if (options.documents)
      rows.document.push([
        row,
        compactDocument(element, at.containsHiddenText ? null : tag === 'select' ? null : text),
      ]);
    context.row = row;
    context.base = row;
    context.steps = '';
  });
  rowsBefore.push(rows.uid.length);
  return { rows, rowsBefore };
}
