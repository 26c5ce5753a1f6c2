/**
 * Rendered text of an element, as `innerText` with white space collapsed, but bounded: reading stops as
 * soon as there is enough, so that the text of every container on a large page stays affordable.
 */

/** What the walk asks of a computed style, read once per element and look: each reading has its price. */
export interface Look {
  display: string;
  visible: boolean;
  transform: string;
  clear: boolean;
  pointer: boolean;
}

let looks = new WeakMap<Element, Look>();

/** A new look at the page: nothing that was read before counts. */
export function forgetStyles(): void {
  looks = new WeakMap();
}

export function styleOf(element: Element): Look {
  let look = looks.get(element);
  if (!look) {
    const style = getComputedStyle(element);
    look = {
      display: style.display,
      visible: style.visibility === 'visible',
      transform: style.textTransform,
      clear: style.opacity !== '0',
      pointer: style.cursor === 'pointer',
    };
    looks.set(element, look);
  }
  return look;
}

const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'meta',
  'link',
  'textarea',
  'input',
  'video',
  'audio',
  'canvas',
  'iframe',
  'object',
  'svg',
]);

export function collapse(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** First `max` code points, not trimmed again. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = Array.from(text.slice(0, max * 2));
  return points.length <= max ? points.join('') : points.slice(0, max).join('');
}

/** Displays that do not break the line around their element. */
export function inlineDisplay(display: string): boolean {
  return display.startsWith('inline') || display === 'contents' || display === 'ruby';
}

function transform(text: string, how: string): string {
  if (how === 'uppercase') return text.toUpperCase();
  if (how === 'lowercase') return text.toLowerCase();
  if (how === 'capitalize')
    return text.replace(/(^|\s)(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase());
  return text;
}

/** Children as they are rendered: an open shadow root in place of the light tree, slots by what they show. */
export function renderedChildren(node: Element): Node[] {
  if (node.shadowRoot) return Array.from(node.shadowRoot.childNodes);
  if (node.localName === 'slot') {
    const assigned = (node as HTMLSlotElement).assignedNodes();
    if (assigned.length) return assigned;
  }
  return Array.from(node.childNodes);
}

/** Rendered text, white space collapsed and trimmed, about `max` code points at most (never fewer than asked). */
export function renderedText(root: Element, max: number): string {
  let out = '';
  let gap = false;
  const add = (text: string): void => {
    const words = collapse(text);
    if (!words) {
      if (text) gap = true;
      return;
    }
    if ((gap || /^\s/.test(text)) && out) out += ' ';
    out += words;
    gap = /\s$/.test(text);
  };
  const visit = (element: Element): boolean => {
    if (SILENT.has(element.localName)) return true;
    const style = styleOf(element);
    if (style.display === 'none') return true;
    const breaks = element.localName === 'br' || !inlineDisplay(style.display);
    if (breaks) gap = true;
    for (const child of renderedChildren(element)) {
      if (child.nodeType === 3) {
        if (style.visible) add(transform(child.nodeValue ?? '', style.transform));
      } else if (child.nodeType === 1 && !visit(child as Element)) return false;
      if (out.length > max * 2) return false;
    }
    if (breaks) gap = true;
    return true;
  };
  visit(root);
  return cut(out, max);
}

/** Text of a select in its closed form: the labels of its first six options. */
export function optionsText(select: HTMLSelectElement): string {
  return collapse(
    Array.from(select.options)
      .slice(0, 6)
      .map((option) => option.text)
      .join(' '),
  );
}
