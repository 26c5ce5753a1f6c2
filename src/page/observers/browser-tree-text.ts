/**
 * Formats the browser's accessibility tree exactly as WebArena's code does, byte for byte, or as the older version of
 * that code in WebVoyager's text-only mode does. The defects of both versions are kept; `browser-tree-hardened.ts`
 * avoids them. No side effects.
 */
import type { AccessibilityTree, AccessibilityTreeNode, Box, Uid } from '../../contract/index.js';
import { isBlank, repr } from '../../python/index.js';

/** A node of the browser's tree. `children` are in page order. */
export interface BrowserTreeNode {
  id: number;
  /** Identifies the node among those of all frames for the lifetime of the page. */
  key: string;
  role: string;
  /** Null if the browser reports no name. Such a node is not printed, but its children are. */
  name: string | null;
  properties: readonly [name: string, value: unknown][];
  /** The value of a field; '' if there is none. */
  value: string;
  /** Box in the top-level viewport, in CSS px; null if there is none. */
  box: Box | null;
  /** Uid of the candidate to act on; null if there is none. */
  uid: Uid | null;
  children: readonly BrowserTreeNode[];
}

const HIDDEN_PROPERTIES = new Set([
  'focusable',
  'editable',
  'readonly',
  'level',
  'settable',
  'multiline',
  'invalid',
]);
/** Nodes with these roles are printed only if they have a name or a property. */
const STRUCTURAL_ROLES = new Set([
  'generic',
  'img',
  'list',
  'strong',
  'paragraph',
  'banner',
  'navigation',
  'Section',
  'LabelText',
  'Legend',
  'listitem',
]);

function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

/** Formats a node's line; null if the node is not printed. */
export function formatWebarenaLine({
  id,
  role,
  name,
  properties,
}: Pick<BrowserTreeNode, 'id' | 'role' | 'name' | 'properties'>): string | null {
  if (name === null) return null;
  const printedProperties = properties.filter(([property]) => !HIDDEN_PROPERTIES.has(property));
  if (isBlank(name) && (printedProperties.length > 0 ? role === 'listitem' : STRUCTURAL_ROLES.has(role)))
    return null;
  const states = printedProperties.map(([property, value]) => ` ${property}: ${formatValue(value)}`);
  return `[${id}] ${role} ${repr(name)}${states.join('')}`;
}

export interface ScreenSize {
  width: number;
  height: number;
}

const MIN_VISIBLE_RATIO = 0.6;

/**
 * Whether WebArena keeps a node. Parentheses are missing in WebArena's formula for the visible ratio, so it keeps
 * nearly every node that overlaps the screen by at least a pixel.
 */
export function isKeptByWebarena(box: Box | null, screen: ScreenSize): boolean {
  if (!box || box.width === 0 || box.height === 0) return false;
  const { x, y, width, height } = box;
  const overlapWidth = Math.max(0, Math.min(x + width, screen.width) - Math.max(x, 0));
  const overlapHeight = Math.max(0, Math.min(y + height, screen.height) - Math.max(y, 0));
  return ((overlapWidth * overlapHeight) / width) * height >= MIN_VISIBLE_RATIO;
}

/** A text is removed if it occurs in one of the last kept lines; this is their number. */
const COMPARED_LINE_COUNT = 3;

/**
 * Removes lines of static text that repeat text in the lines before them.
 * @param isOlderVersion keeps only static text without an apostrophe, as WebVoyager's version does
 */
function removeRepeatedText(lines: readonly string[], isOlderVersion: boolean): string[] {
  const pattern = isOlderVersion ? /\[\d+\] StaticText '([^']+)'/ : /\[\d+\] StaticText (.+)/s;
  const keptLines: string[] = [];
  for (const line of lines) {
    if (line.toLowerCase().includes('statictext')) {
      const quotedText = pattern.exec(line)?.[1];
      const text = isOlderVersion ? quotedText : quotedText?.slice(1, -1);
      if (!text || keptLines.slice(-COMPARED_LINE_COUNT).some((keptLine) => keptLine.includes(text)))
        continue;
    }
    keptLines.push(line);
  }
  return keptLines;
}

/** Prints the nodes in view. The root is always in view. */
export function printWebarenaTree(
  root: BrowserTreeNode,
  screen: ScreenSize,
  isOlderVersion: boolean,
): AccessibilityTree {
  const lines: string[] = [];
  const nodes: AccessibilityTreeNode[] = [];
  const printNode = (node: BrowserTreeNode, depth: number): void => {
    const isKept = node === root || isKeptByWebarena(node.box, screen);
    const line = isKept ? formatWebarenaLine(node) : null;
    if (line !== null) {
      const { id, uid, box } = node;
      lines.push('\t'.repeat(depth) + line);
      nodes.push({ id, uid, box: box ?? ROOT_BOX, text: line });
    }
    for (const child of node.children) printNode(child, line === null ? depth : depth + 1);
  };
  printNode(root, 0);
  return { text: removeRepeatedText(lines, isOlderVersion).join('\n'), nodes };
}

/** The box of the root in WebArena. */
const ROOT_BOX: Box = { x: 0, y: 0, width: 10, height: 10 };
