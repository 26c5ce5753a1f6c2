/** Which scenarios are meant by files, folders and patterns: everywhere the same. */
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { didYouMean } from './suggest.js';

/** How the names of scenario files end; the files that they use have other names. */
const SCENARIO = /\.scenario\.(ya?ml|[cm]?[jt]s)$/i;

export function isScenarioName(file: string): boolean {
  return SCENARIO.test(file);
}

/** Folders with third-party files or results, which are not searched. */
const SKIPPED = new Set(['node_modules', 'test-results', 'playwright-report']);

/**
 * The scenario files, sorted within each path and each once. A file is taken by whatever name, a folder is searched
 * with all below it, and a pattern has `*` (not over folders), `**`, `?` and `{a,b}` in it.
 *
 * @throws ParleyError `usage` for a path where there is none
 */
export function findScenarios(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => findIn(path)))];
}

function findIn(path: string): string[] {
  const kind = kindOf(path);
  if (kind === 'file' || (kind === null && isLink(path))) return [path];
  if (kind === 'folder') {
    const found = walk(path).filter(isScenarioName);
    if (found.length > 0) return found;
    throw new ParleyError(
      'usage',
      `There is no scenario in the folder “${path}”.`,
      'The names of scenario files end in .scenario.yaml or .scenario.ts.',
    );
  }
  if (/[*?{]/.test(path)) {
    const found = matching(path);
    if (found.length > 0) return found;
    throw new ParleyError(
      'usage',
      `No scenario fits ${path}.`,
      'Put quotes around a pattern; ** goes over folders.',
    );
  }
  const hint = didYouMean(basename(path), namesIn(join(path, '..')));
  throw new ParleyError(
    'usage',
    `There is no file or folder ${path}.${hint}`,
    'Name scenario files, folders with some in them, or a pattern in quotes.',
  );
}

function kindOf(path: string): 'file' | 'folder' | null {
  try {
    const stat = statSync(path);
    return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : null;
  } catch {
    return null;
  }
}

/** Which leads nowhere, where it is asked. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ParleyError(
      'usage',
      `The folder ${folder} cannot be read (${code}).`,
      'Give yourself the right to read it, or name the scenarios themselves.',
      { cause: error },
    );
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** All files below a folder, sorted. Links to folders are not followed, which could go on in a circle. */
function walk(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : walk(path);
    // Broken links are included, so that the error is reported and no scenario goes missing.
    return entry.isFile() || (entry.isSymbolicLink() && kindOf(path) !== 'folder') ? [path] : [];
  });
}

function matching(pattern: string): string[] {
  const parts = pattern.split(/[\\/]/);
  const fixed = parts.findIndex((part) => /[*?{]/.test(part));
  const root = parts.slice(0, fixed).join(sep) || (pattern.startsWith('/') ? sep : '.');
  if (kindOf(root) !== 'folder') return [];
  const wanted = toRegExp(join(...(pattern.startsWith('/') ? [sep] : []), ...parts));
  // `scenarios/*` also matches folders; their scenarios are meant.
  return walk(root).filter((file) => isScenarioName(file) && wanted.test(file));
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*[\\/]|\*\*|\*|\?|\{[^{}]*\})/)
    .map((part) => {
      if (/^\*\*[\\/]$/.test(part)) return '(?:.*[\\\\/])?';
      if (part === '**') return '.*';
      if (part === '*') return '[^\\\\/]*';
      if (part === '?') return '[^\\\\/]';
      if (/^\{.*\}$/s.test(part)) return `(?:${part.slice(1, -1).split(',').map(quoted).join('|')})`;
      return quoted(part);
    })
    .join('');
  return new RegExp(`^${source}(?:$|[\\\\/])`);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
