/** Records the elements, text, hidden text and shadow roots of a document while it is scanned. */
import { mayHaveClosedRoot } from './closed-shadow-hosts.js';
import type { Scan, ScannedElement } from './scan.js';
import { TextBuilder } from './text-builder.js';
import { applyTextTransform, collapseWhitespace, isInlineDisplay, shadowOf } from './text.js';
import {
  hiddenReasonOfText,
  hasUnrenderedContent,
  type HiddenTextRecord,
  type Visibility,
  type WireHiddenReason,
} from './visibility.js';

/** Limits that bound how long a scan takes. The rest of a larger page is not read. */
const MAX_ELEMENTS = 60_000;
const MAX_TEXT_LENGTH = 4_000_000;
const MAX_HIDDEN_TEXTS = 100;
const MAX_POSSIBLE_SHADOW_HOSTS = 300;
/** Inline elements at least this far apart are separate words. A space in ordinary text is 4 px wide. */
const MIN_WORD_GAP_PX = 3;

/** An element's location in the document. For the fields, see `ScannedElement`. */
export type ElementLocation = Pick<ScannedElement, 'path' | 'pathBaseIndex' | 'parent'>;

export class ScanRecorder {
  readonly elements: ScannedElement[] = [];
  readonly indexByElement = new Map<Element, number>();
  readonly text = new TextBuilder(MAX_TEXT_LENGTH);
  readonly #hiddenTexts: HiddenTextRecord[] = [];
  readonly #shadowRoots: ShadowRoot[] = [];
  readonly #possibleShadowHosts: Element[] = [];
  #elementCount = 0;
  #areElementsTruncated = false;
  /** The inline element that was closed last. */
  #lastInlineElement: ScannedElement | null = null;

  /** Counts a visited element, rendered or not. */
  countElement(): void {
    this.#elementCount++;
  }

  /** Whether the maximum number of elements has been reached, so that the rest of the page must be skipped. */
  isFull(): boolean {
    if (this.#elementCount < MAX_ELEMENTS) return false;
    this.#areElementsTruncated = true;
    return true;
  }

  getVisibility(index: number): Visibility | null {
    return this.elements[index]?.visibility ?? null;
  }

  /** Adds a rendered element. Call `closeElement` after its descendants. */
  addElement(
    element: Element,
    tag: string,
    { path, pathBaseIndex, parent }: ElementLocation,
    visibility: Visibility,
    isVisible: boolean,
  ): ScannedElement {
    const scannedElement: ScannedElement = {
      element,
      tag,
      path,
      pathBaseIndex,
      parent,
      endIndex: 0,
      style: visibility.style,
      box: visibility.box,
      visibility,
      isVisible,
      start: this.text.length,
      end: this.text.length,
      containsHiddenText: false,
      isSingleLine: true,
      scrollport: visibility.clips.view,
    };
    this.indexByElement.set(element, this.elements.length);
    this.elements.push(scannedElement);
    return scannedElement;
  }

  /** Closes an element whose text is part of the page text. */
  closeElement(scannedElement: ScannedElement): void {
    scannedElement.end = this.text.length;
    scannedElement.endIndex = this.elements.length;
    if (isInlineDisplay(scannedElement.style.display)) this.#lastInlineElement = scannedElement;
    else this.text.addBreak();
  }

  /** Separates an inline element's text from that of the previous sibling if the page shows a gap between them. */
  separateFromSibling(parent: number, box: DOMRect): void {
    const sibling = this.#lastInlineElement;
    if (sibling?.parent !== parent || sibling.end !== this.text.length) return;
    const { left, right, top, bottom } = sibling.box;
    const isOnOtherLine = box.top >= bottom || box.bottom <= top;
    if (isOnOtherLine || Math.max(box.left - right, left - box.right) >= MIN_WORD_GAP_PX)
      this.text.addBreak();
  }

  /** Closes an SVG shape or an `<area>`, which has no text. */
  closeWithoutText(scannedElement: ScannedElement): void {
    scannedElement.endIndex = this.elements.length;
  }

  /** Records that an element and its ancestors contain a block. */
  markAsMultiLine(index: number): void {
    for (
      let ancestor = this.elements[index];
      ancestor?.isSingleLine;
      ancestor = this.elements[ancestor.parent]
    )
      ancestor.isSingleLine = false;
  }

  addText(node: Text, parent: ScannedElement): void {
    const text = node.data;
    if (!parent.style.visible) return;
    const reason = /\S/.test(text) ? hiddenReasonOfText(parent.visibility, node) : null;
    if (reason === null) this.text.append(applyTextTransform(text, parent.style.textTransform));
    else this.#addHiddenText(text, reason, parent);
  }

  /** Adds a select's option labels as its text, because options have no boxes. */
  addOptions(select: HTMLSelectElement): void {
    for (const option of select.options) {
      this.text.addBreak();
      this.text.append(option.text);
    }
    this.text.addBreak();
  }

  /** Records the text of an unrendered element as hidden if its parent has `content-visibility: hidden`. */
  addUnrenderedText(scannedElement: ScannedElement): void {
    const parent = this.elements[scannedElement.parent];
    const text = scannedElement.element.textContent ?? '';
    if (parent && /\S/.test(text) && hasUnrenderedContent(parent.visibility))
      this.#addHiddenText(text, 'clipped', scannedElement);
  }

  /** Records an element's shadow root, or that it may have a closed one. @returns the shadow root */
  addShadowRoot({ element, tag, box }: ScannedElement): ShadowRoot | null {
    const shadow = shadowOf(element);
    if (shadow) this.#shadowRoots.push(shadow);
    else if (
      this.#possibleShadowHosts.length < MAX_POSSIBLE_SHADOW_HOSTS &&
      mayHaveClosedRoot(element, tag, box)
    )
      this.#possibleShadowHosts.push(element);
    return shadow;
  }

  toScan(): Scan {
    return {
      elements: this.elements,
      indexByElement: this.indexByElement,
      text: this.text.toString(),
      hiddenTexts: this.#hiddenTexts,
      elementCount: this.#elementCount,
      isTruncated: this.#areElementsTruncated || this.text.isTruncated,
      shadowRoots: this.#shadowRoots,
      possibleShadowHosts: this.#possibleShadowHosts,
    };
  }

  #addHiddenText(text: string, reason: WireHiddenReason, parent: ScannedElement): void {
    if (this.#hiddenTexts.length < MAX_HIDDEN_TEXTS)
      this.#hiddenTexts.push({ text: collapseWhitespace(text).slice(0, 300), reason });
    for (
      let ancestor: ScannedElement | undefined = parent;
      ancestor && !ancestor.containsHiddenText;
      ancestor = this.elements[ancestor.parent]
    )
      ancestor.containsHiddenText = true;
    this.text.addBreak();
  }
}
