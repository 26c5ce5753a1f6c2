/** Loads a library of policies: a folder with `library.yaml` and one file per policy. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join, parse, resolve } from 'node:path';

import { ParleyError, type StepLibrary, type StepLimits, type StepPolicy } from '../contract/index.js';
import { formatSuggestion } from '../yaml/index.js';
import { checkLibrary, type LibrarySources, type PolicySource } from './check-library.js';
import { buildInstruction, DEFAULT_INPUT } from './instruction.js';
import { BrokenLibrary, readSourceFile } from './read-file.js';
import {
  LIBRARY_KEY_NOTES,
  librarySchema,
  POLICY_KEY_NOTES,
  policySchema,
  type WrittenLibrary,
  type WrittenPolicy,
} from './schema.js';
import { fillVariables, variablesIn } from './variables.js';

export const LIBRARY_FILE = 'library.yaml';

export interface LoadLibraryOptions {
  /** Values of the variables, by name. */
  variables?: Readonly<Record<string, string>>;
  /** Requires values only for variables of policies that this root can reach; without it, for all variables in use. */
  root?: string;
  /** If false, variables without a value stay in the text, for checks and lists. Default: true. */
  requireVariables?: boolean;
  /** The folder's name in messages. */
  shown?: string;
}

/** @throws BrokenLibrary with every error in the files; ParleyError `usage` for missing files and values */
export function loadLibrary(folder: string, options: LoadLibraryOptions = {}): StepLibrary {
  const { library, policies } = readSources(folder, options.shown ?? folder);
  return build(library, policies, options);
}

function readSources(
  folder: string,
  shown: string,
): { library: WrittenLibrary; policies: readonly WrittenPolicy[] } {
  const sources: LibrarySources = {
    library: readSourceFile(
      join(folder, LIBRARY_FILE),
      join(shown, LIBRARY_FILE),
      librarySchema,
      LIBRARY_KEY_NOTES,
    ),
    policies: listPolicyFiles(folder).map((file): PolicySource => ({
      ...readSourceFile(join(folder, file), join(shown, file), policySchema, POLICY_KEY_NOTES),
      stem: parse(file).name,
    })),
  };
  checkLibrary(sources);
  const name = basename(resolve(folder));
  if (sources.library.value && sources.library.value.name !== name)
    sources.library.addError(
      ['name'],
      `"${sources.library.value.name}" differs from the folder name, ${name}; use the same name`,
    );
  const errors = [sources.library, ...sources.policies].flatMap((source) => source.errors());
  if (errors.length > 0) throw new BrokenLibrary(errors);
  return { library: sources.library.value!, policies: sources.policies.map(({ value }) => value!) };
}

/** Names of the policy files, sorted. */
function listPolicyFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file) && file !== LIBRARY_FILE && !file.startsWith('.'))
    .filter((file) => statSync(join(folder, file)).isFile())
    .toSorted();
}

function build(
  library: WrittenLibrary,
  policies: readonly WrittenPolicy[],
  { variables = {}, root, requireVariables = true }: LoadLibraryOptions,
): StepLibrary {
  const byName = new Map(
    policies.flatMap((policy) => [policy.name, ...policy.aliases].map((name) => [name, policy] as const)),
  );
  checkGivenVariables(library, variables);
  const values = new Map([
    ...Object.entries(library.variables).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
    ...Object.entries(variables),
  ]);
  if (requireVariables)
    requireValues(library, root === undefined ? policies : findReachablePolicies(root, byName), values);
  const built = new Map(
    policies.map((policy) => [policy.name, buildPolicy(policy, library, byName, values)]),
  );
  return {
    name: library.name,
    description: library.description,
    grammar: library.grammar,
    observation: library.observation,
    maxRows: library.max_rows,
    roots: library.roots.map(({ policy, sites }) => ({
      policy: byName.get(policy)!.name,
      sites: [...sites, ...hostsOf(sites, values)],
    })),
    policies: new Map([...byName].map(([name, policy]) => [name, built.get(policy.name)!])),
    limits: toLimits(library.limits),
  };
}

function buildPolicy(
  policy: WrittenPolicy,
  library: WrittenLibrary,
  byName: ReadonlyMap<string, WrittenPolicy>,
  values: ReadonlyMap<string, string>,
): StepPolicy {
  const fill = (text: string): string => fillVariables(text, values);
  // A call may use an alias; the prompt lists the policy under the name that the caller's file uses.
  const callable = policy.calls.map((call) => ({ ...byName.get(call)!, name: call }));
  return {
    name: policy.name,
    aliases: policy.aliases,
    description: fill(policy.description.trim()),
    parameters: policy.parameters,
    instruction: fill(buildInstruction(policy, library, callable)),
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
    calls: policy.calls.map((call) => byName.get(call)!.name),
    returns: policy.returns,
    minExamples: policy.min_examples,
    maxExamples: policy.max_examples,
    maxSteps: policy.max_steps ?? null,
    model: policy.model ?? null,
  };
}

/** A site with the name of a variable also matches the host of that variable's URL. */
function hostsOf(sites: readonly string[], values: ReadonlyMap<string, string>): string[] {
  return sites.flatMap((site) => {
    const address = values.get(site) ?? '';
    const url = /^https?:\/\//i.test(address) ? address : `http://${address}`;
    return address !== '' && URL.canParse(url) ? [new URL(url).host] : [];
  });
}

const DEFAULT_MAX_ENV_STEPS = 30;

function toLimits(limits: WrittenLibrary['limits']): StepLimits {
  const maxEnvSteps = limits.max_env_steps ?? DEFAULT_MAX_ENV_STEPS;
  return {
    maxEnvSteps,
    maxModelCalls: limits.max_model_calls ?? 3 * maxEnvSteps,
    maxStackDepth: limits.max_stack_depth ?? 8,
    maxPolicySteps: limits.max_policy_steps ?? 15,
    maxFormatErrors: limits.max_format_errors ?? 3,
  };
}

function findReachablePolicies(root: string, byName: ReadonlyMap<string, WrittenPolicy>): WrittenPolicy[] {
  const first = byName.get(root);
  if (!first)
    throw new ParleyError(
      'usage',
      `There is no policy “${root}”.${formatSuggestion(root, byName.keys())}`,
      'parley policy list shows the policies of each library.',
    );
  const found = new Set([first]);
  for (const policy of found) for (const call of policy.calls) found.add(byName.get(call)!);
  return [...found];
}

function checkGivenVariables(library: WrittenLibrary, given: Readonly<Record<string, string>>): void {
  const known = Object.keys(library.variables);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ParleyError(
      'usage',
      `The library ${library.name} has no variable “${unknown}”.${formatSuggestion(unknown, known)}`,
      known.length > 0 ? `Its variables are ${known.join(', ')}.` : 'Leave out --policy-variable.',
    );
}

function requireValues(
  library: WrittenLibrary,
  policies: readonly WrittenPolicy[],
  values: ReadonlyMap<string, string>,
): void {
  const used = new Set([library.instruction, ...policies.flatMap(textsOf)].flatMap(variablesIn));
  const missing = Object.keys(library.variables).filter((name) => used.has(name) && !values.has(name));
  if (missing.length === 0) return;
  const explained = missing.map((name) => `${name} (${library.variables[name]!.description})`);
  throw new ParleyError(
    'usage',
    `The library ${library.name} needs a value for ${explained.join(', ')}.`,
    `Give ${missing.length === 1 ? 'it' : 'each'} with --policy-variable name=value: --policy-variable ${missing[0]}=VALUE`,
  );
}

const textsOf = ({ description, instruction, examples }: WrittenPolicy): string[] => [
  description,
  instruction,
  ...examples.flatMap((example) => Object.values(example)),
];
