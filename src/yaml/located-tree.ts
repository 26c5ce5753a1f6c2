/** Converts a parsed tree to JavaScript values, and finds the offset of each value in the file. */
import type { KeyPath } from './file-errors.js';
import type { ScalarNode, SourceNode } from './tree.js';

interface ValueOffsets {
  key: number;
  value: number;
  /** A scalar as written in the file. */
  rawText?: string | undefined;
}

export interface TreeVisitor {
  /** Replaces the value of a scalar. */
  readScalar?(node: ScalarNode, path: KeyPath): unknown;
  /** Called for each node, before its children. */
  visit?(node: SourceNode, path: KeyPath): void;
}

export class LocatedTree {
  private readonly offsets = new Map<string, ValueOffsets>();
  readonly value: unknown;

  constructor(
    root: SourceNode,
    private readonly visitor: TreeVisitor = {},
  ) {
    this.value = this.read(root, [], root.offset);
  }

  /** Returns the offset of a value or key. If it is missing, returns the offset of its parent's key. */
  findOffset(path: KeyPath, ofKey = false): number {
    for (let length = path.length; length >= 0; length--) {
      const offsets = this.offsets.get(JSON.stringify(path.slice(0, length)));
      if (offsets) return ofKey || length < path.length ? offsets.key : offsets.value;
    }
    return 0;
  }

  /** Returns a scalar as written in the file. */
  findRawText(path: KeyPath): string | undefined {
    return this.offsets.get(JSON.stringify(path))?.rawText;
  }

  private read(node: SourceNode, path: KeyPath, key: number): unknown {
    const rawText = node.kind === 'scalar' ? node.rawText : undefined;
    this.offsets.set(JSON.stringify(path), { key, value: node.offset, rawText });
    this.visitor.visit?.(node, path);
    if (node.kind === 'scalar') return this.visitor.readScalar?.(node, path) ?? node.value;
    // List items have no key, so their own offset is used instead.
    if (node.kind === 'list') return node.items.map((item, i) => this.read(item, [...path, i], item.offset));
    // Unlike an assignment, this makes `__proto__` an ordinary key, which request bodies may contain.
    return Object.fromEntries(
      node.entries.map((entry) => [entry.key, this.read(entry.value, [...path, entry.key], entry.keyAt)]),
    );
  }
}
