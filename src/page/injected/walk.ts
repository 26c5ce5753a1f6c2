/**
 * One pass over the document: a row for every rendered element in reading order, with role, name,
 * states, box, path and compact document, and the page's text blocks beside them.
 */
import type { WireBlock, WireRow } from './wire.js';
import { LIVE, createBlockReader } from './blocks.js';
import { compactDocument } from './document.js';
import { contentName, labelsOf, nameOf, roleOf } from './names.js';
import { childSteps } from './paths.js';
import { attributesOf, optionsOf, statesOf, valueOf } from './states.js';
import { renderedText, styleOf } from './text.js';
import { uid } from './uids.js';

const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'br',
  'wbr',
  'head',
  'link',
  'meta',
  'source',
  'track',
  'param',
]);
const ACTIVE_TAGS = new Set(['a', 'button', 'input', 'select', 'textarea', 'option', 'label', 'summary']);
const ACTIVE_ROLES = new Set([
  'button',
  'link',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'checkbox',
  'radio',
  'option',
  'combobox',
  'textbox',
  'searchbox',
  'spinbutton',
  'slider',
  'switch',
  'treeitem',
  'listbox',
]);
const LANDMARKS: Record<string, string> = {
  banner: 'header',
  navigation: 'nav',
  main: 'main',
  contentinfo: 'footer',
  complementary: 'aside',
  form: 'form',
  search: 'form',
  dialog: 'dialog',
  alertdialog: 'dialog',
};
const TEXT_LIMIT = 400;
/** Deeper nesting than this is cut off: no call stack may be the limit. */
const DEPTH = 2500;

interface Context {
  parent: number;
  path: string;
  landmark: string;
  /** Legend or region name; wins over the last heading. */
  region: string;
  opacity: boolean;
  pointer: boolean;
}

export interface Walk {
  rows: WireRow[];
  blocks: WireBlock[];
  notices: string[];
  elements: number;
  shadows: ShadowRoot[];
}

function isActive(element: Element): boolean {
  if (ACTIVE_TAGS.has(element.localName)) return true;
  const role = element.getAttribute('role');
  if (role && ACTIVE_ROLES.has(role)) return true;
  if (element.hasAttribute('onclick') || element.hasAttribute('tabindex')) return true;
  return (element as HTMLElement).isContentEditable && !(element.parentElement?.isContentEditable ?? false);
}

function regionName(element: Element, role: string): string {
  if (element.localName === 'fieldset') {
    const legend = element.querySelector(':scope > legend');
    return legend ? contentName(legend) : '';
  }
  if (
    role === 'dialog' ||
    role === 'region' ||
    role === 'group' ||
    role === 'radiogroup' ||
    role === 'navigation'
  )
    return nameOf(element, role);
  return '';
}

export function walkDocument(): Walk {
  const rows: WireRow[] = [];
  const notices: string[] = [];
  const shadows: ShadowRoot[] = [];
  const reader = createBlockReader();
  const rowOf = new Map<Element, number>();
  let heading = '';
  let elements = 0;

  const visit = (element: Element, context: Context, depth: number, readBlocks: boolean): void => {
    const tag = element.localName;
    if (SKIPPED.has(tag) || depth > DEPTH) return;
    elements++;
    const style = styleOf(element);
    if (style.display === 'none') return;
    const clear = context.opacity && style.clear;
    const box = element.getBoundingClientRect();
    const rendered = box.width > 0 && box.height > 0;
    const visible = rendered && clear && style.visible && element.checkVisibility();
    const role = roleOf(element);
    const isPage = element === document.body || element === document.documentElement;
    const pointer = style.pointer;
    let next: Context = { ...context, opacity: clear, pointer };
    const region = regionName(element, role);
    if (region) next.region = region;
    next.landmark = (role === 'generic' ? undefined : LANDMARKS[role]) ?? context.landmark;
    if (role === 'heading' && visible) heading = renderedText(element, 120);
    // A control that is drawn by its label (opacity 0, clipped) still has to be known.
    const hiddenControl = !visible && tag === 'input' && labelsOf(element).length > 0;
    if (!isPage && (visible || hiddenControl)) {
      const active = isActive(element);
      const row: WireRow = {
        uid: uid(element),
        tag,
        role,
        name: nameOf(element, role),
        text: tag === 'select' ? (valueOf(element) ?? '') : renderedText(element, TEXT_LIMIT),
        attributes: attributesOf(element),
        xpath: context.path,
        box: { x: box.x, y: box.y, width: box.width, height: box.height },
        visible,
        states: statesOf(element, role, active),
        interactive: active,
        pointer: pointer && !context.pointer,
        place: next.region || (role === 'heading' ? '' : heading),
        landmark: next.landmark,
        parent: context.parent,
        document: compactDocument(element),
      };
      const value = valueOf(element);
      if (value !== undefined) row.value = value;
      const options = optionsOf(element);
      if (options) row.options = options;
      if (tag === 'input') row.inputType = (element as HTMLInputElement).type;
      if (tag === 'label') {
        const control = (element as HTMLLabelElement).control;
        if (control) row.labels = uid(control);
      }
      next.parent = rows.length;
      rowOf.set(element, rows.length);
      rows.push(row);
    }
    if (visible && element.matches(LIVE)) {
      const text = renderedText(element, 300);
      if (text) notices.push(text);
    }
    if (tag === 'svg' || tag === 'iframe' || tag === 'select') return;
    let inner = readBlocks;
    if (inner && (visible || (clear && style.visible))) inner = !reader.enter(element);
    if (element.shadowRoot) {
      shadows.push(element.shadowRoot);
      visitAll(Array.from(element.shadowRoot.children), { ...next, path: `${context.path}/` }, depth, inner);
    }
    visitAll(Array.from(element.children), next, depth, inner);
  };
  const visitAll = (children: Element[], context: Context, depth: number, readBlocks: boolean): void => {
    const steps = childSteps(children);
    children.forEach((child, i) =>
      visit(child, { ...context, path: `${context.path}/${steps[i]}` }, depth + 1, readBlocks),
    );
  };

  const body = document.body as HTMLElement | null;
  if (body) {
    const root = document.documentElement;
    const index = childSteps(Array.from(root.children))[Array.from(root.children).indexOf(body)] ?? 'body';
    const context: Context = {
      parent: -1,
      path: `/html/${index}`,
      landmark: '',
      region: '',
      opacity: true,
      pointer: false,
    };
    visit(body, context, 0, true);
    reader.finish();
  }
  return { rows, blocks: reader.blocks, notices, elements, shadows };
}
