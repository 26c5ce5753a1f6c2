/** Writes the files of a new policy. They are valid as written. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { LIBRARY_FILE } from './load-library.js';
import { BrokenLibraryError, readSourceFile } from './read-file.js';
import { LIBRARY_KEY_HINTS, librarySchema, type LibraryDefinition } from './schema.js';
import { isStepVerb } from '../action/index.js';

/** Where editors find the schemas of an installed package. */
const SCHEMA_FOLDER = join('node_modules', 'parley-web', 'schema');

/** Creates a worked example that fits the library's observations and actions. */
function createExample({ grammar, observation }: Pick<LibraryDefinition, 'grammar' | 'observation'>): {
  observationLines: string[];
  action: string;
} {
  const observationLines =
    observation === 'accessibility-tree'
      ? ["[1] searchbox 'Search'", "[2] button 'Go'"]
      : ['<input_text id=1 val=Search />', '<button id=2 val=Go />'];
  return {
    observationLines,
    action: grammar === 'miniwob' ? 'type [1] [red shoes]' : 'type [1] [red shoes] [0]',
  };
}

function formatPolicyFile(
  name: string,
  schemaPath: string,
  library: Pick<LibraryDefinition, 'grammar' | 'observation'>,
): string {
  const { observationLines, action } = createExample(library);
  return `# yaml-language-server: $schema=${schemaPath}
policy: 1
name: ${name}
parameters: [text]
description: Searches for the text and opens the first result. Returns the title of the result.
instruction: |
  1. Type the text into the search field and click the button beside it.
  2. When the results are shown, click the first one.
  3. When its page is shown, return its title with stop [title].
actions: [click, type, stop]
calls: []
returns: answer
max_steps: 10
examples:
  - objective: ${name} [red shoes]
    observation: |
${observationLines.map((line) => `      ${line}`).join('\n')}
    reason: The search field is empty, so the text has to be typed first.
    action: ${action}
`;
}

const NEW_LIBRARY_SETTINGS = { grammar: 'live', observation: 'salient-list' } as const;

const formatLibraryFile = (
  name: string,
  policyName: string,
  schemaPath: string,
): string => `# yaml-language-server: $schema=${schemaPath}
library: 1
name: ${name}
description: Policies of ${name}
grammar: ${NEW_LIBRARY_SETTINGS.grammar}
observation: ${NEW_LIBRARY_SETTINGS.observation}
roots:
  - policy: ${policyName}
# Rules for all policies:
# instruction: |
#   The shop's prices are without tax.
# Values that are given with --policy-variable shop=…; policies write {shop}:
# variables:
#   shop: { description: Address of the shop }
`;

export interface NewPolicy {
  files: string[];
  name: string;
  folder: string;
}

/**
 * @param path the folder of the library and the name of the policy: `my-library/find_order`
 * @throws ParleyError `usage` if the name cannot be used, a file exists or cannot be written
 */
export function writeNewPolicy(path: string): NewPolicy {
  const name = basename(path).replace(/\.ya?ml$/, '');
  const folder = dirname(path);
  const policyFile = join(folder, `${name}.yaml`);
  const libraryFile = join(folder, LIBRARY_FILE);
  const libraryName = basename(resolve(folder));
  if (!/^[a-z][a-z0-9_]*$/.test(name) || name === 'library')
    throw new ParleyError(
      'usage',
      `“${name}” cannot be the name of a policy.`,
      'Use lower-case letters, digits and “_”, as in `parley policy new my-library/find_order`.',
    );
  if (isStepVerb(name))
    throw new ParleyError(
      'usage',
      `“${name}” is the name of an action.`,
      'Choose another name for the policy.',
    );
  if (existsSync(policyFile))
    throw new ParleyError('usage', `${policyFile} already exists.`, 'Edit it, or choose another name.');
  const isNewLibrary = !existsSync(libraryFile);
  if (isNewLibrary && !/^[a-z][a-z0-9_-]*$/.test(libraryName))
    throw new ParleyError(
      'usage',
      `The folder “${libraryName}” cannot be the name of a library.`,
      'Use lower-case letters, digits, “-” and “_”, as in `parley policy new my-library/find_order`.',
    );
  const { grammar, observation } = isNewLibrary ? NEW_LIBRARY_SETTINGS : readLibraryFile(libraryFile);
  const findSchemaPath = (file: string): string =>
    relative(folder, join(SCHEMA_FOLDER, file)).split(sep).join('/');
  const files: string[] = [];
  const write = (target: string, text: string): void => {
    writeFileSync(target, text, { flag: 'wx' });
    files.push(target);
  };
  try {
    mkdirSync(folder, { recursive: true });
    if (isNewLibrary)
      write(libraryFile, formatLibraryFile(libraryName, name, findSchemaPath('policy-library.schema.json')));
    write(policyFile, formatPolicyFile(name, findSchemaPath('policy.schema.json'), { grammar, observation }));
  } catch (error) {
    throw new ParleyError(
      'usage',
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      'Check the path and its permissions.',
      { cause: error },
    );
  }
  return { files, name, folder };
}

/** @throws BrokenLibraryError if the existing library has errors */
function readLibraryFile(file: string): LibraryDefinition {
  const source = readSourceFile(file, file, librarySchema, LIBRARY_KEY_HINTS);
  if (!source.value) throw new BrokenLibraryError(source.getErrors());
  return source.value;
}
