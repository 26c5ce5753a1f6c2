/**
 * Builds the system text of a policy: its task, the actions and policies that it may use, the inputs, and its rules.
 * The reply format is added in `prompt/`, because it depends on whether reasons are requested. Pure.
 */
import type { StepObservation } from '../contract/index.js';
import type { LibraryDefinition, PolicyDefinition } from './schema.js';
import { getStepVerbEntry, type StepVerbGroup } from '../action/index.js';

/** The facts that a caller's prompt states about a policy. */
export interface CallablePolicy {
  name: string;
  parameters: readonly string[];
  description: string;
}

/**
 * The layout of the prompts that the paper released: a line break at both ends, and a space after the last
 * placeholder.
 */
export const DEFAULT_INPUT = `
OBJECTIVE:
{objective}
OBSERVATION:
{observation}
URL:
{url}
PREVIOUS ACTIONS:
{previous_actions} 
`;

const OBSERVATION_DESCRIPTIONS: Readonly<Record<StepObservation, string>> = {
  'dom-list':
    'the elements of the page in document order, one per line: <tag id=N val=text />. N is the id for actions. val is the text of the element, or the content of a field (True for a ticked box); if it has neither, its internal name. Lines with the tag t are plain text, and their ids are negative.',
  'salient-list':
    'the controls and texts of the page in document order, one per line: <tag id=N val=text />. N is the id for actions. val is the label of the control, with its content or state after a colon. Lines with negative ids are plain text.',
  'accessibility-tree':
    "the accessibility tree of what is in the window, one node per line, indented: [N] role 'name' and properties. N is the id for actions. The first line lists the tabs.",
};

export const formatCall = ({ name, parameters }: Pick<CallablePolicy, 'name' | 'parameters'>): string =>
  [name, ...parameters.map((parameter) => `[${parameter}]`)].join(' ');

/** @param callablePolicies the policies that it may call, in `calls` order */
export function buildInstruction(
  policy: Pick<
    PolicyDefinition,
    'name' | 'parameters' | 'description' | 'instruction' | 'actions' | 'returns'
  >,
  library: Pick<LibraryDefinition, 'grammar' | 'observation' | 'instruction'>,
  callablePolicies: readonly CallablePolicy[],
): string {
  return [
    formatRole(policy),
    formatActions(policy, library),
    ...(callablePolicies.length > 0 ? [formatCallablePolicies(callablePolicies)] : []),
    formatExampleActions(policy, library, callablePolicies),
    formatInputs(policy, library),
    ...(library.instruction.trim() === '' ? [] : [`General rules:\n${library.instruction.trim()}`]),
    `Rules for this task:\n${policy.instruction.trim()}`,
  ].join('\n\n');
}

function formatRole({ name, description }: Pick<PolicyDefinition, 'name' | 'description'>): string {
  return `You operate a web page, one action at a time. You are the policy ${name}: ${description.trim()}`;
}

function formatActions(
  { actions }: Pick<PolicyDefinition, 'actions'>,
  { grammar }: Pick<LibraryDefinition, 'grammar'>,
): string {
  const groups = new Map<StepVerbGroup, string[]>();
  for (const verb of new Set(actions)) {
    const { group, syntax, explanation } = getStepVerbEntry(verb, grammar);
    groups.set(group, [...(groups.get(group) ?? []), `${syntax}: ${explanation}`]);
  }
  const order: StepVerbGroup[] = ['Page', 'Tabs and addresses', 'Notes and questions', 'End'];
  return order
    .flatMap((group) => (groups.has(group) ? [`${group} actions:\n${groups.get(group)!.join('\n')}`] : []))
    .join('\n\n');
}

/** Lists the policies that may be called. The call looks like an action, and the called policy works until it stops. */
function formatCallablePolicies(callablePolicies: readonly CallablePolicy[]): string {
  const lines = callablePolicies.map((policy) => `${formatCall(policy)}: ${policy.description.trim()}`);
  return [
    'Subroutine actions. Each starts another policy, which works on the same page and returns when it is done. What it returned appears in PREVIOUS ACTIONS as "answer = call"; "N/A = call" means that it returned nothing. Do not repeat the call, but go on from what the page shows now:',
    ...lines,
  ].join('\n');
}

/** Maximum number of generic example actions; more would crowd out the policy's own examples. */
const MAX_EXAMPLE_ACTIONS = 5;

function formatExampleActions(
  { actions }: Pick<PolicyDefinition, 'actions'>,
  { grammar }: Pick<LibraryDefinition, 'grammar'>,
  callablePolicies: readonly CallablePolicy[],
): string {
  const verbs = [...new Set(actions)].map((verb) => getStepVerbEntry(verb, grammar).example);
  const calls = callablePolicies.slice(0, 1).map((policy) => formatCall(policy));
  return ['Example actions:', ...verbs.slice(0, MAX_EXAMPLE_ACTIONS), ...calls].join('\n');
}

function formatInputs(
  { name, parameters }: Pick<PolicyDefinition, 'name' | 'parameters'>,
  { observation }: Pick<LibraryDefinition, 'observation'>,
): string {
  return [
    'You are given:',
    `OBJECTIVE: ${parameters.length > 0 ? `the call of this policy, ${formatCall({ name, parameters })}` : 'what you have to do'}`,
    `OBSERVATION: ${OBSERVATION_DESCRIPTIONS[observation]}`,
    'URL: the address of the page',
    'PREVIOUS ACTIONS: what you have done so far in this task, oldest first',
  ].join('\n');
}
