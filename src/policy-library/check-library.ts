/** Checks the files of a library together: names, calls, roots, variables and worked examples. Pure. */
import { formatSuggestion, type KeyPath } from '../yaml/index.js';
import { parseActionForm } from './action-form.js';
import { findUnlimitedCycle } from './call-cycles.js';
import type { SourceFile } from './read-file.js';
import type { LibraryDefinition, PolicyDefinition } from './schema.js';
import { listVariables } from './variables.js';
import { isStepVerb, STEP_VERBS, getStepVerbEntry, STEP_VERBS_BY_GRAMMAR } from '../action/index.js';

export interface LibrarySources {
  library: SourceFile<LibraryDefinition>;
  policies: readonly PolicySource[];
}

export interface PolicySource extends SourceFile<PolicyDefinition> {
  /** The file name without `.yaml`. */
  baseName: string;
}

interface ParsedPolicy extends PolicySource {
  value: PolicyDefinition;
}

/** Adds the errors that it finds to the files. */
export function checkLibrary({ library, policies }: LibrarySources): void {
  const parsedPolicies = policies.filter((policy): policy is ParsedPolicy => policy.value !== null);
  const names = collectNames(policies);
  checkNames(parsedPolicies);
  if (policies.length === 0)
    library.addError([], 'the folder has no policies; create one with `parley policy new`', true);
  if (library.value) checkRoots(library, library.value, names);
  const policiesByName = new Map(
    parsedPolicies.flatMap((policy) =>
      [policy.value.name, ...policy.value.aliases].map((name) => [name, policy.value] as const),
    ),
  );
  for (const policy of parsedPolicies) {
    checkCalls(policy, names);
    checkReturn(policy);
    checkExampleCounts(policy);
    if (!library.value) continue;
    checkVerbs(policy, library.value);
    checkVariables(policy, library.value);
    checkExamples(policy, library.value, policiesByName);
  }
  if (library.value) checkTextVariables(library, ['instruction'], library.value.instruction, library.value);
  const cycle = findUnlimitedCycle(parsedPolicies.map(({ value }) => value));
  const firstPolicy = cycle && parsedPolicies.find(({ value }) => value.name === cycle[0]);
  if (cycle && firstPolicy)
    firstPolicy.addError(
      ['calls', findCallIndex(firstPolicy.value, cycle, policiesByName)],
      `the calls ${[...cycle, cycle[0]].join(' → ')} could go on forever; set "max_steps" in one of these policies`,
    );
}

/** Includes names and aliases from files with errors, so that one error does not cause others. */
function collectNames(policies: readonly PolicySource[]): Set<string> {
  return new Set(
    policies.flatMap(({ baseName, rawValue }) => {
      const { name, aliases } = (rawValue ?? {}) as { name?: unknown; aliases?: unknown };
      return [baseName, name, ...(Array.isArray(aliases) ? (aliases as unknown[]) : [])].filter(
        (value): value is string => typeof value === 'string',
      );
    }),
  );
}

function findCallIndex(
  { calls }: PolicyDefinition,
  cycle: readonly string[],
  policiesByName: ReadonlyMap<string, PolicyDefinition>,
): number {
  const nextName = cycle[1] ?? cycle[0];
  return Math.max(
    0,
    calls.findIndex((call) => policiesByName.get(call)?.name === nextName),
  );
}

function checkNames(policies: readonly ParsedPolicy[]): void {
  const policiesByName = new Map<string, PolicySource>();
  for (const policy of policies) {
    const { name, aliases } = policy.value;
    if (name !== policy.baseName)
      policy.addError(
        ['name'],
        `"${name}" differs from the file name, ${policy.baseName}; use the same name`,
      );
    for (const [index, policyName] of [name, ...aliases].entries()) {
      const path: KeyPath = index === 0 ? ['name'] : ['aliases', index - 1];
      const otherPolicy = policiesByName.get(policyName);
      if (isStepVerb(policyName))
        policy.addError(path, `"${policyName}" is the name of an action; choose another name`);
      else if (otherPolicy)
        policy.addError(
          path,
          otherPolicy === policy
            ? `"${policyName}" is given twice`
            : `"${policyName}" is already the name of a policy in ${otherPolicy.file}`,
        );
      else policiesByName.set(policyName, policy);
    }
    for (const [index, parameter] of policy.value.parameters.entries())
      if (policy.value.parameters.indexOf(parameter) < index)
        policy.addError(['parameters', index], `"${parameter}" is given twice`);
  }
}

function checkRoots(
  library: SourceFile<LibraryDefinition>,
  { roots }: LibraryDefinition,
  names: ReadonlySet<string>,
): void {
  for (const [index, { policy, sites }] of roots.entries()) {
    if (names.size > 0 && !names.has(policy))
      library.addError(['roots', index, 'policy'], describeUnknownPolicy(policy, names));
    if (sites.length === 0 && roots.findIndex((root) => root.sites.length === 0) < index)
      library.addError(
        ['roots', index],
        'there is a default root already; a second root without sites is never chosen',
      );
  }
}

const describeUnknownPolicy = (name: string, names: Iterable<string>): string =>
  `there is no policy "${name}".${formatSuggestion(name, names)}`;

function checkCalls(policy: ParsedPolicy, names: ReadonlySet<string>): void {
  for (const [index, call] of policy.value.calls.entries())
    if (isStepVerb(call))
      policy.addError(['calls', index], `"${call}" is an action, not a policy; list it under "actions"`);
    else if (!names.has(call)) policy.addError(['calls', index], describeUnknownPolicy(call, names));
    else if (policy.value.calls.indexOf(call) < index)
      policy.addError(['calls', index], `"${call}" is given twice`);
}

function checkVerbs(policy: ParsedPolicy, { grammar }: LibraryDefinition): void {
  const allowed = STEP_VERBS_BY_GRAMMAR[grammar];
  for (const [index, verb] of policy.value.actions.entries())
    if (!allowed.includes(verb))
      policy.addError(
        ['actions', index],
        `"${verb}" cannot be executed in the grammar "${grammar}", which has ${allowed.join(', ')}`,
      );
    else if (policy.value.actions.indexOf(verb) < index)
      policy.addError(['actions', index], `"${verb}" is given twice`);
}

function checkReturn(policy: ParsedPolicy): void {
  const { actions, returns, instruction, name } = policy.value;
  if (!actions.includes('stop'))
    policy.addError(['actions'], `lacks "stop", without which "${name}" cannot end`);
  if (returns === 'answer' && !/\bstop\b/.test(instruction))
    policy.addError(
      ['returns'],
      'the policy returns an answer, but its instruction does not say what goes into stop [answer]',
    );
}

function checkExampleCounts(policy: ParsedPolicy): void {
  const { min_examples: min, max_examples: max, examples } = policy.value;
  if (min > max) policy.addError(['min_examples'], `is more than "max_examples", ${max}`);
  else if (min > examples.length)
    policy.addError(['min_examples'], `is more than the number of examples, ${examples.length}`);
}

function checkVariables(policy: ParsedPolicy, library: LibraryDefinition): void {
  const { description, instruction, examples } = policy.value;
  checkTextVariables(policy, ['description'], description, library);
  checkTextVariables(policy, ['instruction'], instruction, library);
  for (const [index, example] of examples.entries())
    for (const key of ['objective', 'url', 'previous_actions', 'reason', 'action'] as const)
      checkTextVariables(policy, ['examples', index, key], example[key], library);
}

function checkTextVariables<T>(
  source: SourceFile<T>,
  path: KeyPath,
  text: string,
  { variables }: LibraryDefinition,
): void {
  for (const name of listVariables(text))
    if (!Object.hasOwn(variables, name))
      source.addError(
        path,
        `{${name}} is not a variable of library.yaml.${formatSuggestion(name, Object.keys(variables))}`,
      );
}

function checkExamples(
  policy: ParsedPolicy,
  library: LibraryDefinition,
  policiesByName: ReadonlyMap<string, PolicyDefinition>,
): void {
  for (const [index, { action, observation }] of policy.value.examples.entries()) {
    const error = describeActionError(action, observation, policy.value, library, policiesByName);
    if (error) policy.addError(['examples', index, 'action'], error);
  }
}

function describeActionError(
  action: string,
  observation: string,
  policy: PolicyDefinition,
  { grammar }: LibraryDefinition,
  policiesByName: ReadonlyMap<string, PolicyDefinition>,
): string | null {
  const form = parseActionForm(action);
  if (typeof form === 'string') return form;
  const { verb, args } = form;
  if (isStepVerb(verb)) {
    if (!policy.actions.includes(verb)) return `"${verb}" is not listed under "actions" of this policy`;
    const { arity, syntax, takesId } = getStepVerbEntry(verb, grammar);
    if (args.length < arity[0] || args.length > arity[1]) return `does not have the form ${syntax}`;
    return takesId ? describeIdError(args[0]!, observation) : null;
  }
  const calledPolicy = policiesByName.get(verb);
  const callableNames = policy.calls.map((call) => policiesByName.get(call)?.name ?? call);
  if (!callableNames.includes(calledPolicy?.name ?? verb)) {
    if (calledPolicy) return `"${verb}" is not listed under "calls" of this policy`;
    return `"${verb}" is neither an action nor a policy.${formatSuggestion(verb, [...STEP_VERBS, ...policiesByName.keys()])}`;
  }
  return calledPolicy && args.length !== calledPolicy.parameters.length
    ? `"${verb}" has ${calledPolicy.parameters.length} arguments, not ${args.length}`
    : null;
}

/** An example with an id that its observation lacks would teach a model to invent ids. */
function describeIdError(id: string, observation: string): string | null {
  if (!/^-?\d+$/.test(id)) return `"${id}" is not the id of an element, which is a number`;
  return new RegExp(`(?:\\bid=|\\[)${id}(?!\\d)`).test(observation)
    ? null
    : `the observation of the example has no element ${id}`;
}
