/** Scenario files as tests need them: found, read, and where in them each thing is written. */
import { relative, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import {
  BASE_URL,
  BrokenScenario,
  FIXTURES,
  loadScenario,
  type LoadedScenario,
  type LoadOptions,
} from '../dialogue/index.js';
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
  problem: ParleyError | null;
  /** The file itself and what it uses. */
  files: readonly string[];
}

export function loadOptions(vars: Readonly<Record<string, string>> = {}, run = 0): LoadOptions {
  const { vars: given, seed } = runSettings();
  const overrides = { ...vars, ...given };
  const builtins = [FIXTURES, BASE_URL].filter((name) => !(name in overrides));
  return { overrides, forSeveral: true, builtins, seed, run };
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
    const loaded = loadScenario(found.shown, loadOptions(vars));
    const { name, tags } = loaded;
    return { ...found, name, tags, loaded, problem: null, files: loaded.files.map((one) => resolve(one)) };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { ...found, name: found.id, tags: [], loaded: null, problem: error, files: [file] };
  }
}

/** How often a scenario is held, and how often it has to pass. */
export function repeatOf(
  loaded: LoadedScenario,
  asked = runSettings().repeat,
): { runs: number; pass: number } {
  const { runs, pass } = loaded.repeat;
  // The share that has to pass stays as its author wants it.
  return asked === undefined ? { runs, pass } : { runs: asked, pass: Math.ceil((asked * pass) / runs) };
}

/** Where something is written: `['dialogue', 0]` for the first line. */
export function placeOf(loaded: LoadedScenario, path: readonly (string | number)[]): Place {
  const place = loaded.placeOf(path);
  return { ...place, file: resolve(place.file) };
}

/** The first of what is wrong with a file. */
export function placeOfProblem(problem: ParleyError, file: string): Place {
  const [first] = problem instanceof BrokenScenario ? problem.complaints : [];
  return first
    ? { file: resolve(first.file), line: first.line, column: first.column }
    : { file, line: 1, column: 1 };
}
