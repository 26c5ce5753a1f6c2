/**
 * Formats the browser's accessibility tree without the defects of WebArena's version: this is the style `hardened`. It
 * contains only nodes that are really in view, with field values and shortened names. It does not repeat text, and it
 * ends with a count of the lines that are out of view. No side effects.
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

function formatStates({ role, properties, value: fieldValue, name }: NodeFacts): string[] {
  const states = properties.flatMap(([property, value]): string[] => {
    if (TRUE_STATES.has(property)) return value === true ? [property] : [];
    if (property === 'invalid') return value === false || value === 'false' ? [] : ['invalid'];
    return OTHER_STATES.has(property) && value !== '' ? [`${property}: ${String(value)}`] : [];
  });
  if (fieldValue && fieldValue !== name && role !== 'RootWebArea')
    states.push(`value: ${JSON.stringify(shorten(fieldValue))}`);
  return states;
}

/** Formats a node's line without its number; null if the node is never printed. */
export function formatHardenedLine(node: NodeFacts): string | null {
  if (node.name === null) return null;
  const name = shorten(node.name);
  const states = formatStates(node);
  if (name === '' && (node.role === 'StaticText' || (STRUCTURAL_ROLES.has(node.role) && states.length === 0)))
    return null;
  return [node.role, JSON.stringify(name), ...states].join(' ');
}

/** `elsewhere`: without a size, partly in view, or to the left or right of the viewport. */
type Position = 'in view' | 'above' | 'below' | 'elsewhere';

/** A node is in view if most of it is, or if it fills most of the viewport. */
function getPosition(box: Box | null, view: Box): Position {
  if (!box || box.width <= 0 || box.height <= 0) return 'elsewhere';
  const overlapWidth = Math.min(box.x + box.width, view.x + view.width) - Math.max(box.x, view.x);
  const overlapHeight = Math.min(box.y + box.height, view.y + view.height) - Math.max(box.y, view.y);
  const maxOverlapArea = Math.min(box.width, view.width) * Math.min(box.height, view.height);
  if (
    overlapWidth > 0 &&
    overlapHeight > 0 &&
    overlapWidth * overlapHeight >= MIN_VISIBLE_RATIO * maxOverlapArea
  )
    return 'in view';
  if (box.y + box.height / 2 <= view.y) return 'above';
  return box.y + box.height / 2 >= view.y + view.height ? 'below' : 'elsewhere';
}

/** @param getNumber returns a node's stable number */
export function formatHardenedTree(
  root: BrowserTreeNode,
  view: Box,
  getNumber: (node: BrowserTreeNode) => number,
): AccessibilityTree {
  const lines: string[] = [];
  const nodes: AccessibilityTreeNode[] = [];
  const outOfViewCounts = { above: 0, below: 0 };
  /**
   * @param printedTexts names and values of the node's ancestors that are printed
   * @param outOfViewTexts names and values of the node's ancestors that are counted as out of view
   */
  const addNode = (
    node: BrowserTreeNode,
    depth: number,
    printedTexts: readonly string[],
    outOfViewTexts: readonly string[],
  ): void => {
    const position = node === root ? 'in view' : getPosition(node.box, view);
    const name = node.name === null ? '' : shorten(node.name);
    const repeatsOneOf = (texts: readonly string[]): boolean =>
      node.role === 'StaticText' && texts.some((text) => text.includes(name));
    const line = repeatsOneOf(printedTexts) ? null : formatHardenedLine(node);
    const isPrinted = line !== null && position === 'in view';
    const isCounted = line !== null && position in outOfViewCounts && !repeatsOneOf(outOfViewTexts);
    if (isPrinted) {
      const id = getNumber(node);
      lines.push(`${'\t'.repeat(depth)}[${id}] ${line}`);
      nodes.push({ id, uid: node.uid, box: node.box ?? view, text: `[${id}] ${line}` });
    } else if (isCounted) outOfViewCounts[position as keyof typeof outOfViewCounts]++;
    const texts = node === root ? [] : [name, shorten(node.value)];
    const printedTextsInside = isPrinted ? [...printedTexts, ...texts] : printedTexts;
    const outOfViewTextsInside = isCounted ? [...outOfViewTexts, ...texts] : outOfViewTexts;
    for (const child of node.children)
      addNode(child, isPrinted ? depth + 1 : depth, printedTextsInside, outOfViewTextsInside);
  };
  addNode(root, 0, [], []);
  const countDescriptions = Object.entries(outOfViewCounts).flatMap(([position, count]) =>
    count ? `${count} ${count === 1 ? 'line' : 'lines'} ${position}` : [],
  );
  if (countDescriptions.length > 0)
    lines.push(`--- out of view: ${countDescriptions.join(', ')}. Scroll to see them. ---`);
  return { text: lines.join('\n'), nodes };
}
