/**
 * Prints the accessibility tree as indented text, one node per line: `role "name" [state] = "value" (uid)`. It contains
 * only visible elements and omits wrappers and text that is already part of a name.
 */
import { isClobbered } from './dom.js';
import { hiddenNameOf, nameOf, roleOf } from './names.js';
import { INTERACTIVE_ROLES } from './role-tables.js';
import { isFocusable } from './roles.js';
import { isPassword, statesOf, valueOf } from './states.js';
import { styleOf } from './computed-style.js';
import { collapseWhitespace, truncate, isInlineDisplay, listRenderedChildren } from './text.js';
import { type TreeNode, MAX_TEXT_LENGTH, printLines } from './tree-lines.js';
import { getUid } from './uids.js';
import { isTextHidden } from './visibility.js';

const MAX_LINES = 1000;
const MAX_DEPTH = 1000;
/** A longer name may have been truncated, so the visible text is printed instead. */
const MAX_SHORT_NAME_LENGTH = 190;
const MAX_HIDDEN_NAME_LENGTH = 80;
const SKIPPED_TAGS = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'datalist',
  'title',
  'video',
  'audio',
  'object',
  'track',
  'source',
]);
/** Roles of inline text and wrappers, which are replaced by their content. */
const TRANSPARENT_ROLES = new Set([
  'generic',
  'none',
  'paragraph',
  'rowgroup',
  'strong',
  'emphasis',
  'code',
  'mark',
  'time',
  'subscript',
  'superscript',
  'deletion',
  'insertion',
  'graphics-symbol',
  'separator',
]);
/** Roles that are printed only if they have a name. */
const NAME_REQUIRED_ROLES = new Set([
  'group',
  'img',
  'figure',
  'form',
  'region',
  'caption',
  'document',
  'application',
]);

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function levelOf(element: Element): number {
  const level = Number(element.getAttribute('aria-level') ?? element.localName.slice(1));
  return Number.isInteger(level) && level > 0 ? level : 2;
}

function formatStates(element: Element, role: string, interactive: boolean): string {
  const states = statesOf(element, role, interactive);
  let formattedStates = '';
  if (role === 'heading') formattedStates += ` [level=${levelOf(element)}]`;
  for (const [key, value] of Object.entries(states)) {
    if (key === 'editable') continue;
    if (value === true) formattedStates += ` [${key}]`;
    else if (value !== false || key === 'checked' || key === 'expanded')
      formattedStates += ` [${key}=${value}]`;
  }
  return formattedStates;
}

function formatValue(element: Element): string {
  if (isPassword(element)) return (element as HTMLInputElement).value ? ' = "•••"' : '';
  const tag = element.localName;
  if (tag === 'input' && /^(submit|reset|button|image)$/.test((element as HTMLInputElement).type)) return '';
  const value = valueOf(element);
  return value ? ` = ${quote(truncate(collapseWhitespace(value), 120))}` : '';
}

/** The label's control, if that control is hidden: users then click the label instead. */
function hiddenControlOf(label: HTMLLabelElement): Element | null {
  const control = label.control;
  return control && isTextHidden(control) ? control : null;
}

function createTreeReader(maxLines: number) {
  let lineCount = 0;
  const isFull = (): boolean => lineCount >= maxLines;

  const addText = (siblings: TreeNode[], text: string): void => {
    const last = siblings.at(-1);
    if (last && last.line === undefined) last.text += text;
    else siblings.push({ role: '', text, isInteractive: false, children: [] });
  };
  /** Separates the text before and after a block. */
  const separateText = (siblings: TreeNode[]): void => {
    const last = siblings.at(-1);
    if (last && last.line === undefined && last.text.trim())
      siblings.push({ role: '', text: '', isInteractive: false, children: [] });
  };

  /** @param isInsidePointerArea whether the parent has a pointer cursor, so that it probably handles clicks */
  const readChildren = (
    element: Element,
    siblings: TreeNode[],
    depth: number,
    isInsidePointerArea: boolean,
  ): void => {
    if (depth > MAX_DEPTH) return;
    if (element.localName === 'details' && !(element as HTMLDetailsElement).open) {
      const summary = element.querySelector(':scope > summary');
      if (summary) readElement(summary, siblings, depth + 1, isInsidePointerArea);
      return;
    }
    const children = listRenderedChildren(element);
    let isHidden: boolean | undefined;
    for (const child of children) {
      if (isFull()) return;
      if (isClobbered(child)) readChildren(child as Element, siblings, depth + 1, isInsidePointerArea);
      else if (child.nodeType === 1) readElement(child as Element, siblings, depth + 1, isInsidePointerArea);
      else if (child.nodeType === 3 && child.nodeValue?.trim()) {
        isHidden ??= isTextHidden(element);
        if (!isHidden) addText(siblings, child.nodeValue);
      } else if (child.nodeType === 3 && child.nodeValue) addText(siblings, ' ');
    }
  };

  const readElement = (
    element: Element,
    siblings: TreeNode[],
    depth: number,
    isInsidePointerArea: boolean,
  ): void => {
    const tag = element.localName;
    if (SKIPPED_TAGS.has(tag) || isFull()) return;
    const style = styleOf(element);
    if (style.display === 'none') return;
    const hiddenControl = tag === 'label' ? hiddenControlOf(element as HTMLLabelElement) : null;
    const describedElement = hiddenControl ?? element;
    const role = roleOf(describedElement);
    const startsPointerArea = style.hasPointerCursor && !isInsidePointerArea;
    const isInteractive =
      hiddenControl !== null ||
      INTERACTIVE_ROLES.has(role) ||
      role === 'iframe' ||
      isFocusable(element) ||
      element.hasAttribute('onclick') ||
      startsPointerArea;
    const name = TRANSPARENT_ROLES.has(role) && !isInteractive ? '' : nameOf(describedElement, role);
    const isBlock = !isInlineDisplay(style.display) || tag === 'br';
    const isPrinted =
      isInteractive || (!TRANSPARENT_ROLES.has(role) && (name !== '' || !NAME_REQUIRED_ROLES.has(role)));
    if (!isPrinted) {
      if (isBlock) separateText(siblings);
      const control = tag === 'label' ? (element as HTMLLabelElement).control : null;
      if (control) {
        // The label's text appears as the name of its control.
        const labelNodes: TreeNode[] = [];
        readChildren(element, labelNodes, depth, style.hasPointerCursor);
        siblings.push(...removeRepeatedText(labelNodes, nameOf(control, roleOf(control)), element));
      } else readChildren(element, siblings, depth, style.hasPointerCursor);
      if (isBlock) separateText(siblings);
      return;
    }
    // A hidden element is omitted, but it may have visible children.
    const box = element.getBoundingClientRect();
    const isHidden =
      isTextHidden(element) || (box.width === 0 && box.height === 0 && style.display !== 'contents');
    const children: TreeNode[] = [];
    if (role !== 'combobox' || tag !== 'select')
      if (
        tag !== 'textarea' &&
        tag !== 'iframe' &&
        tag !== 'canvas' &&
        !(tag === 'svg' && !element.querySelector('[role], a, [tabindex]'))
      )
        readChildren(element, children, depth, style.hasPointerCursor);
    if (isHidden) {
      siblings.push(...children);
      return;
    }
    lineCount++;
    const nameToPrint = describeName(describedElement, name, visibleTextOf(children));
    const id = isInteractive ? ` (${getUid(element)})` : '';
    const line =
      role +
      nameToPrint.formatted +
      formatStates(describedElement, role, isInteractive) +
      formatValue(describedElement) +
      id;
    const remainingChildren = removeRepeatedText(children, nameToPrint.name, describedElement);
    siblings.push({
      line,
      role,
      text: nameToPrint.name,
      isInteractive,
      children: hiddenControl ? remainingChildren.filter((child) => child.isInteractive) : remainingChildren,
    });
  };

  return { readElement, isFull };
}

/** Visible text of the nodes, including their names. */
function visibleTextOf(nodes: readonly TreeNode[]): string {
  return collapseWhitespace(
    nodes
      .map((node) => (node.line === undefined ? node.text : `${node.text} ${visibleTextOf(node.children)}`))
      .join(' '),
  );
}

/**
 * Returns the part of a name to print, and how to print it. If part of the name is hidden, only the visible part is
 * printed. A completely hidden name is shortened and marked with `[unseen name]`.
 */
function describeName(
  element: Element,
  name: string,
  visibleText: string,
): { name: string; formatted: string } {
  const hiddenName = hiddenNameOf(element, name, visibleText);
  if (!hiddenName) {
    const fullName =
      name.length > MAX_SHORT_NAME_LENGTH && visibleText.startsWith(name)
        ? truncate(visibleText, MAX_TEXT_LENGTH)
        : name;
    return { name: fullName, formatted: fullName ? ` ${quote(fullName)}` : '' };
  }
  const visiblePart = collapseWhitespace(name.replace(hiddenName, ' '));
  if (visiblePart && visiblePart !== name) return { name: visiblePart, formatted: ` ${quote(visiblePart)}` };
  return visibleText
    ? { name: '', formatted: '' }
    : { name: '', formatted: ` ${quote(truncate(hiddenName, MAX_HIDDEN_NAME_LENGTH))} [unseen name]` };
}

/** Removes children whose text is already part of the node's name. */
function removeRepeatedText(children: readonly TreeNode[], name: string, element: Element): TreeNode[] {
  // A field's content is printed as its value.
  const isField = element.localName === 'textarea' || (element as HTMLElement).isContentEditable;
  return children.flatMap((child): TreeNode[] => {
    if (child.line !== undefined)
      return !child.isInteractive && child.children.length === 0 && child.text && name.includes(child.text)
        ? []
        : [child];
    const text = collapseWhitespace(child.text);
    return !text || isField || name.includes(text) ? [] : [{ ...child, text }];
  });
}

/** Text of this frame's tree. An `iframe` line marks where a child frame's tree belongs. */
export function printAccessibilityTree(maxLines = MAX_LINES): string {
  const nodes: TreeNode[] = [];
  const body = document.body as HTMLElement | null;
  if (!body) return '';
  const reader = createTreeReader(maxLines);
  reader.readElement(body, nodes, 0, false);
  const lines: string[] = [];
  printLines(nodes, '', lines);
  if (reader.isFull() || lines.length > maxLines) {
    lines.length = Math.min(lines.length, maxLines);
    lines.push('(more is left out)');
  }
  return lines.join('\n');
}
