/** Prints the accessibility tree as indented lines. */
import { collapse, truncate } from './text.js';

export const MAX_TEXT_LENGTH = 400;
const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

export interface TreeNode {
  /** Undefined for text nodes. */
  line?: string;
  role: string;
  text: string;
  interactive: boolean;
  children: TreeNode[];
}

/** Prints nodes. A row of plain cells or a node with only text takes one line. */
export function printLines(nodes: readonly TreeNode[], indent: string, out: string[]): void {
  for (const node of nodes) {
    if (node.line === undefined) {
      const text = collapse(node.text);
      if (text) out.push(`${indent}text: ${truncate(text, MAX_TEXT_LENGTH)}`);
      continue;
    }
    const children = node.children.filter((child) => child.line !== undefined || child.text.trim());
    const [onlyChild] = children;
    if (children.length === 1 && onlyChild!.line === undefined) {
      out.push(`${indent}${node.line}: ${truncate(collapse(onlyChild!.text), MAX_TEXT_LENGTH)}`);
    } else if (node.role === 'row' && children.length > 0 && children.every(isPlainCell)) {
      out.push(`${indent}row: ${children.map((cell) => cell.text).join(' | ')}`);
    } else {
      out.push(indent + node.line);
      printLines(children, `${indent}  `, out);
    }
  }
}

function isPlainCell(node: TreeNode): boolean {
  return (
    CELL_ROLES.has(node.role) &&
    !node.interactive &&
    node.children.length === 0 &&
    !/\[/.test(node.line ?? '')
  );
}
