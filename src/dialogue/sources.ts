/** Reads a scenario file and its shared files, in order of precedence. */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import {
  findEntry,
  type FileErrors,
  parseYaml,
  readText,
  type SourceNode,
  listTexts,
} from '../yaml/index.js';
import { BrokenScenario, SCENARIO_FILE, type ScenarioErrors } from './scenario-errors.js';
import { isModule, readModule } from './module-source.js';

export interface ScenarioFileSource {
  /** Path shown in messages. A shared file's path is relative if the path of the file that uses it is relative. */
  file: string;
  text: string;
  root: SourceNode;
  fileErrors: FileErrors;
}

export interface ScenarioSources {
  /** The scenario file comes first. */
  sources: readonly ScenarioFileSource[];
  /** Whether all shared files could be read. If not, values that seem to be missing may be in those files. */
  isComplete: boolean;
}

/**
 * Reads a scenario and its shared files. The scenario comes first, and each shared file comes before the files that it
 * uses. If a file uses several files, the last of them comes first.
 *
 * @throws BrokenScenario if the scenario itself cannot be read
 */
export function readSources(file: string, text: string, scenarioErrors: ScenarioErrors): ScenarioSources {
  const sources: ScenarioFileSource[] = [];
  let isComplete = true;
  const visitedFiles = new Set<string>();

  const readWithSharedFiles = (
    source: ScenarioFileSource | null,
    usingFiles: readonly ScenarioFileSource[],
  ): void => {
    if (!source) {
      isComplete = false;
      return;
    }
    sources.push(source);
    const { fileErrors, root } = source;
    const use = findEntry(root, 'use')?.value;
    for (const { text: path, at } of listTexts(use).toReversed()) {
      if (path.trim() === '' || /^[a-z][a-z\d+.-]+:\/\//i.test(path)) {
        isComplete = false;
        continue; // The schema reports it.
      }
      if (path.includes('{{')) {
        fileErrors.add(at, ['use'], 'must not contain variables, because the shared files may define them');
        isComplete = false;
        continue;
      }
      const sharedFile = isAbsolute(path) ? path : join(dirname(source.file), path);
      const openFiles = [...usingFiles, source];
      const firstUseIndex = openFiles.findIndex(
        ({ file: openFile }) => toRealPath(openFile) === toRealPath(sharedFile),
      );
      if (firstUseIndex >= 0) {
        const names = [...openFiles.slice(firstUseIndex).map(({ file: openFile }) => openFile), sharedFile];
        fileErrors.add(at, ['use'], `the files use each other in a cycle: ${names.join(' → ')}`);
        continue;
      }
      // Another file already uses it; the first use counts.
      if (visitedFiles.has(toRealPath(sharedFile))) continue;
      visitedFiles.add(toRealPath(sharedFile));
      readWithSharedFiles(readSharedFile(sharedFile, at, fileErrors, scenarioErrors), openFiles);
    }
  };

  readWithSharedFiles(readSource(file, text, scenarioErrors, true), []);
  if (sources.length === 0) scenarioErrors.throwIfAny();
  return { sources, isComplete };
}

function toRealPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

function readSharedFile(
  file: string,
  at: number,
  usingFileErrors: FileErrors,
  scenarioErrors: ScenarioErrors,
): ScenarioFileSource | null {
  try {
    return readSource(file, readText(file, SCENARIO_FILE), scenarioErrors, false);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error instanceof BrokenScenario) {
      for (const scenarioError of error.errors) scenarioErrors.append(scenarioError);
    } else {
      usingFileErrors.add(
        at,
        ['use'],
        `${error.message} Relative paths are resolved against the folder of the file that contains the "use" entry`,
      );
    }
    return null;
  }
}

function readSource(
  file: string,
  text: string,
  scenarioErrors: ScenarioErrors,
  isScenario: boolean,
): ScenarioFileSource | null {
  const fileErrors = scenarioErrors.addFile(file, text);
  const root = isModule(file) ? readModule(file, text, fileErrors) : parseYaml(text, fileErrors);
  if (root === null) return null;
  if (root?.kind === 'map') return { file, text, root, fileErrors };
  const subject = isScenario ? 'a scenario' : 'a shared file';
  const example = isScenario ? 'it starts with the line "scenario: 1"' : 'for example vars, replies or start';
  if (root === undefined)
    fileErrors.add(0, [], `the file is empty; ${subject} is a map (key: value); ${example}`);
  else if (isModule(file))
    fileErrors.add(root.offset, [], 'the default export is not an object with the keys of a scenario');
  else fileErrors.add(root.offset, [], `${subject} is a map (key: value); ${example}`);
  return null;
}
