/** `parley policy`: lists, checks and creates policies for the `step` navigator. */
import type { CommandModule } from 'yargs';

import { ParleyError, type StepLibrary, type StepPolicy } from '../../contract/index.js';
import {
  BrokenLibraryError,
  findLibrary,
  formatCall,
  listLibraries,
  loadLibrary,
  writeNewPolicy,
  type LibraryFolder,
} from '../../policy-library/index.js';
import { getExitCode } from '../../policy/index.js';
import { formatFileError } from '../../yaml/index.js';

interface Args {
  action: string;
  names: string[];
  policies?: string;
  json: boolean;
}

/** Lists each policy once. The map also contains policies under their aliases. */
const listPolicies = (library: StepLibrary): StepPolicy[] => [...new Set(library.policies.values())];

const readLibrary = (folder: string): StepLibrary => loadLibrary(folder, { requireVariables: false });

function printList({ names, policies: folder, json }: Args): void {
  if (names.length > 1)
    throw new ParleyError('usage', 'parley policy list accepts one library.', 'Remove the other names.');
  const [name] = names;
  if (name !== undefined) {
    const library = readLibrary(findLibrary(name, { folder }));
    process.stdout.write(`${json ? JSON.stringify(toJson(library)) : formatDetails(library)}\n`);
    return;
  }
  const libraries = listLibraries({ folder });
  if (json)
    process.stdout.write(
      `${JSON.stringify(libraries.map((library) => ({ ...library, ...describeLibrary(library) })))}\n`,
    );
  else process.stdout.write(`${libraries.map(formatSummary).join('\n\n')}\n`);
}

/** Describes a library. If it has errors, returns the error, so that the other libraries can still be listed. */
function describeLibrary({ folder }: LibraryFolder): object {
  try {
    return toJson(readLibrary(folder));
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { fault: error.message };
  }
}

function toJson(library: StepLibrary): object {
  return {
    ...library,
    policies: listPolicies(library).map(
      ({ name, aliases, parameters, description, actions, calls, returns, examples }) => ({
        name,
        aliases,
        parameters,
        description,
        actions,
        calls,
        returns,
        examples: examples.length,
      }),
    ),
  };
}

function formatSummary(location: LibraryFolder): string {
  try {
    const library = readLibrary(location.folder);
    const roots = new Set(library.roots.map(({ policy }) => policy));
    return [
      `${library.name}: ${library.description}${location.isShipped ? '' : ` (${location.folder})`}`,
      ...listPolicies(library)
        .toSorted((a, b) => Number(roots.has(b.name)) - Number(roots.has(a.name)))
        .flatMap((policy) => [
          `  ${formatCall(policy)}${roots.has(policy.name) ? ' (root)' : ''}: ${policy.description}`,
          ...(policy.calls.length > 0 ? [`    calls ${policy.calls.join(', ')}`] : []),
        ]),
    ].join('\n');
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return `${location.name}: has errors; parley policy check ${location.folder} lists them`;
  }
}

function formatDetails(library: StepLibrary): string {
  const { name, description, grammar, observation, maxRows, roots, limits } = library;
  return [
    `${name}: ${description}`,
    `Grammar ${grammar}, observation ${observation} (at most ${maxRows} lines), at most ${limits.maxEnvSteps} actions and ${limits.maxModelCalls} model calls`,
    ...roots.map(
      ({ policy, sites }) =>
        `Root ${policy}: ${sites.length > 0 ? sites.join(', ') : roots.length > 1 ? 'all other sites' : 'all sites'}`,
    ),
    '',
    ...listPolicies(library).flatMap((policy) => [
      `${formatCall(policy)}: ${policy.description}`,
      `  actions: ${policy.actions.join(', ')}`,
      ...(policy.calls.length > 0 ? [`  calls: ${policy.calls.join(', ')}`] : []),
      ...(policy.aliases.length > 0 ? [`  also called: ${policy.aliases.join(', ')}`] : []),
      `  returns: ${policy.returns}; examples: ${policy.examples.length}`,
    ]),
  ].join('\n');
}

const formatCount = (count: number): string => `${count} ${count === 1 ? 'policy' : 'policies'}`;

function checkLibraries({ names, policies }: Args): void {
  const folders = names.length > 0 ? names : policies === undefined ? [] : [policies];
  const libraries = (folders.length > 0 ? folders : [undefined]).flatMap((folder) =>
    listLibraries({ folder }).filter(({ isShipped }) => folder === undefined || !isShipped),
  );
  let errorCount = 0;
  for (const { name, folder } of libraries) {
    try {
      const library = readLibrary(folder);
      process.stdout.write(`ok  ${name}: ${formatCount(listPolicies(library).length)}\n`);
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      const lines =
        error instanceof BrokenLibraryError
          ? error.errors.map(formatFileError)
          : [`${error.message}\n${error.next}`];
      errorCount += lines.length;
      process.stdout.write(`${lines.join('\n')}\n`);
    }
  }
  if (errorCount > 0) process.exitCode = getExitCode('usage');
}

function createPolicy({ names }: Args): void {
  const [path] = names;
  if (path === undefined || names.length > 1)
    throw new ParleyError(
      'usage',
      'parley policy new needs the folder of a library and the name of a policy.',
      'For example: parley policy new my-library/find_order',
    );
  const { files, folder } = writeNewPolicy(path);
  process.stdout.write(
    `Wrote ${files.join(' and ')}.\nEdit the instruction and the example, then run parley policy check ${folder}\n`,
  );
}

function handle(args: Args): void {
  switch (args.action) {
    case 'list':
      return printList(args);
    case 'check':
      return checkLibraries(args);
    case 'new':
      return createPolicy(args);
    default:
      throw new ParleyError(
        'usage',
        `parley policy has no action “${args.action}”.`,
        'Use list, check or new: parley policy new my-library/find_order',
      );
  }
}

export const policyCommand: CommandModule<object, Args> = {
  command: 'policy [action] [names..]',
  describe: 'List, check or create policies for the navigator “step”',
  builder: (yargs) =>
    yargs
      .positional('action', { type: 'string', default: 'list', describe: 'list, check or new' })
      .positional('names', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'For list: a library; for check: folders; for new: FOLDER/NAME of the policy',
      })
      .option('policies', {
        type: 'string',
        describe: 'Folder of your own library or libraries, in addition to the bundled ones',
      })
      .option('json', { type: 'boolean', default: false, describe: 'For list: print JSON' })
      .example('$0 policy list', 'all libraries and their policies')
      .example('$0 policy list miniwob', 'one library in detail')
      .example('$0 policy new my-library/find_order', 'create a policy, and the library if it is new')
      .example('$0 policy check my-library', 'check the files; without a folder, the bundled ones')
      .epilogue('Exit codes: 0 no errors, 2 errors found. Format of the files: docs/policies.md'),
  handler: handle,
};
