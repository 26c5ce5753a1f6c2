/** From tags and text to a tree, by libxml2's rules of what is implied, closed, misplaced and ignored. */
import {
  closes,
  CONTENT_MODE,
  type ContentMode,
  endPriority,
  FRAME_CONTENT,
  HEAD_CONTENT,
  VOID,
} from './rules.js';
import { appendNode, appendText, createElement, type LxmlAttribute, type LxmlElement } from './tree.js';

export class TreeBuilder {
  readonly roots: LxmlElement[] = [];
  private readonly open: LxmlElement[] = [];
  private hadHead = false;
  private hadBody = false;
  /** Start tags of html, head and body that were dropped; as many end tags are dropped in turn. */
  private dropped = 0;
  private full = false;

  /** @param maxDepth open elements at most; with one more, the rest of the page is not read */
  constructor(private readonly maxDepth: number) {}

  /** @returns how what follows is to be read */
  startTag(tag: string, attributes: LxmlAttribute[], selfClosing: boolean): ContentMode {
    this.closeFor(tag);
    this.implyFor(tag);
    if (this.misplaced(tag)) this.dropped += 1;
    else this.push(tag, attributes);
    // After a dropped tag this is the element around it, and `/>` closes that one.
    const current = this.open.at(-1)?.tag;
    if (current === undefined || this.full) return 'markup';
    if (selfClosing || VOID.has(current)) {
      this.open.pop();
      return 'markup';
    }
    return CONTENT_MODE.get(current) ?? 'markup';
  }

  endTag(tag: string): void {
    if (this.full) return;
    if (this.dropped > 0 && (tag === 'html' || tag === 'body' || tag === 'head')) {
      this.dropped -= 1;
      return;
    }
    const priority = endPriority(tag);
    for (let i = this.open.length - 1; i >= 0; i -= 1) {
      const name = this.open[i]!.tag;
      if (name === tag) {
        this.open.length = i;
        return;
      }
      if (endPriority(name) > priority) return;
    }
  }

  /** @param blank all of it is HTML white space */
  text(text: string, blank: boolean): void {
    const place = this.open.at(-1)?.tag;
    if (!blank && (place === undefined || place === 'html' || place === 'head')) {
      if (place === 'head') this.closeFor('p');
      this.implyFor('p');
    }
    const element = this.open.at(-1);
    // Between the document's elements there is no place for text.
    if (element !== undefined && !this.full) appendText(element, text);
  }

  comment(text: string): void {
    const parent = this.open.at(-1);
    if (parent !== undefined && !this.full) appendNode(parent, { kind: 'comment', text, tail: '', parent });
  }

  private push(tag: string, attributes: LxmlAttribute[]): void {
    if (this.full) return;
    if (this.open.length >= this.maxDepth) {
      this.full = true;
      return;
    }
    if (tag === 'head') this.hadHead = true;
    // Once there was a body, a head is never implied either.
    if (tag === 'body') this.hadHead = this.hadBody = true;
    const element = createElement(tag, attributes);
    const parent = this.open.at(-1);
    if (parent === undefined) this.roots.push(element);
    else appendNode(parent, element);
    this.open.push(element);
  }

  private closeFor(tag: string): void {
    for (let top = this.open.at(-1); top !== undefined && closes(tag, top.tag); top = this.open.at(-1))
      this.open.pop();
  }

  private implyFor(tag: string): void {
    if (tag === 'html') return;
    if (this.open.length === 0) this.push('html', []);
    if (tag === 'body' || tag === 'head') return;
    if (this.open.length <= 1 && HEAD_CONTENT.has(tag)) {
      if (!this.hadHead) this.push('head', []);
    } else if (!this.hadBody && !FRAME_CONTENT.has(tag) && !this.isOpen('head')) this.push('body', []);
  }

  private misplaced(tag: string): boolean {
    if (tag === 'html') return this.open.length > 0;
    if (tag === 'head') return this.open.length !== 1;
    return tag === 'body' && this.isOpen('body');
  }

  private isOpen(tag: string): boolean {
    return this.open.some((element) => element.tag === tag);
  }
}
