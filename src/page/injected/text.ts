/**
 * Rendered text of an element, as `innerText` with white space collapsed, but bounded: reading stops as
 * soon as there is enough, so that the text of every container on a large page stays affordable.
 */

const styles = new WeakMap<Element, CSSStyleDeclaration>();

/** Computed style, fetched once per element and look (live objects: the values are current). */
export function styleOf(element: Element): CSSStyleDeclaration {
  let style = styles.get(element);
  if (!style) styles.set(element, (style = getComputedStyle(element)));
  return style;
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
  return text.replace(/\s+/g, ' ').trim();
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
    for (const piece of text.split(/(\s+)/)) {
      if (!piece) continue;
      if (/^\s/.test(piece)) gap = true;
      else {
        if (gap && out) out += ' ';
        out += piece;
        gap = false;
      }
    }
  };
  const visit = (element: Element): boolean => {
    if (SILENT.has(element.localName)) return true;
    const style = styleOf(element);
    if (style.display === 'none') return true;
    const breaks = element.localName === 'br' || !inlineDisplay(style.display);
    if (breaks) gap = true;
    for (const child of renderedChildren(element)) {
      if (child.nodeType === 3) {
        if (style.visibility === 'visible') add(transform(child.nodeValue ?? '', style.textTransform));
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
