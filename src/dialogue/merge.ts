/** Merges several files into one scenario. Earlier files take precedence. Records which file each value comes from. */
import type { KeyPath } from '../yaml/index.js';
import type { FileValues } from './file-values.js';

/**
 * How a value is merged from several files. `entry`: the first file that has the value wins. `map`: the same for each
 * key. `list`: all items; the scenario's own items come first, so that its replies are tried first. `set`: all items
 * without duplicates.
 */
type MergeRule = 'entry' | 'map' | 'list' | 'set' | { readonly [key: string]: MergeRule };

const MERGE_RULES: Readonly<Record<string, MergeRule>> = {
  vars: 'map',
  secrets: 'set',
  tags: 'set',
  replies: 'list',
  guard: { confirm: 'map', forbid: 'list', domains: 'set', words: 'map' },
  start: 'map',
  budget: 'map',
  lock: 'entry',
  agent: 'map',
  sentence_model: 'entry',
  judge_model: 'entry',
  finally: 'list',
};

/** Keys that are allowed in a shared file. */
export const SHARED_KEYS: ReadonlySet<string> = new Set(['scenario', 'use', ...Object.keys(MERGE_RULES)]);

interface ValueOrigin {
  fileValues: FileValues;
  path: KeyPath;
}

type PlainMap = Record<string, unknown>;

const isPlainMap = (value: unknown): value is PlainMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class MergedScenario {
  readonly value: PlainMap;
  /**
   * Origins by path in the merged scenario. An origin also applies to all paths below its own. A value without an
   * origin has the same path in the scenario file.
   */
  private readonly origins = new Map<string, ValueOrigin>();
  private readonly ownValues: FileValues;

  /** @param files the file itself first */
  constructor(files: readonly [FileValues, ...FileValues[]]) {
    const [ownValues, ...sharedValues] = files;
    this.ownValues = ownValues;
    this.value = { ...(ownValues.value as PlainMap) };
    for (const [key, rule] of Object.entries(MERGE_RULES))
      for (const fileValues of sharedValues)
        this.add(this.value, key, rule, fileValues, [key], fileValues.value as PlainMap);
  }

  /** Returns the file that contains a value of the merged scenario, and the value's path in that file. */
  originOf(path: KeyPath): ValueOrigin {
    for (let length = path.length; length > 0; length--) {
      const origin = this.origins.get(JSON.stringify(path.slice(0, length)));
      if (origin) return { fileValues: origin.fileValues, path: [...origin.path, ...path.slice(length)] };
    }
    return { fileValues: this.ownValues, path };
  }

  private add(
    target: PlainMap,
    key: string,
    rule: MergeRule,
    fileValues: FileValues,
    path: KeyPath,
    source: PlainMap,
  ): void {
    if (!Object.hasOwn(source, key)) return;
    const value = source[key];
    if (!Object.hasOwn(target, key)) {
      target[key] = Array.isArray(value)
        ? [...(value as unknown[])]
        : isPlainMap(value)
          ? { ...value }
          : value;
      this.origins.set(JSON.stringify(path), { fileValues, path });
      return;
    }
    const existingValue = target[key];
    // A value of the wrong type is reported when its own file is validated.
    if (rule === 'list' || rule === 'set') {
      if (Array.isArray(existingValue) && Array.isArray(value))
        target[key] = this.append(existingValue, value, rule, fileValues, path);
    } else if (rule !== 'entry' && isPlainMap(existingValue) && isPlainMap(value)) {
      const mergedMap = { ...existingValue };
      target[key] = mergedMap;
      for (const childKey of Object.keys(value)) {
        const childRule = rule === 'map' ? 'entry' : (rule[childKey] ?? 'entry');
        this.add(mergedMap, childKey, childRule, fileValues, [...path, childKey], value);
      }
    }
  }

  private append(
    existingItems: readonly unknown[],
    addedItems: readonly unknown[],
    rule: 'list' | 'set',
    fileValues: FileValues,
    path: KeyPath,
  ): unknown[] {
    const mergedItems = [...existingItems];
    for (const [i, item] of addedItems.entries()) {
      if (rule === 'set' && mergedItems.includes(item)) continue;
      // Only the first `otherwise` applies, and the scenario's own comes first.
      if (isOtherwise(item) && mergedItems.some(isOtherwise)) continue;
      this.origins.set(JSON.stringify([...path, mergedItems.length]), { fileValues, path: [...path, i] });
      mergedItems.push(item);
    }
    return mergedItems;
  }
}

function isOtherwise(reply: unknown): boolean {
  return isPlainMap(reply) && Object.hasOwn(reply, 'otherwise');
}
