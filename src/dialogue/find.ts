/** Finds the scenario files that a command's paths, folders and patterns refer to. */
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { formatSuggestion } from '../yaml/index.js';

/** Extensions of scenario files. Files under `use` have other names. */
const SCENARIO_NAME = /\.scenario\.(ya?ml|[cm]?[jt]s)$/i;

export function isScenarioName(file: string): boolean {
  return SCENARIO_NAME.test(file);
}

/** Folders with third-party files or results, which are not searched. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'test-results', 'playwright-report']);

/**
 * Returns the scenario files without duplicates, sorted within each path. A file may have any name. A folder is
 * searched with its subfolders. A pattern may contain `*` (within a folder), `**`, `?` and `{a,b}`.
 *
 * @throws ParleyError `usage` for a path without scenarios
 */
export function findScenarios(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => findInPath(path)))];
}

function findInPath(path: string): string[] {
  const kind = getPathKind(path);
  if (kind === 'file' || (kind === null && isSymbolicLink(path))) return [path];
  if (kind === 'folder') {
    const scenarioFiles = listFilesBelow(path).filter(isScenarioName);
    if (scenarioFiles.length > 0) return scenarioFiles;
    throw new ParleyError(
      'usage',
      `There is no scenario in the folder “${path}”.`,
      'The names of scenario files end in .scenario.yaml or .scenario.ts.',
    );
  }
  if (/[*?{]/.test(path)) {
    const scenarioFiles = findMatching(path);
    if (scenarioFiles.length > 0) return scenarioFiles;
    throw new ParleyError(
      'usage',
      `No scenario matches “${path}”.`,
      'Put the pattern in quotes; ** matches folders at any depth.',
    );
  }
  const hint = formatSuggestion(basename(path), listNames(join(path, '..')));
  throw new ParleyError(
    'usage',
    `There is no file or folder “${path}”.${hint}`,
    'Give scenario files, folders that contain some, or a pattern in quotes.',
  );
}

function getPathKind(path: string): 'file' | 'folder' | null {
  try {
    const stat = statSync(path);
    return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : null;
  } catch {
    return null;
  }
}

/** Whether the path is a symbolic link. Only called if it leads to neither a file nor a folder: the link is broken. */
function isSymbolicLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ParleyError(
      'usage',
      `The folder ${folder} cannot be read (${code}).`,
      'Change its permissions, or give the scenario files instead.',
      { cause: error },
    );
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Lists all files below a folder, sorted. Links to folders are not followed, because they could form a cycle. */
function listFilesBelow(folder: string): string[] {
  return listEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return SKIPPED_FOLDERS.has(entry.name) || entry.name.startsWith('.') ? [] : listFilesBelow(path);
    // Includes broken links, so that they are reported as errors.
    return entry.isFile() || (entry.isSymbolicLink() && getPathKind(path) !== 'folder') ? [path] : [];
  });
}

function findMatching(pattern: string): string[] {
  const parts = pattern.split(/[\\/]/);
  const firstWildcard = parts.findIndex((part) => /[*?{]/.test(part));
  const root = parts.slice(0, firstWildcard).join(sep) || (pattern.startsWith('/') ? sep : '.');
  if (getPathKind(root) !== 'folder') return [];
  const expression = toRegExp(join(...(pattern.startsWith('/') ? [sep] : []), ...parts));
  // A pattern that matches a folder (`scenarios/*`) includes the scenarios in that folder.
  return listFilesBelow(root).filter((file) => isScenarioName(file) && expression.test(file));
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*[\\/]|\*\*|\*|\?|\{[^{}]*\})/)
    .map((part) => {
      if (/^\*\*[\\/]$/.test(part)) return '(?:.*[\\\\/])?';
      if (part === '**') return '.*';
      if (part === '*') return '[^\\\\/]*';
      if (part === '?') return '[^\\\\/]';
      if (/^\{.*\}$/s.test(part)) return `(?:${part.slice(1, -1).split(',').map(escapeForRegExp).join('|')})`;
      return escapeForRegExp(part);
    })
    .join('');
  return new RegExp(`^${source}(?:$|[\\\\/])`);
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
