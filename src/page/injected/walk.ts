/**
 * Rows of a look: every rendered element that was seen by the scan, with role, name, states and the rest of
 * what makes a candidate, as columns (wire.ts).
 */
import type { WireContent, WireFlags, WireRows } from './wire.js';
import { contentBox } from './content-box.js';
import { compactDocument } from './document.js';
import { calledOf, contentName, hiddenNameOf, labelsOf, nameOf, roleOf } from './names.js';
import { layersOf } from './layers.js';
import { drawnParent } from './pass.js';
import { ACTIVE_ROLES } from './role-tables.js';
import { textAt, type Scan, type Seen } from './scan.js';
import { attributesOf, optionsOf, statesOf, valueOf } from './states.js';
import { cut } from './text.js';
import { uid } from './uids.js';

const FLAG: WireFlags = {
  visible: 1,
  interactive: 2,
  pointer: 4,
  namedByText: 8,
  scrolledAway: 16,
  behind: 32,
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
  if (element.hasAttribute('role') && ACTIVE_ROLES.has(role)) return true;
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

/** Each text once; rows hold its number. */
class Table {
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

/** What is known of a seen element that those inside it build on. */
interface Known {
  landmark: string;
  /** Legend or region name; wins over the last heading. */
  region: string;
  behind: boolean;
  /** What the window is called that it stands in, where one is drawn over the page. */
  over: string | null;
  /** Its row, or that of the nearest ancestor that has one; -1 for none. */
  row: number;
  /** Where its path goes on from: a row or -1, and the steps below it. */
  base: number;
  steps: string;
}

const OUTSIDE: Known = { landmark: '', region: '', behind: false, over: null, row: -1, base: -1, steps: '' };

/** The modal dialog that is open on top of all others: everything outside it is inert. */
function topModal(): Element | null {
  return Array.from(document.querySelectorAll('dialog:modal')).at(-1) ?? null;
}

/** A control that is drawn by its label (opacity 0, clipped) still has to be known. */
function drawnByLabel({ element, tag, visible }: Seen): boolean {
  return tag === 'input' && !visible && labelsOf(element).length > 0;
}

const isShape = ({ element, tag }: Seen): boolean => element.namespaceURI === SVG && tag !== 'svg';

/** In a drawing only shapes that can be acted on are of interest. */
function isMereShape(at: Seen, role: string, scan: Scan): boolean {
  if (!isShape(at)) return false;
  const pointed = at.style.pointer && !scan.seen[at.parent]?.style.pointer;
  return !pointed && !isActive(at.element, at.tag, role);
}

const SVG = 'http://www.w3.org/2000/svg';

/** What makes an element inert may stand anywhere above it, up to the modal dialog that holds it. */
function isInert(element: Element): boolean {
  for (let at: Element | null = element; at; at = drawnParent(at)) {
    if (at.hasAttribute('inert')) return true;
    if (at.matches('dialog:modal')) return false;
  }
  return false;
}

/** What may show a document of its own; whether it does is known outside. */
const HOLDERS = new Set(['iframe', 'frame', 'object', 'embed']);

function contentOf(element: Element, box: DOMRect): WireContent {
  const place = contentBox(element, box);
  return isInert(element) ? { ...place, inert: true } : place;
}

/** Only what is not simply read off the element can be a name that nobody sees. */
function mayHideName({ element, tag, holdsHidden }: Seen): boolean {
  if (holdsHidden || tag === 'input' || tag === 'select' || tag === 'textarea') return true;
  return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
}

function isAway({ box, view }: Seen): boolean {
  return (
    view !== null &&
    (box.right <= view.left || box.left >= view.right || box.bottom <= view.top || box.top >= view.bottom)
  );
}

/** Numbers in place of ids, for a look that leaves no trace even here: what is seen first gets no earlier id by it. */
function numbers(): (element: Element) => string {
  const given = new Map<Element, string>();
  return (element) => {
    const known = given.get(element) ?? String(given.size);
    given.set(element, known);
    return known;
  };
}

/** @returns with how many rows begin before each of the seen, and before the end of the page */
export function walkDocument(
  scan: Scan,
  wanted: { documents: boolean; glimpse: boolean },
): { rows: WireRows; before: number[] } {
  const { seen } = scan;
  const idOf = wanted.glimpse ? numbers() : uid;
  const words = new Table();
  const places = new Table();
  const rows: WireRows = {
    uid: [],
    words: words.texts,
    tag: [],
    role: [],
    path: [],
    base: [],
    parent: [],
    box: [],
    range: [],
    flags: [],
    place: [],
    landmark: [],
    places: places.texts,
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
    over: [],
  };
  const modal = topModal();
  const layers = modal ? null : layersOf(scan);
  const known: Known[] = [];
  const before: number[] = [];
  let heading = '';

  seen.forEach((at, i) => {
    const { element, tag, visible, box, style } = at;
    before.push(rows.uid.length);
    const outer = known[at.parent] ?? { ...OUTSIDE, behind: modal !== null };
    const base = known[at.base] ?? OUTSIDE;
    const role = roleOf(element);
    const starts = layers?.starts(element) ?? null;
    const inside: Known = {
      landmark:
        (role === 'generic' ? undefined : LANDMARKS[role]) ?? (starts === null ? outer.landmark : 'dialog'),
      region: regionName(element, role) || (starts ?? outer.region),
      over: starts ?? outer.over,
      behind: outer.behind && element !== modal,
      row: outer.row,
      base: base.base,
      steps: base.steps + at.path,
    };
    known.push(inside);
    if (role === 'heading' && visible) heading = cut(textAt(scan, i, 120), 120);
    const isPage = element === document.body && !document.body.isContentEditable;
    if (isPage || !(visible || drawnByLabel(at)) || isMereShape(at, role, scan)) return;

    const row = rows.uid.length;
    const active = isActive(element, tag, role);
    const text = textAt(scan, i, 200);
    const name = calledOf(element, role);
    rows.uid.push(idOf(element));
    rows.tag.push(words.number(tag));
    rows.role.push(words.number(role));
    rows.base.push(inside.base);
    rows.path.push(inside.steps);
    rows.parent.push(outer.row);
    rows.box.push(box.x, box.y, box.width, box.height);
    rows.range.push(at.start, at.end);
    rows.place.push(places.number(inside.region || (role === 'heading' ? '' : heading)));
    rows.landmark.push(places.number(inside.landmark));
    let flags = visible ? FLAG.visible : 0;
    if (active) flags += FLAG.interactive;
    if (style.pointer && !seen[at.parent]?.style.pointer) flags += FLAG.pointer;
    if (isAway(at)) flags += FLAG.scrolledAway;
    if (inside.behind || (visible && inside.over === null && layers?.behind(at, active || style.pointer)))
      flags += FLAG.behind;
    if (inside.over !== null) rows.over.push([row, inside.over]);
    if (name && name === text) flags += FLAG.namedByText;
    else if (name) rows.name.push([row, name]);
    rows.flags.push(flags);
    if (name && !(flags & FLAG.namedByText) && (active || at.holdsHidden) && mayHideName(at)) {
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
    } else if (HOLDERS.has(tag)) rows.content.push([row, contentOf(element, box)]);
    if (style.cutX === 'scrolls' || style.cutY === 'scrolls') {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
      const maxX = scrollWidth - clientWidth;
      const maxY = scrollHeight - clientHeight;
      if (maxX > 1 || maxY > 1)
        rows.scroll.push([row, { x: Math.round(scrollLeft), y: Math.round(scrollTop), maxX, maxY }]);
    }
    if (wanted.documents)
      rows.document.push([
        row,
        compactDocument(element, at.holdsHidden ? null : tag === 'select' ? null : text),
      ]);
    inside.row = row;
    inside.base = row;
    inside.steps = '';
  });
  before.push(rows.uid.length);
  return { rows, before };
}
