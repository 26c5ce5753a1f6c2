/**
 * Reads scenarios written in TypeScript or JavaScript: the default export becomes the same tree as a YAML file.
 * Modules are loaded synchronously and without a cache, in plain Node and inside Playwright Test.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import type { FileErrors, KeyPath, SourceNode } from '../yaml/index.js';
import { defineScenario, defineShared } from './define.js';
import { type LocatedMap, locateLiteral, type LocatedNode } from './module-locations.js';
import { runWithTimeLimit, TimeLimitError } from './time-limit.js';

/** Scenarios nest about eight levels deep; far more means that an object contains itself. */
const MAX_LEVELS = 60;

export function isModule(file: string): boolean {
  return /\.[cm]?[jt]s$/i.test(file);
}

/** @returns null if the module cannot be loaded; the error is in `fileErrors` */
export function readModule(file: string, text: string, fileErrors: FileErrors): SourceNode | null {
  let loadedModule: unknown;
  try {
    loadedModule = loadModule(resolve(file));
  } catch (error) {
    const { offset, message } = describeLoadError(error, resolve(file), text);
    fileErrors.add(offset, [], message);
    return null;
  }
  const value =
    typeof loadedModule === 'object' && loadedModule !== null && 'default' in loadedModule
      ? loadedModule.default
      : undefined;
  const locatedRoot = locateValues(text);
  const at = locatedRoot?.at ?? 0;
  if (value === undefined) {
    fileErrors.add(0, [], 'the file does not export a scenario; add "export default defineScenario({ … })"');
    return null;
  }
  if (value instanceof Promise) {
    void value.catch(() => undefined); // its own error is irrelevant
    fileErrors.add(at, [], 'the default export is a promise; export the scenario itself');
    return null;
  }
  return new ModuleReader(fileErrors).read(value, locatedRoot, at, []);
}

/** Returns undefined if the nesting is so deep that the call stack overflows. */
function locateValues(text: string): LocatedNode | undefined {
  try {
    return locateLiteral(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A module that takes longer to load is assumed to be in an endless loop. */
const MAX_LOAD_MS = 10_000;

function loadModule(path: string): unknown {
  // Loaded on demand, because it includes a compiler.
  const { createJiti } = createRequire(import.meta.url)('jiti') as typeof import('jiti');
  const jiti = createJiti(path, {
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
    // Scenarios import only these two functions; the real module would load Playwright Test.
    virtualModules: { 'parley-web/test': { defineScenario, defineShared } },
    // These modules have state, so they must not be loaded twice.
    nativeModules: ['parley-web', '@playwright/test', 'playwright', 'playwright-core'],
  });
  // Otherwise a file that calls process.exit would end the program without an error.
  const { exit } = process;
  process.exit = () => {
    throw new Error('process.exit was called');
  };
  try {
    return withDefaultSignals(() => runWithTimeLimit(() => jiti(path) as unknown, MAX_LOAD_MS));
  } finally {
    process.exit = exit;
  }
}

const TERMINATION_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Uses the default signal handling while `run` runs: `run` blocks the event loop, so Parley's own handlers could not
 * react to Ctrl-C. Ending the process here is safe, because nothing has been opened yet.
 */
function withDefaultSignals<T>(run: () => T): T {
  const handlers = TERMINATION_SIGNALS.map((name) => ({ name, listeners: process.listeners(name) }));
  for (const { name, listeners } of handlers)
    for (const listener of listeners) process.removeListener(name, listener);
  try {
    return run();
  } finally {
    for (const { name, listeners } of handlers) for (const listener of listeners) process.on(name, listener);
  }
}

/** Explains why a module cannot be loaded, with the offset of the error in the scenario file. */
function describeLoadError(error: unknown, path: string, text: string): { offset: number; message: string } {
  if (error instanceof TimeLimitError)
    return {
      offset: 0,
      message: `loading the file took too long (${error.message}); is there an endless loop?`,
    };
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const firstLine = message.split('\n')[0]?.trim() ?? '';
  const stackPosition = (stack ?? '').split(path)[1];
  const [, line, column] = /^:(\d+)(?::(\d+))?/.exec(stackPosition ?? '') ?? [];
  const offset = findOffset(text, Number(line ?? 1), Number(column ?? 1));
  if (/^await is only valid/.test(firstLine))
    return {
      offset: Math.max(text.search(/\bawait\b/), 0),
      message: 'a scenario file cannot await at its top level',
    };
  const syntaxError = /^ParseError:\s*(.*?)\s*$/.exec(firstLine);
  // The compiler counts columns from 0.
  if (syntaxError) return { offset: offset + 1, message: `this is not valid TypeScript (${syntaxError[1]})` };
  const missingModule = /^Cannot find (?:module|package) '([^']+)'/.exec(firstLine)?.[1];
  if (missingModule !== undefined)
    return {
      offset: Math.max(text.indexOf(missingModule) - 1, 0),
      message: `the module "${missingModule}" cannot be found`,
    };
  return {
    offset,
    message: `the file throws an error when it is loaded${firstLine ? `: ${firstLine}` : ' (no message)'}`,
  };
}

/** Uses column 1 if the column is past the end of the line: loaders may insert code into the first line. */
function findOffset(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const columnOffset = column - 1 <= (lines[line - 1] ?? '').length ? column - 1 : 0;
  return Math.min(start + columnOffset, text.length);
}

class ModuleReader {
  constructor(private readonly fileErrors: FileErrors) {}

  /** @param parentOffset location for values without their own */
  read(
    value: unknown,
    locatedNode: LocatedNode | undefined,
    parentOffset: number,
    path: KeyPath,
  ): SourceNode {
    const at = locatedNode?.at ?? parentOffset;
    const end = locatedNode?.end ?? at;
    if (path.length > MAX_LEVELS) {
      this.fileErrors.add(at, path.slice(0, 3), 'contains itself, or is nested too deeply');
      return { kind: 'scalar', offset: at, end, value: null };
    }
    if (Array.isArray(value)) {
      const items = locatedNode?.kind === 'list' ? locatedNode.items : [];
      return {
        kind: 'list',
        offset: at,
        items: value.map((item, i) => this.read(item, items[i], at, [...path, i])),
      };
    }
    // A `js` function is serialised, because it runs in the page without the rest of the file.
    if (typeof value === 'function' && path.at(-1) === 'js') {
      if (value.length > 0)
        this.fileErrors.add(at, path, 'has a parameter, but the page passes none; remove it');
      return { kind: 'scalar', offset: at, end, value: `(${String(value)})()` };
    }
    if (value instanceof RegExp) return { kind: 'scalar', offset: at, end, value: String(value) };
    if (value instanceof Date && !Number.isNaN(value.getTime()))
      return { kind: 'scalar', offset: at, end, value: value.toISOString() };
    if (typeof value === 'object' && value !== null) return this.readMap(value, locatedNode, at, path);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.fileErrors.add(at, path, `${value} is not a usable number`);
      return { kind: 'scalar', offset: at, end, value: 1 };
    }
    return { kind: 'scalar', offset: at, end, value };
  }

  private readMap(
    value: object,
    locatedNode: LocatedNode | undefined,
    at: number,
    path: KeyPath,
  ): SourceNode {
    const locatedEntries: LocatedMap['entries'] =
      locatedNode?.kind === 'map' ? locatedNode.entries : new Map();
    // Undefined entries count as missing: `tags: smoke ? ['smoke'] : undefined`.
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => {
        const locatedEntry = locatedEntries.get(key);
        const keyAt = locatedEntry?.keyAt ?? at;
        return { key, keyAt, value: this.read(item, locatedEntry?.value, keyAt, [...path, key]) };
      });
    return { kind: 'map', offset: at, entries };
  }
}
