/**
 * The page as readable text blocks in reading order: headings, paragraphs, list items, table rows with
 * their header cells named, terms with their definitions, status messages.
 */
import type { WireBlock } from './wire.js';
import { collapse, inlineDisplay, renderedText, styleOf } from './text.js';

const LIMIT = 1200;
const MOST = 3000;

export const LIVE =
  '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"], output';

/** Header texts of a table's columns: the cells of its first row, when they are all header cells. */
function columnHeads(row: HTMLTableRowElement): string[] {
  const table = row.closest('table');
  const first = table?.rows[0];
  if (!first || first === row || first.cells.length < 2) return [];
  const cells = Array.from(first.cells);
  return cells.every((cell) => cell.localName === 'th' || first.parentElement?.localName === 'thead')
    ? cells.map((cell) => renderedText(cell, 60))
    : [];
}

/** A label that ends in a colon of its own. */
const label = (text: string): string => text.replace(/\s*:$/, '');

function rowText(row: HTMLTableRowElement): string {
  const cells = Array.from(row.cells);
  const texts = cells.map((cell) => renderedText(cell, 300));
  if (cells.length === 2 && cells[0]!.localName === 'th' && cells[1]!.localName === 'td')
    return `${label(texts[0]!)}: ${texts[1]}`;
  const heads = columnHeads(row);
  return texts
    .map((text, i) =>
      text && heads[i] && heads.length === cells.length ? `${label(heads[i])}: ${text}` : text,
    )
    .filter(Boolean)
    .join(' | ');
}

/** True when nothing inside starts a line of its own, so that the element reads as one block. */
function holdsLinesOnly(element: Element): boolean {
  for (const child of Array.from(element.children)) {
    if (child.localName === 'br' || child.localName === 'wbr') continue;
    const display = styleOf(child).display;
    if (display === 'none') continue;
    if (!inlineDisplay(display) || !holdsLinesOnly(child)) return false;
  }
  return true;
}

interface Loose {
  kind: WireBlock['kind'];
  text: string;
}

export function createBlockReader(): {
  enter(element: Element): boolean;
  finish(): void;
  blocks: WireBlock[];
} {
  const blocks: WireBlock[] = [];
  const before = new WeakMap<Element, Loose>();
  /** Elements still being read whose last words are loose text. */
  const open: (Loose & { element: Element })[] = [];
  let under = '';
  let term = '';
  const push = (kind: WireBlock['kind'], text: string, level?: number): void => {
    if (text && blocks.length < MOST)
      blocks.push(level ? { kind, text, level, under } : { kind, text, under });
  };
  /** Called in document order for each rendered element; true when the element is done with, inside and all. */
  const enter = (element: Element): boolean => {
    say(element);
    const tag = element.localName;
    const heading =
      /^h([1-6])$/.exec(tag)?.[1] ??
      (element.getAttribute('role') === 'heading' ? (element.getAttribute('aria-level') ?? '2') : null);
    if (heading) {
      const text = renderedText(element, 300);
      push('heading', text, Number(heading));
      under = text;
      return true;
    }
    if (tag === 'tr') {
      // A layout table's row holds whole sections; those are read one by one.
      if (element.querySelector('table, h1, h2, h3, ul, ol')) return false;
      push('row', rowText(element as HTMLTableRowElement));
      return true;
    }
    if (inlineDisplay(styleOf(element).display) && !element.matches(LIVE)) {
      // Inline runs between blocks are read with the block that holds them; loose ones directly in a mixed
      // parent are blocks of their own.
      return false;
    }
    if (!holdsLinesOnly(element)) {
      looseText(element);
      return false;
    }
    const text = renderedText(element, LIMIT);
    if (tag === 'dt') {
      term = text;
      return true;
    }
    if (tag === 'dd') push('term', term ? `${label(term)}: ${text}` : text);
    else if (element.matches(LIVE)) push('status', text);
    else if (tag === 'li') push('item', text);
    else push(tag === 'p' || tag === 'blockquote' ? 'paragraph' : 'other', text);
    return true;
  };
  /** Text directly in an element beside block children: said before the child that it stands before. */
  const looseText = (element: Element): void => {
    const kind = element.localName === 'li' ? 'item' : 'other';
    let run = '';
    for (const node of Array.from(element.childNodes)) {
      if (node.nodeType === 3) run += node.nodeValue ?? '';
      else if (node.nodeType !== 1) continue;
      else if (inlineDisplay(styleOf(node as Element).display)) {
        if (styleOf(node as Element).visible) run += ` ${renderedText(node as Element, 300)} `;
      } else {
        const text = collapse(run);
        if (text) before.set(node as Element, { kind, text });
        run = '';
      }
    }
    const text = collapse(run);
    if (text) open.push({ element, kind, text });
  };
  /** Says what stands before this element, and what stood last in elements that are over. */
  const say = (element: Element | null): void => {
    const over = (last: Element): boolean => element === null || !last.contains(element);
    while (open.length && over(open.at(-1)!.element)) {
      const { kind, text } = open.pop()!;
      push(kind, text);
    }
    const loose = element && before.get(element);
    if (loose) push(loose.kind, loose.text);
  };
  return { enter, finish: () => say(null), blocks };
}
