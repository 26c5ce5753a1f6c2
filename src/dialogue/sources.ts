/** A scenario file and all files that it uses, read, in the order in which they win over each other. */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { BrokenScenario, type Complaints, type Notes } from './complaints.js';
import { isModule, readModule } from './module-source.js';
import { readText } from './text-file.js';
import { entryOf, type SourceNode, textsOf } from './tree.js';
import { parseYaml } from './yaml-source.js';

export interface ScenarioFileSource {
  /** As messages show it: the used ones from the folder of the file that uses them. */
  file: string;
  text: string;
  root: SourceNode;
  notes: Notes;
}

export interface Sources {
  /** The file itself first. */
  sources: readonly ScenarioFileSource[];
  /** Whether all used files could be read; if not, missing values may be in them. */
  whole: boolean;
}

/**
 * The file itself comes first. A used file goes before what it uses in turn, and of several the one named last goes
 * first.
 *
 * @throws BrokenScenario where the file itself cannot be read at all
 */
export function readSources(file: string, text: string, complaints: Complaints): Sources {
  const found: ScenarioFileSource[] = [];
  let whole = true;
  const done = new Set<string>();

  const take = (source: ScenarioFileSource | null, chain: readonly ScenarioFileSource[]): void => {
    if (!source) {
      whole = false;
      return;
    }
    found.push(source);
    const { notes, root } = source;
    const use = entryOf(root, 'use')?.value;
    for (const { text: written, at } of textsOf(use).toReversed()) {
      if (written.trim() === '' || /^[a-z][a-z\d+.-]+:\/\//i.test(written)) {
        whole = false;
        continue; // for the schema to say
      }
      if (written.includes('{{')) {
        notes.add(at, ['use'], 'takes no variables, since they may come from the files that are used');
        whole = false;
        continue;
      }
      const next = isAbsolute(written) ? written : join(dirname(source.file), written);
      const circle = [...chain, source];
      const from = circle.findIndex((it) => identity(it.file) === identity(next));
      if (from >= 0) {
        const names = [...circle.slice(from).map((it) => it.file), next];
        notes.add(at, ['use'], `the files use each other in a circle: ${names.join(' → ')}`);
        continue;
      }
      // By two ways to the same file: the first one counts.
      if (done.has(identity(next))) continue;
      done.add(identity(next));
      take(readUsed(next, at, notes, complaints), circle);
    }
  };

  take(readSource(file, text, complaints, true), []);
  if (found.length === 0) complaints.throwIfAny();
  return { sources: found, whole };
}

function identity(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

function readUsed(file: string, at: number, user: Notes, complaints: Complaints): ScenarioFileSource | null {
  try {
    return readSource(file, readText(file), complaints, false);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error instanceof BrokenScenario) {
      for (const complaint of error.complaints) complaints.append(complaint);
    } else {
      user.add(at, ['use'], `${error.message} Paths start from the folder of the file that they stand in`);
    }
    return null;
  }
}

function readSource(
  file: string,
  text: string,
  complaints: Complaints,
  own: boolean,
): ScenarioFileSource | null {
  const notes = complaints.of(file, text);
  const root = isModule(file) ? readModule(file, text, notes) : parseYaml(text, notes);
  if (root === null) return null;
  if (root?.kind === 'map') return { file, text, root, notes };
  const what = own ? 'a scenario' : 'a used file';
  const starts = own ? 'it starts with the line "scenario: 1"' : 'it has vars, replies, start or such';
  if (root === undefined) notes.add(0, [], `the file is empty; ${what} has keys and values: ${starts}`);
  else if (isModule(file))
    notes.add(root.at, [], 'the default export is no object with the keys of a scenario');
  else notes.add(root.at, [], `${what} is a map (key: value); ${starts}`);
  return null;
}
