/**
 * MiniWoB++'s own list of elements, in the format of SteP's parser (spec A.12.2): a second implementation for tests.
 */

/** The fields of `core.getDOMInfo()` that the list uses. */
export interface DomInfo {
  tag: string;
  ref: number;
  id: string;
  text?: string;
  value?: string | boolean;
  children: DomInfo[];
}

/** Turns an element whose children are all text into a leaf with their text. Returns the elements in order. */
function flatten(node: DomInfo): DomInfo[] {
  const children = node.children.map(flatten);
  const isLeaf = children.length > 0 && children.every(([child]) => child!.tag === 't');
  if (isLeaf) return [{ ...node, text: children.map(([child]) => child!.text).join(' '), children: [] }];
  return [node, ...children.flat()];
}

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split(
  '|',
);

/** For a page without dates, the result is `lines` itself. */
function rewriteDates(lines: string[]): string[] {
  const text = lines.join('\n');
  if (!text.includes('val=ui-datepicker-div')) return lines;
  const month = MONTHS.indexOf(new RegExp(`\\b(${MONTHS.join('|')})\\b`).exec(text)![0]) + 1;
  const year = /20[0-4][0-9]|2050/.exec(text)![0];
  const rewritten = text.replace(
    /<a\s+id=(\d+)\s+val=(\d+)\s*\/>/g,
    (_, id, day) => `<a id=${id} val=${month}/${Number(day)}/${year} />`,
  );
  return rewritten.split('\n');
}

export function printDomInfo(root: DomInfo): string {
  const lines = flatten(root)
    .filter(({ tag }) => !['TR', 'TD'].includes(tag))
    .map(({ tag, ref, text, value, id }) => {
      // Parley shows a password exactly as the page does.
      const typed = tag === 'INPUT_password' ? '•'.repeat(String(value).length) : value;
      const shownValue = typeof typed === 'boolean' ? (typed ? 'True' : '') : typed;
      return `<${tag.toLowerCase()} id=${ref} val=${text || shownValue || id || ''} />`;
    });
  return rewriteDates(lines).join('\n');
}
