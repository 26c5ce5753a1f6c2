/**
 * Builds the policy of a flat agent, which has no stack: one prompt contains the instructions and examples of all
 * policies, and no policy can be called. Pure.
 */
import type { StepExample, StepPolicy } from '../../contract/index.js';
import type { CountTokens } from '../chat/outline/index.js';
import { formatExample } from './messages.js';
import { ANSWER_RESERVE } from './token-caps.js';

export interface FlatOptions {
  /** Maximum tokens of instructions and examples; null: no limit. */
  cap: number | null;
  withExamples: boolean;
  countTokens: CountTokens;
}

/** The largest number of examples in the paper (figure 7). */
const MAX_EXAMPLES = 21;

const LEAD = `You do all steps yourself. There are no subroutines to call: where an instruction below names one, do what its section says. A stop in a section only ends that section: go on with the next step, and stop when all of OBJECTIVE is done. The actions of all sections may be used.`;

/** Returns the root and all policies that it can reach by calls. */
export function listReachablePolicies(
  root: StepPolicy,
  policies: ReadonlyMap<string, StepPolicy>,
): readonly StepPolicy[] {
  const reachablePolicies = new Set([root]);
  // The set grows while it is iterated.
  for (const policy of reachablePolicies)
    for (const name of policy.calls) {
      const calledPolicy = policies.get(name);
      if (calledPolicy) reachablePolicies.add(calledPolicy);
    }
  return [...reachablePolicies];
}

/**
 * The root's instruction comes first, because it contains the reply format. Then each policy in turn adds one paragraph
 * of its instructions, and then one example, until the cap is reached.
 *
 * @param policies the root first
 */
export function buildFlatPolicy(policies: readonly StepPolicy[], options: FlatOptions): StepPolicy {
  const [root, ...others] = policies;
  if (!root) throw new RangeError('A flat policy needs a root.');
  const { cap, withExamples, countTokens } = options;
  let remainingTokens =
    cap === null ? Infinity : cap - ANSWER_RESERVE - countTokens(`${LEAD}${root.instructionWithoutCalls}`);
  const addIfFits = (text: string): boolean => {
    const tokens = countTokens(text) + 1;
    if (tokens > remainingTokens) return false;
    remainingTokens -= tokens;
    return true;
  };
  const rootBlocks = new Set(splitBlocks(root.instructionWithoutCalls));
  const blocks = others.map(({ instructionWithoutCalls }) =>
    splitBlocks(instructionWithoutCalls).filter((block) => !rootBlocks.has(block)),
  );
  const selectedBlocks = selectInTurn(blocks, addIfFits);
  const sections = others.flatMap((policy, index) =>
    selectedBlocks[index]!.length
      ? [[`# ${policy.name}: ${policy.description}`, ...selectedBlocks[index]!].join('\n\n')]
      : [],
  );
  let exampleCount = 0;
  const addExample = (example: StepExample): boolean =>
    (exampleCount += 1) <= MAX_EXAMPLES &&
    addIfFits(formatExample(root, example, { compat: 'hardened', noCot: false }));
  const examples = withExamples
    ? selectInTurn(
        policies.map((policy) => policy.examples.filter(({ action }) => callsNoPolicy(action, policies))),
        addExample,
      ).flat()
    : [];
  return {
    ...root,
    instruction: [root.instructionWithoutCalls, LEAD, ...sections].join('\n\n'),
    examples,
    actions: [...new Set(policies.flatMap(({ actions }) => actions))],
    calls: [],
    // `examples` already fits the cap.
    minExamples: examples.length,
    maxExamples: examples.length,
    maxSteps: null,
  };
}

const splitBlocks = (instruction: string): string[] =>
  instruction
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter(Boolean);

/** An example that calls a policy is useless without calls. */
const callsNoPolicy = (action: StepExample['action'], policies: readonly StepPolicy[]): boolean => {
  const verb = /^\s*(\w+)/.exec(action)?.[1] ?? '';
  return !policies.some(({ name, aliases }) => name === verb || aliases.includes(verb));
};

/** Selects the first item of every list, then the second of every list, and so on, until one does not fit. */
function selectInTurn<T>(lists: readonly (readonly T[])[], addIfFits: (item: T) => boolean): T[][] {
  const selectedItems: T[][] = lists.map(() => []);
  const rounds = Math.max(0, ...lists.map(({ length }) => length));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, list] of lists.entries()) {
      if (round >= list.length) continue;
      if (!addIfFits(list[round]!)) return selectedItems;
      selectedItems[index]!.push(list[round]!);
    }
  return selectedItems;
}
