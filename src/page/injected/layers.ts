/**
 * Windows that are drawn over the page without saying so: no role, no `dialog`, but a shade that takes the clicks of
 * what lies below it, and something above the shade. A few points of the viewport are asked for what lies there; only
 * where a shade is found are more asked.
 */
import { composedPath, deepElementFromPoint } from './deep.js';
import type { Scan, Seen } from './scan.js';
import { styleOf } from './style.js';
import { cut } from './text.js';
import { textAt } from './scan.js';

/** Where the viewport is asked, as parts of its width and height. */
const AT = [0.04, 0.27, 0.5, 0.73, 0.96];
/** A shade takes up at least so much of the viewport, and all of it when it is so large. */
const SOME = 0.03;
const ALL = 0.9;
/** So many controls are tried out under the shades; what is beyond them is left as it is. */
const MOST_TRIED = 400;
const MOST_BELOW = 40;
const LONGEST = 80;
/** What is pressed, shown or drawn on is no shade. */
const NO_SHADE = new Set(
  'a area button canvas embed frame html body iframe img input label object option picture select summary svg textarea video'.split(
    ' ',
  ),
);

interface Shade {
  element: Element;
  box: DOMRect;
  /** It lies over the whole viewport. */
  whole: boolean;
  /** Roots of what lies above it or, where it holds the window itself, that. */
  above: Element[];
}

export interface Layers {
  /** What the window that this one starts is called; null where it starts none. */
  starts(element: Element): string | null;
  /** Whether something above takes the clicks on it. `active`: it is something to press, and is tried out. */
  behind(at: Seen, active: boolean): boolean;
}

/** Takes room out of the flow, and nothing that can be pressed. */
function floats(element: Element): boolean {
  if (NO_SHADE.has(element.localName) || element.namespaceURI === SVG) return false;
  const { position } = styleOf(element);
  if (position !== 'fixed' && position !== 'absolute') return false;
  return !(element.hasAttribute('onclick') && element.childElementCount === 0 && element.textContent);
}
const SVG = 'http://www.w3.org/2000/svg';

/** What lies at a point, topmost first. */
const stackAt = (x: number, y: number): Element[] => document.elementsFromPoint(x, y);

/** The outermost element around `element` that does not hold `shade` too. */
function rootBeside(element: Element, shade: Element): Element | null {
  let root: Element | null = null;
  for (const at of composedPath(element)) {
    if (at === shade || at.contains(shade)) break;
    root = at;
  }
  return root;
}

function shadeAt(hit: Element, scan: Scan): Shade | null {
  if (!floats(hit)) return null;
  const box = hit.getBoundingClientRect();
  const [width, height] = [window.innerWidth, window.innerHeight];
  const seen =
    (Math.min(box.right, width) - Math.max(box.left, 0)) *
    (Math.min(box.bottom, height) - Math.max(box.top, 0));
  const whole = box.left <= 1 && box.top <= 1 && box.right >= width * ALL && box.bottom >= height * ALL;
  const empty = hit.childElementCount === 0 && !hit.textContent?.trim();
  if (!(whole || empty) || seen < SOME * width * height) return null;
  const shade = { element: hit, box, whole, above: [] };
  return hides(shade, scan) ? shade : null;
}

const within = ({ box }: Shade, x: number, y: number): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Something to press lies below it and is no part of it. */
function hides(shade: Shade, { seen }: Scan): boolean {
  let tried = 0;
  return seen.some(({ element, visible, box }) => {
    if (!visible || !element.matches(CONTROLS) || shade.element.contains(element)) return false;
    if (element.contains(shade.element)) return false;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!within(shade, x, y) || tried++ > MOST_BELOW) return false;
    const stack = stackAt(x, y);
    const at = stack.indexOf(shade.element);
    return at >= 0 && !stack.slice(0, at).includes(element);
  });
}

function readAbove(shade: Shade, points: readonly { x: number; y: number }[]): void {
  for (const { x, y } of points) {
    const hit = deepElementFromPoint(x, y);
    if (!hit) continue;
    if (shade.element !== hit && shade.element.contains(hit)) {
      if (!shade.above.includes(shade.element)) shade.above.push(shade.element);
      continue;
    }
    const stack = stackAt(x, y);
    const at = stack.indexOf(shade.element);
    const root = at > 0 ? rootBeside(stack[0]!, shade.element) : null;
    if (root && !shade.above.includes(root)) shade.above.push(root);
  }
}

/** Menus and lists have a shade, too, in some libraries, to be closed by a click beside them. */
const LISTS = '[role="menu"], [role="listbox"], [role="tree"], [role="tooltip"], [role="grid"]';
const CONTROLS = 'a[href], button, input, select, textarea, [role="button"], [tabindex="0"]';

function nameOfWindow(root: Element, scan: Scan): string {
  const first = scan.indexOf.get(root);
  if (first === undefined) return '';
  const own = root.getAttribute('aria-label')?.trim();
  if (own) return cut(own, LONGEST);
  const inside = scan.seen.slice(first + 1, scan.seen[first]!.last);
  const texts = (fits: (at: Seen) => boolean): string => {
    const at = inside.findIndex((one) => one.visible && fits(one) && one.end > one.start);
    return at < 0 ? '' : textAt(scan, first + 1 + at, LONGEST);
  };
  const heading =
    texts(({ tag, element }) => /^h[1-6]$/.test(tag) || element.getAttribute('role') === 'heading') ||
    texts(({ element }) => /(?:^|[-_ ])title(?:$|[-_ ])/i.test(element.getAttribute('class') ?? ''));
  return cut(heading || textAt(scan, first, LONGEST), LONGEST);
}

/** The window that a person would take for one: in the middle of the page, with something to press. */
function windowOf({ above }: Shade, scan: Scan): Element | null {
  const fits = above.filter((root) => {
    const at = scan.seen[scan.indexOf.get(root) ?? -1];
    if (!at?.visible || root.matches(LISTS)) return false;
    return root.querySelector(CONTROLS) !== null && !root.querySelector(LISTS);
  });
  const middle = (root: Element): number => {
    const { left, right, top, bottom } = root.getBoundingClientRect();
    return (
      Math.abs((left + right - window.innerWidth) / 2) + Math.abs((top + bottom - window.innerHeight) / 2)
    );
  };
  return fits.sort((a, b) => middle(a) - middle(b))[0] ?? null;
}

/** Null where nothing lies over the page. */
export function layersOf(scan: Scan): Layers | null {
  const points = AT.flatMap((y) => AT.map((x) => ({ x: x * window.innerWidth, y: y * window.innerHeight })));
  const shades: Shade[] = [];
  for (const { x, y } of points) {
    const hit = deepElementFromPoint(x, y);
    if (!hit || shades.some(({ element }) => element === hit)) continue;
    const shade = shadeAt(hit, scan);
    if (shade) shades.push(shade);
  }
  if (shades.length === 0) return null;
  const top = shades.find(({ whole }) => whole);
  if (top) readAbove(top, points);
  const window_ = top ? windowOf(top, scan) : null;
  const name = window_ ? nameOfWindow(window_, scan) : '';
  let tried = 0;
  return {
    starts: (element) => (element === window_ ? name : null),
    behind: ({ element, box }, active) => {
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const away = x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight;
      const under = away ? top : shades.find((shade) => within(shade, x, y));
      if (!under || under.element.contains(element) || element.contains(under.element)) return false;
      if (under.above.some((root) => root.contains(element))) return false;
      if (!active || away) return under.whole;
      if (++tried > MOST_TRIED) return false;
      const hit = deepElementFromPoint(x, y);
      return hit === under.element || under.above.some((root) => root.contains(hit));
    },
  };
}
