/**
 * Reads what a person sees in the viewport: texts, controls, values and states. It uses the rectangles of text ranges,
 * hit tests and the properties of form controls, and imports nothing from Parley.
 */
import type { Frame, Page } from 'playwright';

export interface SeenItem {
  kind: 'text' | 'control' | 'value' | 'state';
  /** The visible text, the label of the control, its value, or `checked` or `unchecked`. */
  text: string;
  /** CSS px in the viewport of its frame. */
  box: { x: number; y: number; width: number; height: number };
}

/** Runs in the page. */
function readSeenItems(): SeenItem[] {
  const items: SeenItem[] = [];
  const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const isOnTop = (element: Element, x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner: Element | null = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    for (let node: Node | null = hit; node; node = node.parentNode ?? (node as ShadowRoot).host ?? null)
      if (node === element) return true;
    // A sibling may cover the text without hiding it, such as a transparent link over a card.
    return hit !== null && element.contains(hit);
  };
  const isTransparent = (element: Element): boolean => {
    for (let e: Element | null = element; e; e = e.parentElement)
      if (Number(getComputedStyle(e).opacity) < 0.1) return true;
    return /rgba\(.*, 0\)|transparent/.test(getComputedStyle(element).color);
  };
  const addTexts = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.ELEMENT_NODE) {
        const shadow = (node as Element).shadowRoot;
        if (shadow) addTexts(shadow);
        continue;
      }
      const parent = node.parentElement;
      const text = clean(node.nodeValue ?? '');
      if (!parent || !/[\p{L}\p{N}]/u.test(text)) continue;
      if (parent.closest('script, style, noscript, template, select, textarea, title')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 4);
      const visibleRects = rects.filter((rect) =>
        [0.15, 0.5, 0.85].some((part) =>
          isOnTop(parent, rect.left + rect.width * part, rect.top + rect.height / 2),
        ),
      );
      // A text at the edge of the viewport counts if most of its lines are visible.
      if (visibleRects.length === 0 || visibleRects.length < rects.length * 0.6 || isTransparent(parent))
        continue;
      const { x, y, width, height } = visibleRects[0]!;
      items.push({ kind: 'text', text, box: { x, y, width, height } });
    }
  };
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=""], [contenteditable=true], [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=combobox], [role=textbox], [role=slider], [role=spinbutton], [role=treeitem]';
  /** The text of a label without the options of the list inside it. */
  const textWithoutFields = (label: HTMLElement): string => {
    const copy = label.cloneNode(true) as HTMLElement;
    for (const field of copy.querySelectorAll('select, textarea, script, style')) field.remove();
    return clean(copy.textContent ?? '');
  };
  const labelOf = (element: HTMLElement): string => {
    const visible = clean(element.innerText ?? '');
    if (visible && !/^(input|select|textarea)$/.test(element.localName)) return visible;
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => textWithoutFields(label));
    const button = /^(submit|button|reset)$/.test((element as HTMLInputElement).type ?? '')
      ? (element as HTMLInputElement).value
      : '';
    const image = element.querySelector('img[alt]')?.getAttribute('alt') ?? '';
    return clean(
      element.getAttribute('aria-label') ||
        labels.join(' ') ||
        button ||
        image ||
        element.title ||
        element.getAttribute('placeholder') ||
        '',
    );
  };
  const addControls = (root: ParentNode): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot) addControls(element.shadowRoot);
      if (!element.matches(CONTROLS)) continue;
      // Menus that open on hover and controls in closed parts have no box.
      const rect = [...element.getClientRects()].find(({ width, height }) => width > 3 && height > 3);
      if (!rect || !isOnTop(element, rect.left + rect.width / 2, rect.top + rect.height / 2)) continue;
      if (isTransparent(element) && !element.matches('input')) continue;
      const { x, y, width, height } = rect;
      const box = { x, y, width, height };
      items.push({ kind: 'control', text: labelOf(element), box });
      if (element instanceof HTMLSelectElement) {
        const chosen = [...element.selectedOptions].map((option) => clean(option.text)).filter(Boolean);
        for (const text of chosen) items.push({ kind: 'value', text, box });
      } else if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
        items.push({ kind: 'state', text: element.checked ? 'checked' : 'unchecked', box });
      else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        const isTyped = !/^(submit|button|reset|image|file|password)$/.test(element.type);
        const text = clean(element.value).slice(0, 100);
        if (isTyped && text) items.push({ kind: 'value', text, box });
      }
    }
  };
  if (document.body) {
    addTexts(document.body);
    addControls(document.body);
  }
  return items;
}

/** Whether a frame is visible. Items in covered or scrolled-away frames are not read. */
async function isFrameSeen(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement().catch(() => null);
  const box = await element?.boundingBox();
  return (
    box !== null &&
    box !== undefined &&
    box.width > 20 &&
    box.height > 20 &&
    box.y < 800 &&
    box.y + box.height > 0
  );
}

export async function readTruth(page: Page): Promise<SeenItem[]> {
  const items: SeenItem[] = [];
  for (const frame of page.frames()) {
    if (frame.parentFrame() !== null && !(await isFrameSeen(frame))) continue;
    items.push(...(await frame.evaluate(readSeenItems).catch(() => [])));
  }
  return items;
}
