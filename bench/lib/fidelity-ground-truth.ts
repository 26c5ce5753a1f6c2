/**
 * Reads what a person sees in the viewport: text, controls, values and states. It uses the rectangles of text ranges,
 * hit tests and the properties of form controls, and imports nothing from Parley.
 */
import type { Frame, Page } from 'playwright';

export interface VisibleItem {
  kind: 'text' | 'control' | 'value' | 'state';
  /** The visible text, the control's label, its value, or `checked` or `unchecked`. */
  text: string;
  /** CSS px, relative to the frame's viewport. */
  box: { x: number; y: number; width: number; height: number };
}

/** Runs in the page. */
function readVisibleItems(): VisibleItem[] {
  const items: VisibleItem[] = [];
  const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();
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
  const addTextItems = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.ELEMENT_NODE) {
        const shadow = (node as Element).shadowRoot;
        if (shadow) addTextItems(shadow);
        continue;
      }
      const parent = node.parentElement;
      const text = collapseWhitespace(node.nodeValue ?? '');
      if (!parent || !/[\p{L}\p{N}]/u.test(text)) continue;
      if (parent.closest('script, style, noscript, template, select, textarea, title')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 4);
      const visibleRects = rects.filter((rect) =>
        [0.15, 0.5, 0.85].some((fraction) =>
          isOnTop(parent, rect.left + rect.width * fraction, rect.top + rect.height / 2),
        ),
      );
      // Text at the edge of the viewport counts if most of its lines are visible.
      if (visibleRects.length === 0 || visibleRects.length < rects.length * 0.6 || isTransparent(parent))
        continue;
      const { x, y, width, height } = visibleRects[0]!;
      items.push({ kind: 'text', text, box: { x, y, width, height } });
    }
  };
  const CONTROL_SELECTOR =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=""], [contenteditable=true], [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=combobox], [role=textbox], [role=slider], [role=spinbutton], [role=treeitem]';
  /** Reads a label's text without the options and content of fields inside it. */
  const readTextWithoutFields = (label: HTMLElement): string => {
    const copy = label.cloneNode(true) as HTMLElement;
    for (const field of copy.querySelectorAll('select, textarea, script, style')) field.remove();
    return collapseWhitespace(copy.textContent ?? '');
  };
  const findLabel = (element: HTMLElement): string => {
    const visibleText = collapseWhitespace(element.innerText ?? '');
    if (visibleText && !/^(input|select|textarea)$/.test(element.localName)) return visibleText;
    const labelTexts = [...((element as HTMLInputElement).labels ?? [])].map((label) =>
      readTextWithoutFields(label),
    );
    const buttonText = /^(submit|button|reset)$/.test((element as HTMLInputElement).type ?? '')
      ? (element as HTMLInputElement).value
      : '';
    const imageText = element.querySelector('img[alt]')?.getAttribute('alt') ?? '';
    return collapseWhitespace(
      element.getAttribute('aria-label') ||
        labelTexts.join(' ') ||
        buttonText ||
        imageText ||
        element.title ||
        element.getAttribute('placeholder') ||
        '',
    );
  };
  const addControlItems = (root: ParentNode): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot) addControlItems(element.shadowRoot);
      if (!element.matches(CONTROL_SELECTOR)) continue;
      // Menus that open on hover and controls in collapsed sections have no box.
      const rect = [...element.getClientRects()].find(({ width, height }) => width > 3 && height > 3);
      if (!rect || !isOnTop(element, rect.left + rect.width / 2, rect.top + rect.height / 2)) continue;
      if (isTransparent(element) && !element.matches('input')) continue;
      const { x, y, width, height } = rect;
      const box = { x, y, width, height };
      items.push({ kind: 'control', text: findLabel(element), box });
      if (element instanceof HTMLSelectElement) {
        const selectedTexts = [...element.selectedOptions]
          .map((option) => collapseWhitespace(option.text))
          .filter(Boolean);
        for (const text of selectedTexts) items.push({ kind: 'value', text, box });
      } else if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
        items.push({ kind: 'state', text: element.checked ? 'checked' : 'unchecked', box });
      else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        const hasTypedValue = !/^(submit|button|reset|image|file|password)$/.test(element.type);
        const text = collapseWhitespace(element.value).slice(0, 100);
        if (hasTypedValue && text) items.push({ kind: 'value', text, box });
      }
    }
  };
  if (document.body) {
    addTextItems(document.body);
    addControlItems(document.body);
  }
  return items;
}

/** Whether a frame is visible. Items in tiny frames or frames outside the viewport are not read. */
async function isFrameVisible(frame: Frame): Promise<boolean> {
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

export async function readGroundTruth(page: Page): Promise<VisibleItem[]> {
  const items: VisibleItem[] = [];
  for (const frame of page.frames()) {
    if (frame.parentFrame() !== null && !(await isFrameVisible(frame))) continue;
    items.push(...(await frame.evaluate(readVisibleItems).catch(() => [])));
  }
  return items;
}
