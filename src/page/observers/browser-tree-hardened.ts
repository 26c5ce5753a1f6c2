/**
 * Prints the browser's accessibility tree without the defects of WebArena's version: only what is really in view, with
 * field values, no repeated text, shortened names, and a count of what is out of view. Pure.
 */
import type { AccessibilityTree, AccessibilityTreeNode, Box } from '../../contract/index.js';
import type { BrowserTreeNode } from './browser-tree-text.js';

/** Nodes with these roles are printed only if they have a name or a state. */
const STRUCTURAL_ROLES = new Set(
  `generic img list strong emphasis paragraph banner navigation main Section LabelText Legend listitem table row
  gridcell rowgroup group menu Iframe form superscript subscript mark code time figure article region none
  RootWebArea`.split(/\s+/),
);
/** States that are printed only if they are true. */
const TRUE_STATES = new Set([
  'disabled',
  'required',
  'selected',
  'focused',
  'modal',
  'busy',
  'multiselectable',
]);
const OTHER_STATES = new Set([
  'checked',
  'pressed',
  'expanded',
  'hasPopup',
  'orientation',
  'valuemin',
  'valuemax',
]);
const MAX_NAME_LENGTH = 300;
const MIN_VISIBLE_RATIO = 0.6;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH)}…` : line;
}

type NodeFacts = Pick<BrowserTreeNode, 'role' | 'name' | 'properties' | 'value'>;

function statesOf({ role, properties, value, name }: NodeFacts): string[] {
  const states = properties.flatMap(([property, state]): string[] => {
    if (TRUE_STATES.has(property)) return state === true ? [property] : [];
    if (property === 'invalid') return state === false || state === 'false' ? [] : ['invalid'];
    return OTHER_STATES.has(property) && state !== '' ? [`${property}: ${String(state)}`] : [];
  });
  if (value && value !== name && role !== 'RootWebArea')
    states.push(`value: ${JSON.stringify(shorten(value))}`);
  return states;
}

/** A node's line without its number; null if it is not printed. */
export function formatHardenedLine(node: NodeFacts): string | null {
  if (node.name === null) return null;
  const name = shorten(node.name);
  const states = statesOf(node);
  if (name === '' && (node.role === 'StaticText' || (STRUCTURAL_ROLES.has(node.role) && states.length === 0)))
    return null;
  return [node.role, JSON.stringify(name), ...states].join(' ');
}

type Position = 'in view' | 'above' | 'below' | 'hidden';

/** A large node is in view if it fills most of the viewport. */
function positionOf(box: Box | null, view: Box): Position {
  if (!box || box.width <= 0 || box.height <= 0) return 'hidden';
  const width = Math.min(box.x + box.width, view.x + view.width) - Math.max(box.x, view.x);
  const height = Math.min(box.y + box.height, view.y + view.height) - Math.max(box.y, view.y);
  const comparedArea = Math.min(box.width, view.width) * Math.min(box.height, view.height);
  if (width > 0 && height > 0 && width * height >= MIN_VISIBLE_RATIO * comparedArea) return 'in view';
  if (box.y + box.height / 2 <= view.y) return 'above';
  return box.y + box.height / 2 >= view.y + view.height ? 'below' : 'hidden';
}

/** @param getNumber returns a node's stable number */
export function printHardenedTree(
  root: BrowserTreeNode,
  view: Box,
  getNumber: (node: BrowserTreeNode) => number,
): AccessibilityTree {
  const lines: string[] = [];
  const nodes: AccessibilityTreeNode[] = [];
  const outOfViewCounts = { above: 0, below: 0 };
  /**
   * @param printedTexts names and values of the printed nodes around this node
   * @param countedTexts names and values of the nodes around it that are out of view
   */
  const printNode = (
    node: BrowserTreeNode,
    depth: number,
    printedTexts: readonly string[],
    countedTexts: readonly string[],
  ): void => {
    const position = node === root ? 'in view' : positionOf(node.box, view);
    const name = node.name === null ? '' : shorten(node.name);
    const repeatsOneOf = (texts: readonly string[]): boolean =>
      node.role === 'StaticText' && texts.some((text) => text.includes(name));
    const line = repeatsOneOf(printedTexts) ? null : formatHardenedLine(node);
    const isPrinted = line !== null && position === 'in view';
    const isCounted = line !== null && position in outOfViewCounts && !repeatsOneOf(countedTexts);
    if (isPrinted) {
      const id = getNumber(node);
      lines.push(`${'\t'.repeat(depth)}[${id}] ${line}`);
      nodes.push({ id, uid: node.uid, box: node.box ?? view, text: `[${id}] ${line}` });
    } else if (isCounted) outOfViewCounts[position as keyof typeof outOfViewCounts]++;
    const texts = node === root ? [] : [name, shorten(node.value)];
    const printedTextsInside = isPrinted ? [...printedTexts, ...texts] : printedTexts;
    const countedTextsInside = isCounted ? [...countedTexts, ...texts] : countedTexts;
    for (const child of node.children)
      printNode(child, isPrinted ? depth + 1 : depth, printedTextsInside, countedTextsInside);
  };
  printNode(root, 0, [], []);
  const countDescriptions = Object.entries(outOfViewCounts).flatMap(([place, count]) =>
    count ? `${count} ${count === 1 ? 'line' : 'lines'} ${place}` : [],
  );
  if (countDescriptions.length > 0)
    lines.push(`--- out of view: ${countDescriptions.join(', ')}. Scroll to see them. ---`);
  return { text: lines.join('\n'), nodes };
}
