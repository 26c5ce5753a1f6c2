/** Reads scenario files for tests and maps paths in them to source locations. */
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
import { readRunSettings } from './settings.js';
import { createScenarioId } from './titles.js';

export type SourceLocation = Required<CallSite>;

export interface ScenarioFile {
  /** Absolute path. */
  file: string;
  /** Path relative to the working directory, or absolute if the file is outside it. */
  displayPath: string;
  id: string;
  /** The scenario's name; its id if the file is broken. */
  name: string;
  tags: readonly string[];
  /** Null if the file is broken. */
  loaded: LoadedScenario | null;
  problem: ParleyError | null;
  /** The file itself and the files that it uses. */
  files: readonly string[];
}

export function createLoadOptions(vars: Readonly<Record<string, string>> = {}, run = 0): LoadOptions {
  const { vars: runVars, seed } = readRunSettings();
  const overrides = { ...vars, ...runVars };
  const builtins = [FIXTURES, BASE_URL].filter((name) => !(name in overrides));
  return { overrides, allowUnknownOverrides: true, builtins, seed, runIndex: run };
}

/** @param baseFolder the folder relative to which the file's path is the scenario's id */
export function readScenarioFile(
  file: string,
  baseFolder: string,
  vars?: Readonly<Record<string, string>>,
): ScenarioFile {
  const relativePath = relative(process.cwd(), file);
  const identity = {
    file,
    displayPath: relativePath.startsWith('..') ? file : relativePath,
    id: createScenarioId(file, baseFolder),
  };
  try {
    const loaded = loadScenario(identity.displayPath, createLoadOptions(vars));
    const { name, tags } = loaded;
    return {
      ...identity,
      name,
      tags,
      loaded,
      problem: null,
      files: loaded.files.map((file) => resolve(file)),
    };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { ...identity, name: identity.id, tags: [], loaded: null, problem: error, files: [file] };
  }
}

/** Determines how often a scenario runs and how often it must pass. */
export function resolveRepeat(
  loaded: LoadedScenario,
  requestedRuns = readRunSettings().repeat,
): { runs: number; pass: number } {
  const { runs, pass } = loaded.repeat;
  // The share of runs that must pass stays the same as in the scenario.
  return requestedRuns === undefined
    ? { runs, pass }
    : { runs: requestedRuns, pass: Math.ceil((requestedRuns * pass) / runs) };
}

/** Locates a value in the file: `['dialogue', 0]` is the first line. */
export function locate(loaded: LoadedScenario, path: readonly (string | number)[]): SourceLocation {
  const position = loaded.positionOf(path);
  return { ...position, file: resolve(position.file) };
}

/** Locates the first error in a broken scenario file. */
export function locateProblem(problem: ParleyError, file: string): SourceLocation {
  const [firstError] = problem instanceof BrokenScenario ? problem.errors : [];
  return firstError
    ? { file: resolve(firstError.file), line: firstError.line, column: firstError.column }
    : { file, line: 1, column: 1 };
}
