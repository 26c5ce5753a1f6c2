/**
 * The one pass over a document: every rendered element in reading order with its style, its box and what of
 * it people can see, and the page's rendered text as one string in which every element has a range. Names,
 * documents, blocks and rows are made from this afterwards; nothing here judges what an element is for.
 */
import {
  judgeText,
  sightFromTop,
  sightOf,
  skipsContent,
  type HiddenText,
  type HiddenWhy,
  type Sight,
} from './sight.js';
import { suspicious } from './suspects.js';
import { areaBox, pictureOf } from './areas.js';
import type { Edges } from './clipping.js';
import { isClobbered, nodeTypeOf, parentNodeOf } from './dom.js';
import { childSteps, position } from './paths.js';
import { styleOf, type Look } from './style.js';
import { childNodes, collapse, inlineDisplay, renderedChildren, shadowOf, transform } from './text.js';

const SKIPPED = new Set([
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
/** What says nothing in a text although it may have text inside. */
const SILENT = new Set(['textarea', 'input', 'video', 'audio', 'canvas', 'iframe', 'object']);
/** Beyond these a page is read no further: nobody finds their way in it, and a look has to end. */
const MOST_ELEMENTS = 60_000;
const MOST_TEXT = 4_000_000;
const MOST_HIDDEN = 100;
const MOST_SUSPECTS = 300;
/** A drawing of at least this size, CSS px, is looked into for controls; a smaller one is an icon. */
const DRAWING = 48;

export interface Seen {
  element: Element;
  tag: string;
  /** lxml-style steps below the element at `base`, or from the root when that is -1: `/div[2]/a`. */
  path: string;
  base: number;
  /** Index of the nearest seen ancestor as rendered (out of shadow roots, through slots), -1 for none. */
  parent: number;
  /** Index after the last element inside it. */
  last: number;
  style: Look;
  box: DOMRect;
  sight: Sight;
  /** People can see it, or can scroll it into sight. */
  visible: boolean;
  /** Range of its text in `Scan.text`. */
  start: number;
  end: number;
  /** Something in it is text that nobody sees. */
  holdsHidden: boolean;
  /** Nothing in it starts a line of its own. */
  lines: boolean;
  /** What scroll containers leave in sight there; null for no limit. */
  view: Edges | null;
}

export interface Scan {
  seen: Seen[];
  indexOf: Map<Element, number>;
  text: string;
  hidden: HiddenText[];
  /** Elements walked, rendered or not. */
  elements: number;
  /** The page has more elements or text than were read. */
  cut: boolean;
  shadows: ShadowRoot[];
  /** Elements that may have a closed shadow root, which only the browser can tell. */
  suspects: Element[];
}

/** What is left to walk inside an element. */
interface Inside {
  own: Seen;
  index: number;
  /** The node that its children are listed by: itself or its shadow root. */
  parent: Node;
  prefix: string;
  drawing: boolean;
  /** It is walked on behalf of the element around it. */
  through?: boolean;
  children: readonly Node[];
  steps: readonly string[];
  at: number;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A transparent field that lies over its own drawing takes the clicks, so it is there for people. */
function takesClicks(element: Element, tag: string, box: DOMRect): boolean {
  if (tag !== 'select' && tag !== 'input' && tag !== 'textarea') return false;
  if (box.width < 8 || box.height < 8) return false;
  // What people see of a field with a label of its own is the label.
  if ((element as HTMLInputElement).labels?.length) return false;
  const root = element.getRootNode() as Document | ShadowRoot;
  return root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === element;
}

export function scanDocument(): Scan {
  const seen: Seen[] = [];
  const indexOf = new Map<Element, number>();
  const hidden: HiddenText[] = [];
  const shadows: ShadowRoot[] = [];
  const suspects: Element[] = [];
  const parts: string[] = [];
  let length = 0;
  let gap = false;
  let elements = 0;
  let cut = false;

  const say = (whole: string): void => {
    const room = MOST_TEXT - length;
    if (whole.length > room) cut = true;
    const text = whole.length > room ? whole.slice(0, Math.max(0, room)) : whole;
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

  const readText = (node: Text, at: Seen): void => {
    const text = node.data;
    if (!at.style.visible) return;
    const why = /\S/.test(text) ? judgeText(at.sight, node) : null;
    if (why === null) say(transform(text, at.style.transform));
    else keepOut(text, why, at);
  };

  const keepOut = (text: string, why: HiddenWhy, at: Seen): void => {
    if (hidden.length < MOST_HIDDEN) hidden.push({ text: collapse(text).slice(0, 300), reason: why });
    for (let up: Seen | undefined = at; up && !up.holdsHidden; up = seen[up.parent]) up.holdsHidden = true;
    gap = true;
  };

  /** Option labels are text of their select; they have no boxes of their own to be walked. */
  const readOptions = (select: HTMLSelectElement): void => {
    for (const option of select.options) {
      gap = true;
      say(option.text);
    }
    gap = true;
  };

  /** What starts a line of its own takes its ancestors out of those that hold lines only. */
  const breaksLine = (index: number): void => {
    for (let up = seen[index]; up?.lines; up = seen[up.parent]) up.lines = false;
  };

  /** Everything about one element before what is in it. @returns its inside, or null when there is nothing to walk */
  const enter = (element: Element, path: string, base: number, parent: number): Inside | null => {
    const tag = element.localName;
    if (tag === 'br') {
      gap = true;
      return null;
    }
    if (SKIPPED.has(tag)) return null;
    elements++;
    const style = styleOf(element);
    const { display } = style;
    if (tag === 'area') enterArea(element, path, base, parent);
    if (display === 'none' || display === '') return null;
    const breaks = !inlineDisplay(display);
    if (breaks) {
      gap = true;
      breaksLine(parent);
    }
    const sight = sightOf(element, seen[parent]?.sight ?? null);
    const { box, why } = sight;
    const boxed = box.width > 0 && box.height > 0;
    const shown = style.visible && element.checkVisibility();
    const own: Seen = {
      element,
      tag,
      path,
      base,
      parent,
      last: 0,
      style,
      box,
      sight,
      visible: boxed && shown && (why === null || (why === 'transparent' && takesClicks(element, tag, box))),
      start: length,
      end: length,
      holdsHidden: false,
      lines: true,
      view: sight.cuts.view,
    };
    const index = seen.length;
    seen.push(own);
    indexOf.set(element, index);
    const shadow = shadowOf(element);
    if (shadow) shadows.push(shadow);
    else if (suspects.length < MOST_SUSPECTS && suspicious(element, tag, box)) suspects.push(element);
    // What is skipped by `content-visibility` or a closed `details` has boxes but is not there for anybody.
    const open = shown || !style.visible || !boxed || display === 'contents';
    const inside = open ? insideOf(own, index, shadow) : null;
    if (!open) skip(own);
    if (!inside) leave(own);
    return inside;
  };

  const leave = (own: Seen): void => {
    own.end = length;
    own.last = seen.length;
    if (!inlineDisplay(own.style.display)) gap = true;
  };

  /** What is not drawn because something around it leaves its content out. */
  const skip = (own: Seen): void => {
    const around = seen[own.parent];
    const text = own.element.textContent ?? '';
    if (around && /\S/.test(text) && skipsContent(around.sight)) keepOut(text, 'clipped', own);
  };

  const insideOf = (own: Seen, index: number, shadow: ShadowRoot | null): Inside | null => {
    const { element, tag, box } = own;
    if (SILENT.has(tag)) return null;
    if (tag === 'select') {
      breaksLine(own.parent);
      readOptions(element as HTMLSelectElement);
      return null;
    }
    const drawing = tag === 'svg' || element.namespaceURI === SVG;
    if (tag === 'svg' && box.width < DRAWING && box.height < DRAWING) return null;
    const parent = shadow ?? element;
    const children = shadow ? childNodes(shadow) : renderedChildren(element);
    const steps = childSteps(children);
    return { own, index, parent, prefix: shadow ? '/' : '', drawing, children, steps, at: 0 };
  };

  /** An area of an image map is drawn by nobody, and pressed on the picture. */
  const enterArea = (element: Element, path: string, base: number, parent: number): void => {
    const picture = pictureOf(element);
    if (!picture) return;
    const sight = sightOf(element, sightFromTop(picture), areaBox(element));
    const { box, style, cuts } = sight;
    const visible = box.width > 0 && box.height > 0 && sight.why === null && picture.checkVisibility();
    const own: Seen = {
      element,
      tag: 'area',
      path,
      base,
      parent,
      last: seen.length + 1,
      style,
      box,
      sight,
      visible: visible && styleOf(picture).visible,
      start: length,
      end: length,
      holdsHidden: false,
      lines: true,
      view: cuts.view,
    };
    indexOf.set(element, seen.length);
    seen.push(own);
  };

  /** A shape of a drawing, for those among them that can be acted on. Their text is drawn, not read. */
  const enterShape = (element: Element, path: string, parent: number): Inside | null => {
    elements++;
    const style = styleOf(element);
    if (style.display === 'none') return null;
    const sight = sightOf(element, seen[parent]!.sight);
    const { box, why } = sight;
    const index = seen.length;
    const own: Seen = {
      element,
      tag: element.localName,
      path,
      base: parent,
      parent,
      last: 0,
      style,
      box,
      sight,
      visible: box.width > 0 && box.height > 0 && style.visible && why === null,
      start: length,
      end: length,
      holdsHidden: false,
      lines: true,
      view: sight.cuts.view,
    };
    seen.push(own);
    indexOf.set(element, index);
    const children = childNodes(element);
    const steps = childSteps(children);
    return { own, index, parent: element, prefix: '', drawing: true, children, steps, at: 0 };
  };

  /** A form that cannot be asked is as if it were not there; its step is in the paths of what is in it. */
  const passThrough = (form: Element, prefix: string, open: Inside): Inside => {
    elements++;
    gap = true;
    breaksLine(open.index);
    const children = childNodes(form);
    return { ...open, parent: form, prefix, through: true, children, steps: childSteps(children), at: 0 };
  };

  /** The next child of what is open. @returns its inside where it has one */
  const step = (open: Inside): Inside | null => {
    const { children, steps, prefix, index } = open;
    if (elements >= MOST_ELEMENTS) {
      cut = true;
      open.at = children.length;
      return null;
    }
    const i = open.at++;
    const child = children[i]!;
    const type = nodeTypeOf(child);
    if (type === 3) {
      if (!open.drawing) readText(child as Text, open.own);
      return null;
    }
    if (type !== 1) return null;
    const element = child as Element;
    if (isClobbered(element)) return passThrough(element, `${prefix}/${steps[i]!}`, open);
    if (open.drawing) return enterShape(element, `/${steps[i]!}`, index);
    const around = parentNodeOf(element);
    if (around === open.parent) return enter(element, `${prefix}/${steps[i]!}`, index, index);
    // Shown by a slot: its path leads through the host, where the page's own tree has it.
    const at = position(element);
    const name = at.total > 1 ? `${element.localName}[${at.index}]` : element.localName;
    return enter(element, `/${name}`, indexOf.get(around as Element) ?? index, index);
  };

  /** With a stack of its own, because pages are nested deeper than calls may be. */
  const walk = (first: Inside | null): void => {
    const open: Inside[] = first ? [first] : [];
    for (let top = open.at(-1); top; top = open.at(-1)) {
      if (top.at >= top.children.length) {
        if (top.through) gap = true;
        else if (top.own.element.namespaceURI === SVG && top.own.tag !== 'svg') top.own.last = seen.length;
        else leave(top.own);
        open.pop();
        continue;
      }
      const inside = step(top);
      if (inside) open.push(inside);
    }
  };

  const body = document.body as HTMLElement | null;
  if (body) {
    const siblings = Array.from(document.documentElement.children);
    const name = childSteps(siblings)[siblings.indexOf(body)]!;
    walk(enter(body, `/html/${name}`, -1, -1));
  }
  return { seen, indexOf, text: parts.join(''), hidden, elements, cut, shadows, suspects };
}

/** Text of a seen element; at least its first `max` code points. */
export function textAt(scan: Scan, index: number, max: number): string {
  const { start, end } = scan.seen[index]!;
  const from = scan.text.charCodeAt(start) === 32 ? start + 1 : start;
  return from >= end ? '' : scan.text.slice(from, Math.min(end, from + max * 2));
}
