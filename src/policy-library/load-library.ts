/** Loads a library of policies: a folder with `library.yaml` and one file per policy. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join, parse, resolve } from 'node:path';

import { ParleyError, type StepLibrary, type StepLimits, type StepPolicy } from '../contract/index.js';
import { formatSuggestion } from '../yaml/index.js';
import { checkLibrary, type LibrarySources, type PolicySource } from './check-library.js';
import { buildInstruction, DEFAULT_INPUT } from './instruction.js';
import { BrokenLibraryError, readSourceFile } from './read-file.js';
import {
  LIBRARY_KEY_HINTS,
  librarySchema,
  POLICY_KEY_HINTS,
  policySchema,
  type LibraryDefinition,
  type PolicyDefinition,
} from './schema.js';
import { fillVariables, listVariables } from './variables.js';

export const LIBRARY_FILE = 'library.yaml';

export interface LoadLibraryOptions {
  /** Values of the variables, by name. */
  variables?: Readonly<Record<string, string>>;
  /**
   * If given, only the variables of policies that this root can reach need values; otherwise all variables in use do.
   */
  root?: string;
  /** If false, variables without a value stay in the text, for checks and lists. Default: true. */
  requireVariables?: boolean;
  /** The folder's name in messages; the folder's path by default. */
  displayedFolder?: string;
}

/** @throws BrokenLibraryError with every error in the files; ParleyError `usage` for missing files and values */
export function loadLibrary(folder: string, options: LoadLibraryOptions = {}): StepLibrary {
  const { library, policies } = readSources(folder, options.displayedFolder ?? folder);
  return buildLibrary(library, policies, options);
}

function readSources(
  folder: string,
  displayedFolder: string,
): { library: LibraryDefinition; policies: readonly PolicyDefinition[] } {
  const sources: LibrarySources = {
    library: readSourceFile(
      join(folder, LIBRARY_FILE),
      join(displayedFolder, LIBRARY_FILE),
      librarySchema,
      LIBRARY_KEY_HINTS,
    ),
    policies: listPolicyFiles(folder).map((file): PolicySource => ({
      ...readSourceFile(join(folder, file), join(displayedFolder, file), policySchema, POLICY_KEY_HINTS),
      baseName: parse(file).name,
    })),
  };
  checkLibrary(sources);
  const name = basename(resolve(folder));
  if (sources.library.value && sources.library.value.name !== name)
    sources.library.addError(
      ['name'],
      `"${sources.library.value.name}" differs from the folder name, ${name}; use the same name`,
    );
  const errors = [sources.library, ...sources.policies].flatMap((source) => source.getErrors());
  if (errors.length > 0) throw new BrokenLibraryError(errors);
  return { library: sources.library.value!, policies: sources.policies.map(({ value }) => value!) };
}

/** Lists the names of the policy files, sorted. */
function listPolicyFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file) && file !== LIBRARY_FILE && !file.startsWith('.'))
    .filter((file) => statSync(join(folder, file)).isFile())
    .toSorted();
}

function buildLibrary(
  library: LibraryDefinition,
  policies: readonly PolicyDefinition[],
  { variables = {}, root, requireVariables = true }: LoadLibraryOptions,
): StepLibrary {
  const policiesByName = new Map(
    policies.flatMap((policy) => [policy.name, ...policy.aliases].map((name) => [name, policy] as const)),
  );
  assertKnownVariables(library, variables);
  const values = new Map([
    ...Object.entries(library.variables).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
    ...Object.entries(variables),
  ]);
  if (requireVariables)
    assertValuesGiven(
      library,
      root === undefined ? policies : findReachablePolicies(root, policiesByName),
      values,
    );
  const builtPolicies = new Map(
    policies.map((policy) => [policy.name, buildPolicy(policy, library, policiesByName, values)]),
  );
  return {
    name: library.name,
    description: library.description,
    grammar: library.grammar,
    observation: library.observation,
    maxRows: library.max_rows,
    roots: library.roots.map(({ policy, sites }) => ({
      policy: policiesByName.get(policy)!.name,
      sites: [...sites, ...listHosts(sites, values)],
    })),
    policies: new Map([...policiesByName].map(([name, policy]) => [name, builtPolicies.get(policy.name)!])),
    limits: toLimits(library.limits),
  };
}

function buildPolicy(
  policy: PolicyDefinition,
  library: LibraryDefinition,
  policiesByName: ReadonlyMap<string, PolicyDefinition>,
  values: ReadonlyMap<string, string>,
): StepPolicy {
  const fill = (text: string): string => fillVariables(text, values);
  // A call may use an alias; the prompt lists the policy under the name that the caller's file uses.
  const callablePolicies = policy.calls.map((call) => ({ ...policiesByName.get(call)!, name: call }));
  return {
    name: policy.name,
    aliases: policy.aliases,
    description: fill(policy.description.trim()),
    parameters: policy.parameters,
    instruction: fill(buildInstruction(policy, library, callablePolicies)),
    instructionWithoutCalls: fill(buildInstruction(policy, library, [])),
    input: policy.input ?? DEFAULT_INPUT,
    examples: policy.examples.map((example) => ({
      objective: fill(example.objective.trim()),
      observation: fill(example.observation.trimEnd()),
      url: fill(example.url.trim()),
      previousActions: fill(example.previous_actions.trim()),
      reason: fill(example.reason.trim()),
      action: fill(example.action.trim()),
    })),
    actions: policy.actions,
    calls: policy.calls.map((call) => policiesByName.get(call)!.name),
    returns: policy.returns,
    minExamples: policy.min_examples,
    maxExamples: policy.max_examples,
    maxSteps: policy.max_steps ?? null,
    model: policy.model ?? null,
  };
}

/** A site named after a variable also matches the host of the URL in that variable. */
function listHosts(sites: readonly string[], values: ReadonlyMap<string, string>): string[] {
  return sites.flatMap((site) => {
    const address = values.get(site) ?? '';
    const url = /^https?:\/\//i.test(address) ? address : `http://${address}`;
    return address !== '' && URL.canParse(url) ? [new URL(url).host] : [];
  });
}

const DEFAULT_MAX_ENV_STEPS = 30;

function toLimits(limits: LibraryDefinition['limits']): StepLimits {
  const maxEnvSteps = limits.max_env_steps ?? DEFAULT_MAX_ENV_STEPS;
  return {
    maxEnvSteps,
    maxModelCalls: limits.max_model_calls ?? 3 * maxEnvSteps,
    maxStackDepth: limits.max_stack_depth ?? 8,
    maxPolicySteps: limits.max_policy_steps ?? 15,
    maxFormatErrors: limits.max_format_errors ?? 3,
  };
}

function findReachablePolicies(
  root: string,
  policiesByName: ReadonlyMap<string, PolicyDefinition>,
): PolicyDefinition[] {
  const rootPolicy = policiesByName.get(root);
  if (!rootPolicy)
    throw new ParleyError(
      'usage',
      `There is no policy “${root}”.${formatSuggestion(root, policiesByName.keys())}`,
      '`parley policy list` shows the policies of each library.',
    );
  const reachablePolicies = new Set([rootPolicy]);
  for (const policy of reachablePolicies)
    for (const call of policy.calls) reachablePolicies.add(policiesByName.get(call)!);
  return [...reachablePolicies];
}

function assertKnownVariables(library: LibraryDefinition, variables: Readonly<Record<string, string>>): void {
  const knownNames = Object.keys(library.variables);
  const unknownName = Object.keys(variables).find((name) => !knownNames.includes(name));
  if (unknownName !== undefined)
    throw new ParleyError(
      'usage',
      `The library ${library.name} has no variable “${unknownName}”.${formatSuggestion(unknownName, knownNames)}`,
      knownNames.length > 0 ? `Its variables are ${knownNames.join(', ')}.` : 'Leave out --policy-variable.',
    );
}

function assertValuesGiven(
  library: LibraryDefinition,
  policies: readonly PolicyDefinition[],
  values: ReadonlyMap<string, string>,
): void {
  const usedNames = new Set([library.instruction, ...policies.flatMap(listTexts)].flatMap(listVariables));
  const missingNames = Object.keys(library.variables).filter(
    (name) => usedNames.has(name) && !values.has(name),
  );
  if (missingNames.length === 0) return;
  const describedNames = missingNames.map((name) => `${name} (${library.variables[name]!.description})`);
  throw new ParleyError(
    'usage',
    `The library ${library.name} needs a value for ${describedNames.join(', ')}.`,
    `Give ${missingNames.length === 1 ? 'it' : 'each'} with --policy-variable name=value: --policy-variable ${missingNames[0]}=VALUE`,
  );
}

const listTexts = ({ description, instruction, examples }: PolicyDefinition): string[] => [
  description,
  instruction,
  ...examples.flatMap((example) => Object.values(example)),
];
