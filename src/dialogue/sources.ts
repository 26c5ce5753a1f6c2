/** Reads a scenario file and all files that it uses, in order of precedence. */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { BrokenScenario, type ScenarioErrors, type FileErrors } from './scenario-errors.js';
import { isModule, readModule } from './module-source.js';
import { readText } from './text-file.js';
import { entryOf, type SourceNode, textsOf } from './tree.js';
import { parseYaml } from './yaml-source.js';

export interface ScenarioFileSource {
  /** Path for messages; for a used file, relative like the path of the file that uses it. */
  file: string;
  text: string;
  root: SourceNode;
  fileErrors: FileErrors;
}

export interface ReadSources {
  /** The file itself first. */
  sources: readonly ScenarioFileSource[];
  /** Whether all used files could be read; if not, missing values may be in them. */
  complete: boolean;
}

/**
 * The scenario itself comes first, then each used file before the files that it uses. Of several used files, the last
 * one comes first.
 *
 * @throws BrokenScenario if the scenario itself cannot be read
 */
export function readSources(file: string, text: string, scenarioErrors: ScenarioErrors): ReadSources {
  const found: ScenarioFileSource[] = [];
  let complete = true;
  const done = new Set<string>();

  const readWithUses = (source: ScenarioFileSource | null, chain: readonly ScenarioFileSource[]): void => {
    if (!source) {
      complete = false;
      return;
    }
    found.push(source);
    const { fileErrors, root } = source;
    const use = entryOf(root, 'use')?.value;
    for (const { text: written, at } of textsOf(use).toReversed()) {
      if (written.trim() === '' || /^[a-z][a-z\d+.-]+:\/\//i.test(written)) {
        complete = false;
        continue; // The schema reports it.
      }
      if (written.includes('{{')) {
        fileErrors.add(at, ['use'], 'must not contain variables, because the used files may define them');
        complete = false;
        continue;
      }
      const next = isAbsolute(written) ? written : join(dirname(source.file), written);
      const circle = [...chain, source];
      const from = circle.findIndex((it) => identity(it.file) === identity(next));
      if (from >= 0) {
        const names = [...circle.slice(from).map((it) => it.file), next];
        fileErrors.add(at, ['use'], `the files use each other in a circle: ${names.join(' → ')}`);
        continue;
      }
      // Another file already uses it; the first use counts.
      if (done.has(identity(next))) continue;
      done.add(identity(next));
      readWithUses(readUsed(next, at, fileErrors, scenarioErrors), circle);
    }
  };

  readWithUses(readSource(file, text, scenarioErrors, true), []);
  if (found.length === 0) scenarioErrors.throwIfAny();
  return { sources: found, complete: complete };
}

function identity(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

function readUsed(
  file: string,
  at: number,
  user: FileErrors,
  scenarioErrors: ScenarioErrors,
): ScenarioFileSource | null {
  try {
    return readSource(file, readText(file), scenarioErrors, false);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error instanceof BrokenScenario) {
      for (const scenarioError of error.errors) scenarioErrors.append(scenarioError);
    } else {
      user.add(
        at,
        ['use'],
        `${error.message} Relative paths start from the folder of the file that contains them`,
      );
    }
    return null;
  }
}

function readSource(
  file: string,
  text: string,
  scenarioErrors: ScenarioErrors,
  own: boolean,
): ScenarioFileSource | null {
  const fileErrors = scenarioErrors.of(file, text);
  const root = isModule(file) ? readModule(file, text, fileErrors) : parseYaml(text, fileErrors);
  if (root === null) return null;
  if (root?.kind === 'map') return { file, text, root, fileErrors };
  const what = own ? 'a scenario' : 'a used file';
  const starts = own ? 'it starts with the line "scenario: 1"' : 'for example vars, replies or start';
  if (root === undefined) fileErrors.add(0, [], `the file is empty; ${what} has keys and values: ${starts}`);
  else if (isModule(file))
    fileErrors.add(root.at, [], 'the default export is not an object with the keys of a scenario');
  else fileErrors.add(root.at, [], `${what} is a map (key: value); ${starts}`);
  return null;
}
