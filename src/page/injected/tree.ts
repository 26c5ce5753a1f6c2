/**
 * The accessibility tree as indented text, one node a line: `role "name" [state] = "value" (uid)`. Only what
 * people see is in it; wrappers that say nothing are left out, and words that a name already holds.
 */
import { isClobbered } from './dom.js';
import { hiddenNameOf, nameOf, roleOf } from './names.js';
import { ACTIVE_ROLES } from './role-tables.js';
import { isFocusable } from './roles.js';
import { isPassword, statesOf, valueOf } from './states.js';
import { styleOf } from './style.js';
import { collapse, cut, inlineDisplay, renderedChildren } from './text.js';
import { type Node, TEXT_LIMIT, print } from './tree-lines.js';
import { uid } from './uids.js';
import { isUnseen } from './sight.js';

const MOST_LINES = 1000;
const DEPTH = 1000;
/** Names are cut here; longer ones are told as far as they are seen. */
const LONG_NAME = 190;
const UNSEEN_LIMIT = 80;
const SILENT = new Set([
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
/** Roles of words within a sentence and of wrappers: their content stands for them. */
const TRANSPARENT = new Set([
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
/** Said only when they have a name. */
const NAMELESS = new Set(['group', 'img', 'figure', 'form', 'region', 'caption', 'document', 'application']);

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function levelOf(element: Element): number {
  const given = Number(element.getAttribute('aria-level') ?? element.localName.slice(1));
  return Number.isInteger(given) && given > 0 ? given : 2;
}

function marksOf(element: Element, role: string, acts: boolean): string {
  const states = statesOf(element, role, acts);
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
  return value ? ` = ${quoted(cut(collapse(value), 120))}` : '';
}

/** A box that is drawn by its label: what the label shows is what can be clicked. */
function standIn(label: HTMLLabelElement): Element | null {
  const control = label.control;
  return control && isUnseen(control) ? control : null;
}

function createReader(most: number) {
  let lines = 0;
  const full = (): boolean => lines >= most;

  const addText = (into: Node[], text: string): void => {
    const last = into.at(-1);
    if (last && last.line === undefined) last.text += text;
    else into.push({ role: '', text, acts: false, children: [] });
  };
  /** Words before and after do not run on. */
  const breakText = (into: Node[]): void => {
    const last = into.at(-1);
    if (last && last.line === undefined && last.text.trim())
      into.push({ role: '', text: '', acts: false, children: [] });
  };

  const readChildren = (element: Element, into: Node[], depth: number, pointer: boolean): void => {
    if (depth > DEPTH) return;
    if (element.localName === 'details' && !(element as HTMLDetailsElement).open) {
      const summary = element.querySelector(':scope > summary');
      if (summary) visit(summary, into, depth + 1, pointer);
      return;
    }
    const children = renderedChildren(element);
    let unseen: boolean | undefined;
    for (const child of children) {
      if (full()) return;
      if (isClobbered(child)) readChildren(child as Element, into, depth + 1, pointer);
      else if (child.nodeType === 1) visit(child as Element, into, depth + 1, pointer);
      else if (child.nodeType === 3 && child.nodeValue?.trim()) {
        unseen ??= isUnseen(element);
        if (!unseen) addText(into, child.nodeValue);
      } else if (child.nodeType === 3 && child.nodeValue) addText(into, ' ');
    }
  };

  const visit = (element: Element, into: Node[], depth: number, pointerAbove: boolean): void => {
    const tag = element.localName;
    if (SILENT.has(tag) || full()) return;
    const look = styleOf(element);
    if (look.display === 'none') return;
    const stood = tag === 'label' ? standIn(element as HTMLLabelElement) : null;
    const subject = stood ?? element;
    const role = roleOf(subject);
    const starts = look.pointer && !pointerAbove;
    const acts =
      stood !== null ||
      ACTIVE_ROLES.has(role) ||
      role === 'iframe' ||
      isFocusable(element) ||
      element.hasAttribute('onclick') ||
      starts;
    const name = TRANSPARENT.has(role) && !acts ? '' : nameOf(subject, role);
    const block = !inlineDisplay(look.display) || tag === 'br';
    const said = acts || (!TRANSPARENT.has(role) && (name !== '' || !NAMELESS.has(role)));
    if (!said) {
      if (block) breakText(into);
      const control = tag === 'label' ? (element as HTMLLabelElement).control : null;
      if (control) {
        // Its words are told as the name of its control.
        const inner: Node[] = [];
        readChildren(element, inner, depth, look.pointer);
        into.push(...toldBeside(inner, nameOf(control, roleOf(control)), element));
      } else readChildren(element, into, depth, look.pointer);
      if (block) breakText(into);
      return;
    }
    // A hidden control is told by its label, other hidden parts are not told; visible parts may be inside.
    const box = element.getBoundingClientRect();
    const hidden = isUnseen(element) || (box.width === 0 && box.height === 0 && look.display !== 'contents');
    const children: Node[] = [];
    if (role !== 'combobox' || tag !== 'select')
      if (
        tag !== 'textarea' &&
        tag !== 'iframe' &&
        tag !== 'canvas' &&
        !(tag === 'svg' && !element.querySelector('[role], a, [tabindex]'))
      )
        readChildren(element, children, depth, look.pointer);
    if (hidden) {
      into.push(...children);
      return;
    }
    lines++;
    const known = tellName(subject, name, shownBy(children));
    const id = acts ? ` (${uid(element)})` : '';
    const line = role + known.said + marksOf(subject, role, acts) + valueMark(subject) + id;
    const rest = toldBeside(children, known.name, subject);
    into.push({
      line,
      role,
      text: known.name,
      acts,
      children: stood ? rest.filter((child) => child.acts) : rest,
    });
  };

  return { readChildren, visit, full };
}

/** Words that the nodes show, names included. */
function shownBy(nodes: readonly Node[]): string {
  return collapse(
    nodes
      .map((node) => (node.line === undefined ? node.text : `${node.text} ${shownBy(node.children)}`))
      .join(' '),
  );
}

/**
 * The name as it is told: words that people can see, at length; where nobody sees any, the unseen name, short
 * and marked.
 */
function tellName(element: Element, name: string, shown: string): { name: string; said: string } {
  const unseen = hiddenNameOf(element, name, shown);
  if (!unseen) {
    const whole = name.length > LONG_NAME && shown.startsWith(name) ? cut(shown, TEXT_LIMIT) : name;
    return { name: whole, said: whole ? ` ${quoted(whole)}` : '' };
  }
  const seen = collapse(name.replace(unseen, ' '));
  if (seen && seen !== name) return { name: seen, said: ` ${quoted(seen)}` };
  return shown
    ? { name: '', said: '' }
    : { name: '', said: ` ${quoted(cut(unseen, UNSEEN_LIMIT))} [unseen name]` };
}

/** Children without the words that the node's name already holds. */
function toldBeside(children: readonly Node[], name: string, element: Element): Node[] {
  // What a field holds is told as its value.
  const field = element.localName === 'textarea' || (element as HTMLElement).isContentEditable;
  return children.flatMap((child): Node[] => {
    if (child.line !== undefined)
      return !child.acts && child.children.length === 0 && child.text && name.includes(child.text)
        ? []
        : [child];
    const text = collapse(child.text);
    return !text || field || name.includes(text) ? [] : [{ ...child, text }];
  });
}

/** Text of this frame's tree; an `iframe` line stands where another frame's tree belongs. */
export function accessibilityTree(most = MOST_LINES): string {
  const nodes: Node[] = [];
  const body = document.body as HTMLElement | null;
  if (!body) return '';
  const reader = createReader(most);
  reader.visit(body, nodes, 0, false);
  const out: string[] = [];
  print(nodes, '', out);
  if (reader.full() || out.length > most) {
    out.length = Math.min(out.length, most);
    out.push('(more is left out)');
  }
  return out.join('\n');
}
