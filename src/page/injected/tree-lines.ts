/** The accessibility tree as lines of text. */
import { collapse, cut } from './text.js';

export const TEXT_LIMIT = 400;
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

export interface Node {
  /** Without it the node is words. */
  line?: string;
  role: string;
  text: string;
  acts: boolean;
  children: Node[];
}

/** Rows and items that hold nothing but words are one line. */
export function print(nodes: readonly Node[], indent: string, out: string[]): void {
  for (const node of nodes) {
    if (node.line === undefined) {
      const text = collapse(node.text);
      if (text) out.push(`${indent}text: ${cut(text, TEXT_LIMIT)}`);
      continue;
    }
    const children = node.children.filter((child) => child.line !== undefined || child.text.trim());
    const [only] = children;
    if (children.length === 1 && only!.line === undefined) {
      out.push(`${indent}${node.line}: ${cut(collapse(only!.text), TEXT_LIMIT)}`);
    } else if (node.role === 'row' && children.length > 0 && children.every(isPlainCell)) {
      out.push(`${indent}row: ${children.map((cell) => cell.text).join(' | ')}`);
    } else {
      out.push(indent + node.line);
      print(children, `${indent}  `, out);
    }
  }
}

function isPlainCell(node: Node): boolean {
  return CELLS.has(node.role) && !node.acts && node.children.length === 0 && !/\[/.test(node.line ?? '');
}
