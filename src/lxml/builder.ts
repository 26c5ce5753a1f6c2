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
  private readonly open: LxmlElement[] = [];
  private hadHead = false;
  private hadBody = false;
  /** Number of dropped html, head and body start tags. The same number of end tags is dropped later. */
  private droppedStartTags = 0;
  private depthExceeded = false;

  /** @param maxDepth maximum number of open elements; one more and the rest of the page is ignored */
  constructor(private readonly maxDepth: number) {}

  /** @returns how the tokenizer must read the text that follows */
  startTag(tag: string, attributes: LxmlAttribute[], selfClosing: boolean): ContentMode {
    this.closeElementsBefore(tag);
    this.openImpliedElements(tag);
    if (this.isMisplaced(tag)) this.droppedStartTags += 1;
    else this.push(tag, attributes);
    // After a dropped tag this is the enclosing element, and `/>` closes it.
    const current = this.open.at(-1)?.tag;
    if (current === undefined || this.depthExceeded) return 'markup';
    if (selfClosing || VOID_ELEMENTS.has(current)) {
      this.open.pop();
      return 'markup';
    }
    return CONTENT_MODE.get(current) ?? 'markup';
  }

  endTag(tag: string): void {
    if (this.depthExceeded) return;
    if (this.droppedStartTags > 0 && (tag === 'html' || tag === 'body' || tag === 'head')) {
      this.droppedStartTags -= 1;
      return;
    }
    const priority = getEndPriority(tag);
    for (let i = this.open.length - 1; i >= 0; i -= 1) {
      const name = this.open[i]!.tag;
      if (name === tag) {
        this.open.length = i;
        return;
      }
      if (getEndPriority(name) > priority) return;
    }
  }

  /** @param blank the text is only HTML white space */
  text(text: string, blank: boolean): void {
    const parentTag = this.open.at(-1)?.tag;
    if (!blank && (parentTag === undefined || parentTag === 'html' || parentTag === 'head')) {
      if (parentTag === 'head') this.closeElementsBefore('p');
      this.openImpliedElements('p');
    }
    const element = this.open.at(-1);
    // Text outside the root elements is dropped.
    if (element !== undefined && !this.depthExceeded) appendText(element, text);
  }

  comment(text: string): void {
    const parent = this.open.at(-1);
    if (parent !== undefined && !this.depthExceeded)
      appendNode(parent, { kind: 'comment', text, tail: '', parent });
  }

  private push(tag: string, attributes: LxmlAttribute[]): void {
    if (this.depthExceeded) return;
    if (this.open.length >= this.maxDepth) {
      this.depthExceeded = true;
      return;
    }
    if (tag === 'head') this.hadHead = true;
    // After a body, no head is implied either.
    if (tag === 'body') this.hadHead = this.hadBody = true;
    const element = createElement(tag, attributes);
    const parent = this.open.at(-1);
    if (parent === undefined) this.roots.push(element);
    else appendNode(parent, element);
    this.open.push(element);
  }

  private closeElementsBefore(tag: string): void {
    for (let top = this.open.at(-1); top !== undefined && closesElement(tag, top.tag); top = this.open.at(-1))
      this.open.pop();
  }

  private openImpliedElements(tag: string): void {
    if (tag === 'html') return;
    if (this.open.length === 0) this.push('html', []);
    if (tag === 'body' || tag === 'head') return;
    if (this.open.length <= 1 && HEAD_CONTENT.has(tag)) {
      if (!this.hadHead) this.push('head', []);
    } else if (!this.hadBody && !FRAME_CONTENT.has(tag) && !this.isOpen('head')) this.push('body', []);
  }

  private isMisplaced(tag: string): boolean {
    if (tag === 'html') return this.open.length > 0;
    if (tag === 'head') return this.open.length !== 1;
    return tag === 'body' && this.isOpen('body');
  }

  private isOpen(tag: string): boolean {
    return this.open.some((element) => element.tag === tag);
  }
}
