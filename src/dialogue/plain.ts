/** A YAML tree as plain values, its variables put in, and where in the file each value stands. */
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';

import type { Complaints, Path } from './complaints.js';
import { isRegex } from './matchers.js';
import { didYouMean } from './suggest.js';
import { type Definition, type Literal, PLACEHOLDER, VARIABLE_NAME, type Variables } from './variables.js';
import type { YamlSource } from './yaml-source.js';

interface Spot {
  key: number;
  value: number;
  /** A scalar as it is written. */
  source?: string;
}

export class Plain {
  private readonly spots = new Map<string, Spot>();
  /** Values that a built-in without a value is part of: what they will be is not known yet. */
  private readonly open = new Set<string>();
  readonly value: unknown;

  constructor(
    private readonly source: YamlSource,
    private readonly variables: Variables,
    private readonly complaints: Complaints,
  ) {
    this.value = this.read(source.root, [], 0);
  }

  /** Where a value stands, or for a missing one what it is missing from. */
  offsetOf(path: Path, onKey = false): number {
    for (let length = path.length; length >= 0; length--) {
      const spot = this.spots.get(JSON.stringify(path.slice(0, length)));
      if (spot) return onKey || length < path.length ? spot.key : spot.value;
    }
    return 0;
  }

  sourceOf(path: Path): string | undefined {
    return this.spots.get(JSON.stringify(path))?.source;
  }

  isOpen(path: Path): boolean {
    return this.open.has(JSON.stringify(path));
  }

  private read(node: ParsedNode | null, path: Path, keyAt: number): unknown {
    const offset = node?.range[0] ?? keyAt;
    const spot: Spot = {
      key: path.length === 0 || typeof path.at(-1) === 'number' ? offset : keyAt,
      value: offset,
    };
    this.spots.set(JSON.stringify(path), spot);
    if (node === null) return null;
    if (isAlias(node)) {
      const written = this.source.text.slice(node.range[0], node.range[1]);
      this.complaints.add(
        offset,
        path,
        `* starts a YAML alias, which scenarios do not have; put quotes around a text: "${written}"`,
      );
      return written;
    }
    if (node.anchor !== undefined) {
      const written = `&${node.anchor}`;
      const at = this.source.text.lastIndexOf(written, node.range[0]);
      this.complaints.add(
        Math.max(at, 0),
        path,
        `& starts a YAML anchor, which scenarios do not have; put quotes around a text: "${written}"`,
      );
    }
    if (isSeq(node)) return node.items.map((item, i) => this.read(item, [...path, i], offset));
    if (isMap(node)) return this.readMap(node.items, path);
    if (isScalar(node)) return this.readScalar(node, path, spot);
    return null;
  }

  private readMap(items: readonly MapEntry[], path: Path): unknown {
    const result: Record<string, unknown> = {};
    for (const { key, value } of items) {
      if (!isScalar(key) || key.value === null) {
        const at = key?.range[0] ?? this.offsetOf(path);
        const braces = this.source.text[at] === '{';
        this.complaints.add(
          at,
          path,
          braces ? 'text with {{…}} at its start needs quotes around it: "{{name}}"' : 'a key must be a word',
        );
        continue;
      }
      const name = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
      // `__proto__` is a key like any other in a body that is sent somewhere.
      Object.defineProperty(result, name, {
        value: this.read(value, [...path, name], key.range[0]),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return result;
  }

  private readScalar(node: Scalar.Parsed, path: Path, spot: Spot): unknown {
    const value: unknown = node.value;
    if (typeof value === 'string') return value.includes('{{') ? this.substitute(value, node, path) : value;
    spot.source = node.source;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.complaints.add(
        node.range[0],
        path,
        `"${node.source}" is no number that can be used here; put quotes around a text`,
      );
      return 0;
    }
    return value;
  }

  private substitute(text: string, node: Scalar.Parsed, path: Path): Literal {
    // What the file says of a variable does not count where the caller has set it.
    if (path[0] === 'vars' && this.variables.isSet(String(path[1]))) return text;
    const names = [...text.matchAll(PLACEHOLDER)];
    const only = names.length === 1 && names[0]?.[0] === text.trim();
    const found = new Map<string, Definition>();
    for (const [whole, inner = ''] of names) {
      const definition = this.lookup(inner.trim(), this.offsetIn(node, whole), path);
      if (definition) found.set(inner, definition);
    }
    // In JSON a variable that is the whole value keeps its type; everywhere else it is text.
    if (only && inJson(path)) return found.get(names[0]?.[1] ?? '')?.value ?? text;
    const quote = isRegex(text) && inMatch(path) ? quoteForRegex : (shown: string) => shown;
    return text.replace(PLACEHOLDER, (whole, inner: string) => {
      const definition = found.get(inner);
      return definition ? quote(definition.shown) : whole;
    });
  }

  private lookup(name: string, offset: number, path: Path): Definition | null {
    if (name.startsWith('secret.')) {
      this.complaints.add(offset, path, 'secrets ({{secret.…}}) are not supported yet');
      return null;
    }
    if (!VARIABLE_NAME.test(name)) {
      this.complaints.add(
        offset,
        path,
        `"{{${name}}}" names no variable; a name has letters, digits, - and _`,
      );
      return null;
    }
    const answer = this.variables.lookup(name);
    if (answer.found) {
      if (answer.builtin) this.open.add(JSON.stringify(path));
      return answer.definition;
    }
    const sentence = {
      unknown: `there is no variable "${name}".${didYouMean(name, this.variables.names()) || ' Define it under vars.'}`,
      circle: `the variable "${name}" is defined by itself, in a circle`,
      'too long': `the variable "${name}" becomes too long`,
    }[answer.why];
    this.complaints.add(offset, path, sentence);
    return null;
  }

  /** Where in the file a placeholder of this text stands; the text's own start where escapes or line breaks hide it. */
  private offsetIn(node: Scalar.Parsed, placeholder: string): number {
    const at = this.source.text.slice(node.range[0], node.range[1]).indexOf(placeholder);
    return node.range[0] + Math.max(at, 0);
  }
}

interface MapEntry {
  key: ParsedNode | null;
  value: ParsedNode | null;
}

function inJson(path: Path): boolean {
  return path.includes('json');
}

const MATCH_KEYS = new Set(['asks', 'says', 'never_asks', 'never_says', 'about', 'text', 'value']);

function inMatch(path: Path): boolean {
  if (inJson(path) || path.at(-1) === 'equals') return false;
  const inElement = path.includes('element') || path.includes('visible');
  return path.some((key) => MATCH_KEYS.has(String(key)) || (inElement && key === 'name'));
}

function quoteForRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
