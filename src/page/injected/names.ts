/** Role and accessible name as the platform computes them for common cases (WAI-ARIA, HTML-AAM, AccName). */
import { collapse, cut, renderedChildren, styleOf } from './text.js';

const INPUT_ROLES: Record<string, string> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  file: 'button',
  color: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};

const TAG_ROLES: Record<string, string> = {
  button: 'button',
  textarea: 'textbox',
  option: 'option',
  optgroup: 'group',
  summary: 'button',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  nav: 'navigation',
  main: 'main',
  aside: 'complementary',
  form: 'form',
  search: 'search',
  dialog: 'dialog',
  article: 'article',
  table: 'table',
  tbody: 'rowgroup',
  thead: 'rowgroup',
  tfoot: 'rowgroup',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  ul: 'list',
  ol: 'list',
  menu: 'list',
  li: 'listitem',
  p: 'paragraph',
  hr: 'separator',
  fieldset: 'group',
  details: 'group',
  figure: 'figure',
  output: 'status',
  progress: 'progressbar',
  meter: 'meter',
  iframe: 'iframe',
  dt: 'term',
  dd: 'definition',
  blockquote: 'blockquote',
};

export function roleOf(element: Element): string {
  const explicit = element.getAttribute('role')?.trim().split(/\s+/)[0]?.toLowerCase();
  if (explicit && explicit !== 'none' && explicit !== 'presentation') return explicit;
  const tag = element.localName;
  switch (tag) {
    case 'a':
    case 'area':
      return element.hasAttribute('href') ? 'link' : 'generic';
    case 'input': {
      const type = (element as HTMLInputElement).type;
      if (element.hasAttribute('list')) return 'combobox';
      return INPUT_ROLES[type] ?? 'textbox';
    }
    case 'select': {
      const select = element as HTMLSelectElement;
      return select.multiple || select.size > 1 ? 'listbox' : 'combobox';
    }
    case 'img':
    case 'svg':
      return element.getAttribute('alt') === '' ? 'presentation' : 'img';
    case 'header':
    case 'footer':
      if (element.closest('article, aside, main, nav, section')) return 'generic';
      return tag === 'header' ? 'banner' : 'contentinfo';
    case 'section':
      return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
        ? 'region'
        : 'generic';
    default:
      if ((element as HTMLElement).isContentEditable && !(element.parentElement?.isContentEditable ?? false))
        return 'textbox';
      return TAG_ROLES[tag] ?? 'generic';
  }
}

const NAMED_BY_CONTENT = new Set([
  'button',
  'link',
  'heading',
  'option',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'checkbox',
  'radio',
  'switch',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
  'tooltip',
  'treeitem',
]);

const NAME_LIMIT = 200;

/** Name from content: text, images' alternatives, nested names; bounded. */
export function contentName(element: Element): string {
  let out = '';
  const visit = (node: Node): void => {
    if (out.length > NAME_LIMIT * 2) return;
    if (node.nodeType === 3) {
      out += node.nodeValue ?? '';
      return;
    }
    if (node.nodeType !== 1) return;
    const child = node as Element;
    if (
      child.getAttribute('aria-hidden') === 'true' ||
      child.localName === 'script' ||
      child.localName === 'style'
    )
      return;
    const style = styleOf(child);
    if (style.display === 'none' || !style.visible) return;
    const label = child.getAttribute('aria-label');
    const apart = !style.display.startsWith('inline') && style.display !== 'contents';
    if (apart) out += ' ';
    if (label?.trim()) out += label;
    else if (child.localName === 'img') out += ` ${child.getAttribute('alt') ?? ''} `;
    else if (child.localName === 'svg')
      out += ` ${child.querySelector(':scope > title')?.textContent ?? ''} `;
    else if (child.localName === 'select' || child.localName === 'textarea' || child.localName === 'input')
      out += ' ';
    else for (const grandchild of renderedChildren(child)) visit(grandchild);
    if (apart) out += ' ';
  };
  for (const child of renderedChildren(element)) visit(child);
  return cut(collapse(out), NAME_LIMIT);
}

/** Text of the elements that an IDREF list names. */
function referenced(element: Element, attribute: string): string {
  const ids = element.getAttribute(attribute)?.trim();
  if (!ids) return '';
  const root = element.getRootNode() as Document | ShadowRoot;
  const texts = ids.split(/\s+/).map((id) => {
    const target = root.getElementById(id);
    if (!target) return '';
    return (
      target.getAttribute('aria-label')?.trim() || contentName(target) || collapse(target.textContent ?? '')
    );
  });
  return cut(collapse(texts.join(' ')), NAME_LIMIT);
}

export function labelsOf(element: Element): HTMLLabelElement[] {
  const labels = (element as HTMLInputElement).labels;
  return labels ? Array.from(labels) : [];
}

/** Accessible name, white space collapsed, at most 200 code points. */
export function nameOf(element: Element, role: string): string {
  const by = referenced(element, 'aria-labelledby');
  if (by) return by;
  const label = element.getAttribute('aria-label');
  if (label?.trim()) return cut(collapse(label), NAME_LIMIT);
  const tag = element.localName;
  const native = nativeName(element, tag);
  if (native) return cut(native, NAME_LIMIT);
  if (NAMED_BY_CONTENT.has(role) && tag !== 'input' && tag !== 'select') {
    const content = contentName(element);
    if (content) return content;
  }
  const title = element.getAttribute('title');
  if (title?.trim()) return cut(collapse(title), NAME_LIMIT);
  const placeholder = element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder');
  return placeholder ? cut(collapse(placeholder), NAME_LIMIT) : '';
}

function nativeName(element: Element, tag: string): string {
  if (
    tag === 'input' ||
    tag === 'select' ||
    tag === 'textarea' ||
    tag === 'meter' ||
    tag === 'progress' ||
    tag === 'output'
  ) {
    const fromLabels = collapse(labelsOf(element).map(contentName).join(' '));
    if (fromLabels) return fromLabels;
    const input = element as HTMLInputElement;
    if (tag === 'input') {
      if (input.type === 'submit') return collapse(input.value || 'Submit');
      if (input.type === 'reset') return collapse(input.value || 'Reset');
      if (input.type === 'button') return collapse(input.value);
      if (input.type === 'image') return collapse(input.alt || input.value || 'Submit');
    }
    return '';
  }
  if (tag === 'img' || tag === 'area') return collapse(element.getAttribute('alt') ?? '');
  if (tag === 'svg') return collapse(element.querySelector(':scope > title')?.textContent ?? '');
  const part = { fieldset: 'legend', table: 'caption', figure: 'figcaption' }[tag];
  if (!part) return '';
  const child = element.querySelector(`:scope > ${part}`);
  return child ? contentName(child) : '';
}
