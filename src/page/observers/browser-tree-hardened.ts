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
const MIN_RATIO = 0.6;

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
export function hardenedLine(node: NodeFacts): string | null {
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
  if (width > 0 && height > 0 && width * height >= MIN_RATIO * comparedArea) return 'in view';
  if (box.y + box.height / 2 <= view.y) return 'above';
  return box.y + box.height / 2 >= view.y + view.height ? 'below' : 'hidden';
}

/** @param numberOf returns a node's stable number */
export function printHardenedTree(
  root: BrowserTreeNode,
  view: Box,
  numberOf: (node: BrowserTreeNode) => number,
): AccessibilityTree {
  const lines: string[] = [];
  const nodes: AccessibilityTreeNode[] = [];
  const outOfView = { above: 0, below: 0 };
  /**
   * @param shown names and values of the printed nodes around this node
   * @param counted names and values of the nodes around it that are out of view
   */
  const print = (
    node: BrowserTreeNode,
    depth: number,
    shown: readonly string[],
    counted: readonly string[],
  ): void => {
    const position = node === root ? 'in view' : positionOf(node.box, view);
    const name = node.name === null ? '' : shorten(node.name);
    const repeats = (texts: readonly string[]): boolean =>
      node.role === 'StaticText' && texts.some((text) => text.includes(name));
    const line = repeats(shown) ? null : hardenedLine(node);
    const isPrinted = line !== null && position === 'in view';
    const isCounted = line !== null && position in outOfView && !repeats(counted);
    if (isPrinted) {
      const id = numberOf(node);
      lines.push(`${'\t'.repeat(depth)}[${id}] ${line}`);
      nodes.push({ id, uid: node.uid, box: node.box ?? view, text: `[${id}] ${line}` });
    } else if (isCounted) outOfView[position as keyof typeof outOfView]++;
    const texts = node === root ? [] : [name, shorten(node.value)];
    const shownInside = isPrinted ? [...shown, ...texts] : shown;
    const countedInside = isCounted ? [...counted, ...texts] : counted;
    for (const child of node.children)
      print(child, isPrinted ? depth + 1 : depth, shownInside, countedInside);
  };
  print(root, 0, [], []);
  const hidden = Object.entries(outOfView).flatMap(([place, count]) =>
    count ? `${count} ${count === 1 ? 'line' : 'lines'} ${place}` : [],
  );
  if (hidden.length > 0) lines.push(`--- out of view: ${hidden.join(', ')}. Scroll to see them. ---`);
  return { text: lines.join('\n'), nodes };
}
