/** Formats MiniWoB++'s element list as SteP's parser does. It uses none of Parley's code. */

/** The fields of `core.getDOMInfo()`'s result that the list uses. */
export interface DomInfo {
  tag: string;
  ref: number;
  id: string;
  text?: string;
  value?: string | boolean;
  children: DomInfo[];
}

/** Turns elements that contain only text into leaves. @returns all elements in document order */
function flatten(node: DomInfo): DomInfo[] {
  const children = node.children.map(flatten);
  const isLeaf = children.length > 0 && children.every(([child]) => child!.tag === 't');
  if (isLeaf) return [{ ...node, text: children.map(([child]) => child!.text).join(' '), children: [] }];
  return [node, ...children.flat()];
}

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split(
  '|',
);

/** Converts the days of an open date picker to dates. */
function rewriteDates(lines: string[]): string[] {
  const text = lines.join('\n');
  if (!text.includes('val=ui-datepicker-div')) return lines;
  const month = MONTHS.indexOf(new RegExp(`\\b(${MONTHS.join('|')})\\b`).exec(text)![0]) + 1;
  const year = /20[0-4][0-9]|2050/.exec(text)![0];
  const rewrittenText = text.replace(
    /<a\s+id=(\d+)\s+val=(\d+)\s*\/>/g,
    (_, id, day) => `<a id=${id} val=${month}/${Number(day)}/${year} />`,
  );
  return rewrittenText.split('\n');
}

export function formatDomInfo(root: DomInfo): string {
  const lines = flatten(root)
    .filter(({ tag }) => !['TR', 'TD'].includes(tag))
    .map(({ tag, ref, text, value, id }) => {
      // Parley lists a password as dots, as the page shows it.
      const fieldValue = tag === 'INPUT_password' ? '•'.repeat(String(value).length) : value;
      const displayedValue = typeof fieldValue === 'boolean' ? (fieldValue ? 'True' : '') : fieldValue;
      return `<${tag.toLowerCase()} id=${ref} val=${text || displayedValue || id || ''} />`;
    });
  return rewriteDates(lines).join('\n');
}
