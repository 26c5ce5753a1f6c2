/** Builds the tree from tags and text by libxml2's rules for implied, closed, misplaced and ignored elements. */
import {
  closesElement,
  CONTENT_MODE,
  type ContentMode,
  getEndPriority,
  FRAME_CONTENT,
  HEAD_CONTENT,
  VOID_ELEMENTS,
} from './rules.js';
import { appendNode, appendText, createElement, type LxmlAttribute, type LxmlElement } from './tree.js';

export class TreeBuilder {
  readonly roots: LxmlElement[] = [];
  private readonly openElements: LxmlElement[] = [];
  private hasSeenHead = false;
  private hasSeenBody = false;
  /** Number of dropped html, head and body start tags. The same number of end tags is dropped later. */
  private droppedStartTagCount = 0;
  private isDepthExceeded = false;

  /** @param maxDepth maximum number of open elements; if the page would open more, the rest of it is ignored */
  constructor(private readonly maxDepth: number) {}

  /** @returns how the tokenizer must read the text that follows */
  addStartTag(tag: string, attributes: LxmlAttribute[], isSelfClosing: boolean): ContentMode {
    this.closeElementsBefore(tag);
    this.openImpliedElements(tag);
    if (this.isMisplaced(tag)) this.droppedStartTagCount += 1;
    else this.pushElement(tag, attributes);
    // After a dropped tag this is the enclosing element, and `/>` closes it.
    const current = this.openElements.at(-1)?.tag;
    if (current === undefined || this.isDepthExceeded) return 'markup';
    if (isSelfClosing || VOID_ELEMENTS.has(current)) {
      this.openElements.pop();
      return 'markup';
    }
    return CONTENT_MODE.get(current) ?? 'markup';
  }

  addEndTag(tag: string): void {
    if (this.isDepthExceeded) return;
    if (this.droppedStartTagCount > 0 && (tag === 'html' || tag === 'body' || tag === 'head')) {
      this.droppedStartTagCount -= 1;
      return;
    }
    const priority = getEndPriority(tag);
    for (let i = this.openElements.length - 1; i >= 0; i -= 1) {
      const name = this.openElements[i]!.tag;
      if (name === tag) {
        this.openElements.length = i;
        return;
      }
      if (getEndPriority(name) > priority) return;
    }
  }

  /** @param isBlank whether the text consists only of HTML white space */
  addText(text: string, isBlank: boolean): void {
    const parentTag = this.openElements.at(-1)?.tag;
    if (!isBlank && (parentTag === undefined || parentTag === 'html' || parentTag === 'head')) {
      if (parentTag === 'head') this.closeElementsBefore('p');
      this.openImpliedElements('p');
    }
    const element = this.openElements.at(-1);
    // Text outside the root elements is dropped.
    if (element !== undefined && !this.isDepthExceeded) appendText(element, text);
  }

  addComment(text: string): void {
    const parent = this.openElements.at(-1);
    if (parent !== undefined && !this.isDepthExceeded)
      appendNode(parent, { kind: 'comment', text, tail: '', parent });
  }

  private pushElement(tag: string, attributes: LxmlAttribute[]): void {
    if (this.isDepthExceeded) return;
    if (this.openElements.length >= this.maxDepth) {
      this.isDepthExceeded = true;
      return;
    }
    if (tag === 'head') this.hasSeenHead = true;
    // After a body, no head is implied either.
    if (tag === 'body') this.hasSeenHead = this.hasSeenBody = true;
    const element = createElement(tag, attributes);
    const parent = this.openElements.at(-1);
    if (parent === undefined) this.roots.push(element);
    else appendNode(parent, element);
    this.openElements.push(element);
  }

  private closeElementsBefore(tag: string): void {
    for (
      let innermostElement = this.openElements.at(-1);
      innermostElement !== undefined && closesElement(tag, innermostElement.tag);
      innermostElement = this.openElements.at(-1)
    )
      this.openElements.pop();
  }

  private openImpliedElements(tag: string): void {
    if (tag === 'html') return;
    if (this.openElements.length === 0) this.pushElement('html', []);
    if (tag === 'body' || tag === 'head') return;
    if (this.openElements.length <= 1 && HEAD_CONTENT.has(tag)) {
      if (!this.hasSeenHead) this.pushElement('head', []);
    } else if (!this.hasSeenBody && !FRAME_CONTENT.has(tag) && !this.isOpen('head'))
      this.pushElement('body', []);
  }

  private isMisplaced(tag: string): boolean {
    if (tag === 'html') return this.openElements.length > 0;
    if (tag === 'head') return this.openElements.length !== 1;
    return tag === 'body' && this.isOpen('body');
  }

  private isOpen(tag: string): boolean {
    return this.openElements.some((element) => element.tag === tag);
  }
}
