/** Small SteP policies and policy libraries for tests. */
import type { StepLibrary, StepPolicy } from '../../src/contract/index.js';

export const createPolicy = (
  name: string,
  { instruction = `You are ${name}.`, ...overrides }: Partial<StepPolicy> = {},
): StepPolicy => ({
  name,
  aliases: [],
  description: `Does ${name}.`,
  parameters: [],
  instruction,
  instructionWithoutCalls: instruction,
  input:
    '\nOBJECTIVE:\n{objective}\nOBSERVATION:\n{observation}\nURL:\n{url}\nPREVIOUS ACTIONS:\n{previous_actions} \n',
  examples: [],
  actions: ['click', 'type', 'stop'],
  calls: [],
  returns: 'answer',
  minExamples: 0,
  maxExamples: 21,
  maxSteps: null,
  model: null,
  ...overrides,
});

export const toPolicyMap = (...policies: StepPolicy[]): ReadonlyMap<string, StepPolicy> =>
  new Map(
    policies.flatMap((policy) => [policy.name, ...policy.aliases].map((name) => [name, policy] as const)),
  );

/** The first policy is the root. */
export const createLibrary = (
  policies: [StepPolicy, ...StepPolicy[]],
  overrides: Partial<StepLibrary> = {},
): StepLibrary => ({
  name: 'test',
  description: 'Policies of a test.',
  grammar: 'live',
  observation: 'accessibility-tree',
  maxRows: 500,
  roots: [{ policy: policies[0].name, sites: [] }],
  policies: toPolicyMap(...policies),
  limits: { maxEnvSteps: 30, maxModelCalls: 90, maxStackDepth: 8, maxPolicySteps: 15, maxFormatErrors: 3 },
  ...overrides,
});
