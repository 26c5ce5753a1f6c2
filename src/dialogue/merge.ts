/** Merges several files into one scenario: earlier files take precedence, and the origin of every value is known. */
import type { Path } from './scenario-errors.js';
import type { PlainFile } from './plain-file.js';

/**
 * How values of two files are merged. `entry`: the first file that has it wins. `map`: the same for each key. `list`:
 * concatenated, the scenario's own entries first, so that its replies are tried first. `set`: without duplicates.
 */
type Rule = 'entry' | 'map' | 'list' | 'set' | { readonly [key: string]: Rule };

const RULES: Readonly<Record<string, Rule>> = {
  vars: 'map',
  secrets: 'set',
  tags: 'set',
  replies: 'list',
  guard: { confirm: 'map', forbid: 'list', domains: 'set' },
  start: 'map',
  budget: 'map',
  lock: 'entry',
  agent: 'map',
  sentence_model: 'entry',
  finally: 'list',
};

/** Keys that are allowed in a used file. */
export const SHARED_KEYS: ReadonlySet<string> = new Set(['scenario', 'use', ...Object.keys(RULES)]);

interface Origin {
  plain: PlainFile;
  path: Path;
}

type PlainMap = Record<string, unknown>;

const isPlainMap = (value: unknown): value is PlainMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class MergedScenario {
  readonly value: PlainMap;
  /** Origin of values from used files or with a different index, by path; it applies to all values below. */
  private readonly origins = new Map<string, Origin>();
  private readonly own: PlainFile;

  /** @param files the file itself first */
  constructor(files: readonly [PlainFile, ...PlainFile[]]) {
    const [own, ...used] = files;
    this.own = own;
    this.value = { ...(own.value as PlainMap) };
    for (const [key, rule] of Object.entries(RULES))
      for (const plain of used) this.add(this.value, key, rule, plain, [key], plain.value as PlainMap);
  }

  /** The file and path in which a value of the merged scenario is written. */
  originOf(path: Path): Origin {
    for (let length = path.length; length > 0; length--) {
      const origin = this.origins.get(JSON.stringify(path.slice(0, length)));
      if (origin) return { plain: origin.plain, path: [...origin.path, ...path.slice(length)] };
    }
    return { plain: this.own, path };
  }

  private add(into: PlainMap, key: string, rule: Rule, plain: PlainFile, path: Path, from: PlainMap): void {
    if (!Object.hasOwn(from, key)) return;
    const value = from[key];
    if (!Object.hasOwn(into, key)) {
      into[key] = Array.isArray(value) ? [...(value as unknown[])] : isPlainMap(value) ? { ...value } : value;
      this.origins.set(JSON.stringify(path), { plain, path });
      return;
    }
    const existing = into[key];
    // Values of the wrong type are reported for their own file.
    if (rule === 'list' || rule === 'set') {
      if (Array.isArray(existing) && Array.isArray(value))
        into[key] = this.append(existing, value, rule, plain, path);
    } else if (rule !== 'entry' && isPlainMap(existing) && isPlainMap(value)) {
      const target = { ...existing };
      into[key] = target;
      for (const inner of Object.keys(value)) {
        const innerRule = rule === 'map' ? 'entry' : (rule[inner] ?? 'entry');
        this.add(target, inner, innerRule, plain, [...path, inner], value);
      }
    }
  }

  private append(
    existing: readonly unknown[],
    more: readonly unknown[],
    rule: 'list' | 'set',
    plain: PlainFile,
    path: Path,
  ): unknown[] {
    const joined = [...existing];
    for (const [i, item] of more.entries()) {
      if (rule === 'set' && joined.includes(item)) continue;
      // Only one `otherwise` applies; the file's own comes first.
      if (isOtherwise(item) && joined.some(isOtherwise)) continue;
      this.origins.set(JSON.stringify([...path, joined.length]), { plain, path: [...path, i] });
      joined.push(item);
    }
    return joined;
  }
}

function isOtherwise(reply: unknown): boolean {
  return isPlainMap(reply) && Object.hasOwn(reply, 'otherwise');
}
