/** Parses YAML text to a tree and reports its errors. */
import {
  CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Parser,
  parseDocument,
  type ParsedNode,
  type Scalar,
} from 'yaml';

import type { FileErrors, KeyPath } from './file-errors.js';
import type { Entry, SourceNode } from './tree.js';
import { rewordYamlError, findLine } from './yaml-errors.js';

/**
 * Maximum nesting. Scenarios nest about eight levels deep, JSON bodies more. Extreme nesting overflows the parser's
 * stack.
 */
const MAX_LEVELS = 60;

/** @returns null if the text is invalid (the errors are in `fileErrors`); undefined if the file is empty */
export function parseYaml(text: string, fileErrors: FileErrors): SourceNode | null | undefined {
  const problem = findUnreadableText(text);
  if (problem) {
    fileErrors.add(problem.offset, [], problem.sentence);
    return null;
  }
  const document = parseDocument(text, { prettyErrors: false, strict: true, uniqueKeys: true, merge: false });
  // One error can cause several on the same line; only the first is useful.
  const lineStarts = new Set<number>();
  for (const error of [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0])) {
    const line = findLine(text, error.pos[0]).start;
    if (lineStarts.has(line)) continue;
    lineStarts.add(line);
    const { offset, sentence } = rewordYamlError(error, text);
    fileErrors.add(offset, [], sentence);
  }
  if (lineStarts.size > 0) return null;
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return undefined;
  return new TreeReader(text, fileErrors).read(root, [], 0);
}

/** Finds problems for which the parser's own message would be unclear. */
function findUnreadableText(text: string): { offset: number; sentence: string } | null {
  // oxlint-disable-next-line no-control-regex -- control characters are searched for
  const controlCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text);
  if (controlCharacter) {
    const code = controlCharacter[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return {
      offset: controlCharacter.index,
      sentence: `this is not text: it has the control character U+${code} here`,
    };
  }
  const loneCarriageReturn = /\r(?!\n)/.exec(text);
  if (loneCarriageReturn) {
    return {
      offset: loneCarriageReturn.index,
      sentence:
        'this line ends with a carriage return only, which YAML tools do not accept; save the file with LF or CRLF line ends',
    };
  }
  const conflictMarker = /^(<{7}|>{7})(?= |\r?$)/m.exec(text);
  if (conflictMarker) {
    return {
      offset: conflictMarker.index,
      sentence: `the file has an unresolved merge conflict here (${conflictMarker[1]}); keep one of the two versions and remove the markers`,
    };
  }
  const deepOffset = findDeepNesting(text);
  return deepOffset === null
    ? null
    : { offset: deepOffset, sentence: `lists and maps are nested more than ${MAX_LEVELS} deep here` };
}

class TreeReader {
  constructor(
    private readonly text: string,
    private readonly fileErrors: FileErrors,
  ) {}

  /** @param keyAt offset of the key, used if the value is omitted */
  read(node: ParsedNode | null, path: KeyPath, keyAt: number): SourceNode {
    if (node === null) return { kind: 'scalar', offset: keyAt, end: keyAt, value: null };
    const [at, end] = node.range;
    if (isAlias(node)) {
      const rawText = this.text.slice(at, end);
      this.fileErrors.add(
        at,
        path,
        `* starts a YAML alias, which Parley does not support; put quotes around the text: "${rawText}"`,
      );
      return { kind: 'scalar', offset: at, end, value: rawText, isFaulty: true };
    }
    if (node.anchor !== undefined) {
      const rawText = `&${node.anchor}`;
      this.fileErrors.add(
        Math.max(this.text.lastIndexOf(rawText, at), 0),
        path,
        `& starts a YAML anchor, which Parley does not support; put quotes around the text: "${rawText}"`,
      );
    }
    if (isSeq(node)) {
      return {
        kind: 'list',
        offset: at,
        items: node.items.map((item, i) => this.read(item, [...path, i], at)),
      };
    }
    if (isMap(node)) {
      const entries = this.readEntries(node.items, path, at);
      return { kind: 'map', offset: at, entries, isFaulty: entries.length === 0 && node.items.length > 0 };
    }
    return this.readScalar(node, path);
  }

  private readEntries(items: readonly YamlEntry[], path: KeyPath, mapAt: number): Entry[] {
    return items.flatMap(({ key, value }) => {
      if (!isScalar(key) || key.value === null) {
        const at = key?.range[0] ?? mapAt;
        const startsWithBrace = this.text[at] === '{';
        this.fileErrors.add(
          at,
          path,
          startsWithBrace
            ? 'text that starts with {{…}} needs quotes around it: "{{name}}"'
            : 'a key must be a word',
        );
        return [];
      }
      const name = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
      const keyAt = key.range[0];
      return [{ key: name, keyAt, value: this.read(value, [...path, name], keyAt) }];
    });
  }

  private readScalar({ value, range, source }: Scalar.Parsed, path: KeyPath): SourceNode {
    const [at, end] = range;
    if (typeof value === 'string') return { kind: 'scalar', offset: at, end, value };
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.fileErrors.add(at, path, `"${source}" is not a usable number; put quotes around text`);
      return { kind: 'scalar', offset: at, end, value: 1, rawText: source };
    }
    return { kind: 'scalar', offset: at, end, value, rawText: source };
  }
}

interface YamlEntry {
  key: ParsedNode | null;
  value: ParsedNode | null;
}

/**
 * Finds nesting deeper than `MAX_LEVELS`. It uses the concrete syntax tree, which is built without recursion; the
 * composer is recursive and would crash the process at 20,000 levels.
 */
function findDeepNesting(text: string): number | null {
  const pending: { token: CST.Token; level: number }[] = [];
  for (const token of new Parser().parse(text)) pending.push({ token, level: 0 });
  let firstOffset: number | null = null;
  for (let current = pending.pop(); current; current = pending.pop()) {
    const { token, level } = current;
    if (level > MAX_LEVELS) {
      firstOffset = Math.min(firstOffset ?? Infinity, token.offset);
      continue;
    }
    if (token.type === 'document' && token.value) pending.push({ token: token.value, level });
    if (!('items' in token)) continue;
    for (const item of token.items) {
      if (item.key) pending.push({ token: item.key, level: level + 1 });
      if (item.value) pending.push({ token: item.value, level: level + 1 });
    }
  }
  return firstOffset;
}
