/**
 * Scenarios written in TypeScript or JavaScript: the default export, taken as if it stood in YAML. They are loaded
 * at once and without a cache, in a plain Node as well as inside Playwright Test.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import type { Notes, Path } from './complaints.js';
import { defineScenario, defineShared } from './define.js';
import { type LiteralNode, literalAt, type Spotted } from './module-places.js';
import type { SourceNode } from './tree.js';

/** What a scenario can hold nests about eight deep; far more is an object that holds itself. */
const MAX_LEVELS = 60;

export function isModule(file: string): boolean {
  return /\.[cm]?[jt]s$/i.test(file);
}

/** @returns null where the module cannot be loaded, which the notes then say */
export function readModule(file: string, text: string, notes: Notes): SourceNode | null {
  let loaded: unknown;
  try {
    loaded = load(resolve(file));
  } catch (error) {
    const { offset, sentence } = explain(error, resolve(file), text);
    notes.add(offset, [], sentence);
    return null;
  }
  const value =
    typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined;
  const spot = placesIn(text);
  const at = spot?.at ?? 0;
  if (value === undefined) {
    notes.add(0, [], 'the file exports no scenario: it needs "export default defineScenario({ … })"');
    return null;
  }
  if (value instanceof Promise) {
    void value.catch(() => undefined); // what it would say is not what is wrong
    notes.add(at, [], 'the default export is a promise; a scenario is known when its file is read');
    return null;
  }
  return new ModuleReader(notes).read(value, spot, at, []);
}

/** Nothing for a text that nests deeper than anything an author writes. */
function placesIn(text: string): Spotted | undefined {
  try {
    return literalAt(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function load(path: string): unknown {
  // Loaded when there is such a scenario, since it brings a compiler with it.
  const { createJiti } = createRequire(import.meta.url)('jiti') as typeof import('jiti');
  const jiti = createJiti(path, {
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
    // All that a scenario needs of the library, which would otherwise bring Playwright Test with it.
    virtualModules: { 'parley-web/test': { defineScenario, defineShared } },
    // Of these a second copy would not know of the first.
    nativeModules: ['parley-web', '@playwright/test', 'playwright', 'playwright-core'],
  });
  // A file that calls process.exit would otherwise seem to be valid.
  const { exit } = process;
  process.exit = () => {
    throw new Error('it ends the program (process.exit)');
  };
  try {
    return jiti(path);
  } finally {
    process.exit = exit;
  }
}

/** Why a module cannot be loaded, at the place in this file where it shows. */
function explain(error: unknown, path: string, text: string): { offset: number; sentence: string } {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const first = message.split('\n')[0]?.trim() ?? '';
  const place = (stack ?? '').split(path)[1];
  const [, line, column] = /^:(\d+)(?::(\d+))?/.exec(place ?? '') ?? [];
  const at = offsetOf(text, Number(line ?? 1), Number(column ?? 1));
  if (/^await is only valid/.test(first))
    return {
      offset: Math.max(text.search(/\bawait\b/), 0),
      sentence: 'a scenario file cannot await at its top level',
    };
  const syntax = /^ParseError:\s*(.*?)\s*$/.exec(first);
  // The compiler counts columns from 0.
  if (syntax) return { offset: at + 1, sentence: `this is not valid TypeScript (${syntax[1]})` };
  const missing = /^Cannot find (?:module|package) '([^']+)'/.exec(first)?.[1];
  if (missing !== undefined)
    return {
      offset: Math.max(text.indexOf(missing) - 1, 0),
      sentence: `there is no module "${missing}" to import`,
    };
  return { offset: at, sentence: `the file fails when it is loaded: ${first || 'without a message'}` };
}

/** Clamps the column to the line, because loaders may insert code before the first line. */
function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
  const within = column - 1 <= (lines[line - 1] ?? '').length ? column - 1 : 0;
  return Math.min(start + within, text.length);
}

class ModuleReader {
  constructor(private readonly notes: Notes) {}

  /** @param outer location for values without their own */
  read(value: unknown, spot: Spotted | undefined, outer: number, path: Path): SourceNode {
    const at = spot?.at ?? outer;
    const end = spot?.end ?? at;
    if (path.length > MAX_LEVELS) {
      this.notes.add(at, path.slice(0, 3), 'holds itself, or is nested far too deep');
      return { kind: 'scalar', at, end, value: null };
    }
    if (Array.isArray(value)) {
      const items = spot?.kind === 'list' ? spot.items : [];
      return { kind: 'list', at, items: value.map((item, i) => this.read(item, items[i], at, [...path, i])) };
    }
    // This function runs in the page, where the rest of the file is not available.
    if (typeof value === 'function' && path.at(-1) === 'js') {
      if (value.length > 0)
        this.notes.add(at, path, 'has a parameter, and the page gives it nothing; leave it out');
      return { kind: 'scalar', at, end, value: `(${String(value)})()` };
    }
    if (value instanceof RegExp) return { kind: 'scalar', at, end, value: String(value) };
    if (value instanceof Date && !Number.isNaN(value.getTime()))
      return { kind: 'scalar', at, end, value: value.toISOString() };
    if (typeof value === 'object' && value !== null) return this.map(value, spot, at, path);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.notes.add(at, path, `${value} is no number that can be used here`);
      return { kind: 'scalar', at, end, value: 1 };
    }
    return { kind: 'scalar', at, end, value };
  }

  private map(value: object, spot: Spotted | undefined, at: number, path: Path): SourceNode {
    const known: LiteralNode['entries'] = spot?.kind === 'map' ? spot.entries : new Map();
    // Entries with nothing in them are as if they were not there: `tags: smoke ? ['smoke'] : undefined`.
    const entries = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => {
        const place = known.get(key);
        const keyAt = place?.keyAt ?? at;
        return { key, keyAt, value: this.read(inner, place?.value, keyAt, [...path, key]) };
      });
    return { kind: 'map', at, entries };
  }
}
