/** The content of a file in any format: maps, lists and scalars with their offsets. */
export type SourceNode = MapNode | ListNode | ScalarNode;

interface MaybeFaulty {
  /** True if its error was already reported, so that follow-up errors are suppressed. */
  readonly isFaulty?: boolean | undefined;
}

export interface MapNode extends MaybeFaulty {
  readonly kind: 'map';
  /** Offset of its start in the file. */
  readonly offset: number;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly key: string;
  readonly keyAt: number;
  readonly value: SourceNode;
}

export interface ListNode {
  readonly kind: 'list';
  readonly offset: number;
  readonly items: readonly SourceNode[];
}

export interface ScalarNode extends MaybeFaulty {
  readonly kind: 'scalar';
  readonly offset: number;
  readonly value: unknown;
  /** A number as written in the file: `120.00`. */
  readonly rawText?: string | undefined;
  /** Offset of its end in the file. The search for placeholders ends here. */
  readonly end: number;
}

/** Follows the keys through nested maps and returns the last entry; undefined if it does not exist. */
export function findEntry(node: SourceNode | undefined, ...keys: string[]): Entry | undefined {
  let parent = node;
  let entry: Entry | undefined;
  for (const key of keys) {
    entry = parent?.kind === 'map' ? parent.entries.find((child) => child.key === key) : undefined;
    parent = entry?.value;
  }
  return entry;
}

/** Lists a list's strings, or a single string. The schema reports other types. */
export function listTexts(node: SourceNode | undefined): { text: string; at: number }[] {
  if (node === undefined) return [];
  if (node.kind === 'list')
    return node.items.flatMap((item) => (item.kind === 'scalar' ? listTexts(item) : []));
  return node.kind === 'scalar' && typeof node.value === 'string'
    ? [{ text: node.value, at: node.offset }]
    : [];
}
