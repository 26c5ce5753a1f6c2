/**
 * The accessibility tree as indented text, one node per line: `role "name" [state] = "value" (uid)`. It contains only
 * visible elements, and omits wrappers and text that is already part of a name.
 */
import { isClobbered } from './dom.js';
import { hiddenNameOf, nameOf, roleOf } from './names.js';
import { INTERACTIVE_ROLES } from './role-tables.js';
import { isFocusable } from './roles.js';
import { isPassword, statesOf, valueOf } from './states.js';
import { styleOf } from './computed-style.js';
import { collapse, truncate, isInlineDisplay, renderedChildren } from './text.js';
import { type TreeNode, MAX_TEXT_LENGTH, printLines } from './tree-lines.js';
import { uid } from './uids.js';
import { isTextHidden } from './visibility.js';

const MAX_LINES = 1000;
const MAX_DEPTH = 1000;
/** Longer names may be truncated, so they are replaced by the visible text. */
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
/** Roles that are listed only if they have a name. */
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

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function levelOf(element: Element): number {
  const given = Number(element.getAttribute('aria-level') ?? element.localName.slice(1));
  return Number.isInteger(given) && given > 0 ? given : 2;
}

function stateMarks(element: Element, role: string, interactive: boolean): string {
  const states = statesOf(element, role, interactive);
  let out = '';
  if (role === 'heading') out += ` [level=${levelOf(element)}]`;
  for (const [key, value] of Object.entries(states)) {
    if (key === 'editable') continue;
    if (value === true) out += ` [${key}]`;
    else if (value !== false || key === 'checked' || key === 'expanded') out += ` [${key}=${value}]`;
  }
  return out;
}

function valueMark(element: Element): string {
  if (isPassword(element)) return (element as HTMLInputElement).value ? ' = "•••"' : '';
  const tag = element.localName;
  if (tag === 'input' && /^(submit|reset|button|image)$/.test((element as HTMLInputElement).type)) return '';
  const value = valueOf(element);
  return value ? ` = ${quoted(truncate(collapse(value), 120))}` : '';
}

/** The hidden control of a label. Users click the label instead. */
function hiddenControlOf(label: HTMLLabelElement): Element | null {
  const control = label.control;
  return control && isTextHidden(control) ? control : null;
}

function createReader(maxLines: number) {
  let lines = 0;
  const full = (): boolean => lines >= maxLines;

  const addText = (into: TreeNode[], text: string): void => {
    const last = into.at(-1);
    if (last && last.line === undefined) last.text += text;
    else into.push({ role: '', text, interactive: false, children: [] });
  };
  /** Separates the text before and after a block. */
  const breakText = (into: TreeNode[]): void => {
    const last = into.at(-1);
    if (last && last.line === undefined && last.text.trim())
      into.push({ role: '', text: '', interactive: false, children: [] });
  };

  const readChildren = (element: Element, into: TreeNode[], depth: number, pointer: boolean): void => {
    if (depth > MAX_DEPTH) return;
    if (element.localName === 'details' && !(element as HTMLDetailsElement).open) {
      const summary = element.querySelector(':scope > summary');
      if (summary) visit(summary, into, depth + 1, pointer);
      return;
    }
    const children = renderedChildren(element);
    let hidden: boolean | undefined;
    for (const child of children) {
      if (full()) return;
      if (isClobbered(child)) readChildren(child as Element, into, depth + 1, pointer);
      else if (child.nodeType === 1) visit(child as Element, into, depth + 1, pointer);
      else if (child.nodeType === 3 && child.nodeValue?.trim()) {
        hidden ??= isTextHidden(element);
        if (!hidden) addText(into, child.nodeValue);
      } else if (child.nodeType === 3 && child.nodeValue) addText(into, ' ');
    }
  };

  const visit = (element: Element, into: TreeNode[], depth: number, pointerAbove: boolean): void => {
    const tag = element.localName;
    if (SKIPPED_TAGS.has(tag) || full()) return;
    const style = styleOf(element);
    if (style.display === 'none') return;
    const labelled = tag === 'label' ? hiddenControlOf(element as HTMLLabelElement) : null;
    const subject = labelled ?? element;
    const role = roleOf(subject);
    const startsPointerArea = style.hasPointerCursor && !pointerAbove;
    const interactive =
      labelled !== null ||
      INTERACTIVE_ROLES.has(role) ||
      role === 'iframe' ||
      isFocusable(element) ||
      element.hasAttribute('onclick') ||
      startsPointerArea;
    const name = TRANSPARENT_ROLES.has(role) && !interactive ? '' : nameOf(subject, role);
    const block = !isInlineDisplay(style.display) || tag === 'br';
    const printed =
      interactive || (!TRANSPARENT_ROLES.has(role) && (name !== '' || !NAME_REQUIRED_ROLES.has(role)));
    if (!printed) {
      if (block) breakText(into);
      const control = tag === 'label' ? (element as HTMLLabelElement).control : null;
      if (control) {
        // Its text appears as the name of its control.
        const inner: TreeNode[] = [];
        readChildren(element, inner, depth, style.hasPointerCursor);
        into.push(...withoutRepeatedText(inner, nameOf(control, roleOf(control)), element));
      } else readChildren(element, into, depth, style.hasPointerCursor);
      if (block) breakText(into);
      return;
    }
    // Hidden elements are omitted, but they may have visible children.
    const box = element.getBoundingClientRect();
    const hidden =
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
    if (hidden) {
      into.push(...children);
      return;
    }
    lines++;
    const described = describeName(subject, name, visibleTextOf(children));
    const id = interactive ? ` (${uid(element)})` : '';
    const line = role + described.printed + stateMarks(subject, role, interactive) + valueMark(subject) + id;
    const rest = withoutRepeatedText(children, described.name, subject);
    into.push({
      line,
      role,
      text: described.name,
      interactive,
      children: labelled ? rest.filter((child) => child.interactive) : rest,
    });
  };

  return { readChildren, visit, full };
}

/** Visible text of the nodes, including names. */
function visibleTextOf(nodes: readonly TreeNode[]): string {
  return collapse(
    nodes
      .map((node) => (node.line === undefined ? node.text : `${node.text} ${visibleTextOf(node.children)}`))
      .join(' '),
  );
}

/**
 * The name as printed: its visible part in full or, if nothing of it is visible, the hidden name, shortened and
 * marked.
 */
function describeName(element: Element, name: string, shown: string): { name: string; printed: string } {
  const hidden = hiddenNameOf(element, name, shown);
  if (!hidden) {
    const fullName =
      name.length > MAX_SHORT_NAME_LENGTH && shown.startsWith(name) ? truncate(shown, MAX_TEXT_LENGTH) : name;
    return { name: fullName, printed: fullName ? ` ${quoted(fullName)}` : '' };
  }
  const visiblePart = collapse(name.replace(hidden, ' '));
  if (visiblePart && visiblePart !== name) return { name: visiblePart, printed: ` ${quoted(visiblePart)}` };
  return shown
    ? { name: '', printed: '' }
    : { name: '', printed: ` ${quoted(truncate(hidden, MAX_HIDDEN_NAME_LENGTH))} [unseen name]` };
}

/** Children without text that the node's name already contains. */
function withoutRepeatedText(children: readonly TreeNode[], name: string, element: Element): TreeNode[] {
  // The content of a field is printed as its value.
  const field = element.localName === 'textarea' || (element as HTMLElement).isContentEditable;
  return children.flatMap((child): TreeNode[] => {
    if (child.line !== undefined)
      return !child.interactive && child.children.length === 0 && child.text && name.includes(child.text)
        ? []
        : [child];
    const text = collapse(child.text);
    return !text || field || name.includes(text) ? [] : [{ ...child, text }];
  });
}

/** Text of this frame's tree. An `iframe` line marks the place of a child frame's tree. */
export function accessibilityTree(maxLines = MAX_LINES): string {
  const nodes: TreeNode[] = [];
  const body = document.body as HTMLElement | null;
  if (!body) return '';
  const reader = createReader(maxLines);
  reader.visit(body, nodes, 0, false);
  const out: string[] = [];
  printLines(nodes, '', out);
  if (reader.full() || out.length > maxLines) {
    out.length = Math.min(out.length, maxLines);
    out.push('(more is left out)');
  }
  return out.join('\n');
}
