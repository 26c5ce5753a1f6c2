/** Prints the accessibility tree as indented lines. */
import { collapseWhitespace, truncate } from './text.js';

export const MAX_TEXT_LENGTH = 400;
const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

export interface TreeNode {
  /** Undefined for text nodes. */
  line?: string;
  role: string;
  text: string;
  isInteractive: boolean;
  children: TreeNode[];
}

/** Prints nodes. A row of plain cells or a node with only text takes one line. */
export function printLines(nodes: readonly TreeNode[], indent: string, lines: string[]): void {
  for (const node of nodes) {
    if (node.line === undefined) {
      const text = collapseWhitespace(node.text);
      if (text) lines.push(`${indent}text: ${truncate(text, MAX_TEXT_LENGTH)}`);
      continue;
    }
    const children = node.children.filter((child) => child.line !== undefined || child.text.trim());
    const [onlyChild] = children;
    if (children.length === 1 && onlyChild!.line === undefined) {
      lines.push(`${indent}${node.line}: ${truncate(collapseWhitespace(onlyChild!.text), MAX_TEXT_LENGTH)}`);
    } else if (node.role === 'row' && children.length > 0 && children.every(isPlainCell)) {
      lines.push(`${indent}row: ${children.map((cell) => cell.text).join(' | ')}`);
    } else {
      lines.push(indent + node.line);
      printLines(children, `${indent}  `, lines);
    }
  }
}

function isPlainCell(node: TreeNode): boolean {
  return (
    CELL_ROLES.has(node.role) &&
    !node.isInteractive &&
    node.children.length === 0 &&
    !/\[/.test(node.line ?? '')
  );
}
