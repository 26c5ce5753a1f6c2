/** Scenario files as tests need them: found, read, and where in them each thing is written. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { FIXTURES } from '../assembly/index.js';
import { Problem } from '../contract/index.js';
import { loadScenario, type LoadedScenario, type LoadOptions } from '../dialogue/index.js';
import type { CallSite } from './call-site.js';
import { runSettings } from './settings.js';
import { scenarioId } from './titles.js';

export type Place = Required<CallSite>;

export interface FoundScenario {
  /** Absolute. */
  file: string;
  /** As people write it. */
  shown: string;
  id: string;
  /** What it is called, in its file or after it. */
  name: string;
  tags: readonly string[];
  /** Null where the file is broken. */
  loaded: LoadedScenario | null;
  problem: Problem | null;
  /** The file itself and what it uses. */
  files: readonly string[];
}

const ENDING = /\.scenario\.(ya?ml|[cm]?[jt]s)$/i;

/** All below a folder, sorted; a file is taken as it is. @throws Problem `usage` for what is not there */
export function scenarioFiles(path: string): string[] {
  const place = resolve(path);
  if (!existsSync(place))
    throw new Problem(
      'usage',
      `There is no file or folder ${path}.`,
      'Name scenario files, or a folder with some.',
    );
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ENDING.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(place, file).split(/[\\/]/).includes('node_modules'))
    .toSorted();
}

/** The project's `baseURL`. */
export const BASE_URL = 'BASE_URL';

export function loadOptions(vars: Readonly<Record<string, string>> = {}, run = 0): LoadOptions {
  const { vars: given, seed } = runSettings();
  const overrides = { ...vars, ...given };
  const builtins = [FIXTURES, BASE_URL].filter((name) => !(name in overrides));
  return { overrides, builtins, ...({ seed, run } as object) };
}

/** @param folder what its identity is counted from */
export function findScenario(
  file: string,
  folder: string,
  vars?: Readonly<Record<string, string>>,
): FoundScenario {
  const shown = relative(process.cwd(), file);
  const found = { file, shown: shown.startsWith('..') ? file : shown, id: scenarioId(file, folder) };
  try {
    const loaded = loadScenario(file, loadOptions(vars));
    const { name, tags } = loaded;
    return { ...found, name, tags, loaded, problem: null, files: filesOf(loaded) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...found, name: found.id, tags: [], loaded: null, problem: error, files: [file] };
  }
}

function filesOf(loaded: LoadedScenario): readonly string[] {
  const { file, files = [file] } = loaded as LoadedScenario & { files?: readonly string[] };
  return files.map((one) => resolve(one));
}

/** How often a scenario is held, and how often it has to pass. */
export function repeatOf(
  loaded: LoadedScenario,
  asked = runSettings().repeat,
): { runs: number; pass: number } {
  const { runs, pass } = (loaded as { repeat?: { runs: number; pass: number } }).repeat ?? {
    runs: 1,
    pass: 1,
  };
  // The share that has to pass stays as its author wants it.
  return asked === undefined ? { runs, pass } : { runs: asked, pass: Math.ceil((asked * pass) / runs) };
}

/** Where something is written: `['dialogue', 0]` for the first line. */
export function placeOf(loaded: LoadedScenario, path: readonly (string | number)[]): Place {
  const { file, placeOf: find } = loaded as LoadedScenario & {
    placeOf?(path: readonly (string | number)[]): Place;
  };
  const place = find?.call(loaded, path) ?? { file, line: 1, column: 1 };
  return { ...place, file: resolve(place.file) };
}

/** Of a complaint about a file, where that is; messages have it as `file:line:column`. */
export function placeOfProblem(problem: Problem, file: string): Place {
  const { complaints } = problem as Problem & { complaints?: readonly Place[] };
  const first = complaints?.[0];
  if (first) return { file: resolve(first.file), line: first.line, column: first.column };
  const [, line = '1', column = '1'] = /:(\d+):(\d+)/.exec(problem.message) ?? [];
  return { file, line: Number(line), column: Number(column) };
}
