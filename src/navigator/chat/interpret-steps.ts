/**
 * Converts a model's steps to actions, lookups, or a fault with advice. Nothing is guessed: an element's number must
 * have been shown to the model. Pure.
 */
import type { Action, SayKind } from '../../contract/index.js';
import type { StepName } from '../../prompt/index.js';
import { toAction, findShownElement, FORM_STEPS, type StepFault, type ShownPage } from './to-action.js';
import type { ModelStep } from './decision.js';

export type PageLookup =
  | { do: 'more' }
  /** Requests a screenshot. */
  | { do: 'see' }
  | { do: 'find'; words: string }
  | { do: 'read'; heading: string | null }
  | { do: 'read'; around: number };

export type StepsResult =
  | { kind: 'actions'; actions: [Action, ...Action[]]; repairs: string[] }
  | { kind: 'lookups'; lookups: [PageLookup, ...PageLookup[]]; repairs: string[] }
  | ({ kind: 'fault' } & StepFault);

const LOOKUP_STEPS: ReadonlySet<StepName> = new Set(['more', 'find', 'read', 'see']);
const SAY_KINDS: Partial<Record<StepName, SayKind>> = {
  ask: 'ask',
  answer: 'answer',
  report: 'report',
  give_up: 'unfinished',
};
const MAX_LOOKUPS_PER_ANSWER = 3;

export function interpretSteps(steps: readonly ModelStep[], page: ShownPage): StepsResult {
  const firstStep = steps[0];
  if (!firstStep)
    return { kind: 'fault', fault: 'The list of steps is empty.', advice: 'Give at least one step.' };
  if (LOOKUP_STEPS.has(firstStep.do)) return interpretLookups(steps, page);
  if (SAY_KINDS[firstStep.do]) return interpretUtterance(firstStep, steps.length);
  return interpretActions(steps, page);
}

function interpretLookups(steps: readonly ModelStep[], page: ShownPage): StepsResult {
  const lookups: PageLookup[] = [];
  const firstNonLookupIndex = steps.findIndex(({ do: stepName }) => !LOOKUP_STEPS.has(stepName));
  for (const { do: stepName, on, value } of steps.slice(
    0,
    firstNonLookupIndex < 0 ? MAX_LOOKUPS_PER_ANSWER : Math.min(firstNonLookupIndex, MAX_LOOKUPS_PER_ANSWER),
  )) {
    if (stepName === 'more' || stepName === 'see') lookups.push({ do: stepName });
    else if (stepName === 'find') {
      if (!value?.trim())
        return createFaultResult(
          '`find` requires `value`: the words to find.',
          'For example {"do": "find", "on": null, "value": "delivery"}.',
        );
      lookups.push({ do: 'find', words: value });
    } else if (on !== null) {
      const candidate = findShownElement(on, page);
      if ('fault' in candidate) return { kind: 'fault', ...candidate };
      lookups.push({ do: 'read', around: on });
    } else lookups.push({ do: 'read', heading: value?.trim() ? value : null });
  }
  const repairs =
    lookups.length < steps.length
      ? [
          'Only the first lookups were kept; the other steps were dropped, because the results were not known yet.',
        ]
      : [];
  return { kind: 'lookups', lookups: lookups as [PageLookup, ...PageLookup[]], repairs };
}

function interpretUtterance({ do: stepName, value }: ModelStep, stepCount: number): StepsResult {
  const text = value?.trim();
  if (!text)
    return createFaultResult(
      `\`${stepName}\` requires \`value\`: the sentence to say.`,
      'Give one short sentence.',
    );
  const repairs =
    stepCount > 1 ? ['Only the first message was used, because the instructor speaks next.'] : [];
  return { kind: 'actions', actions: [{ intent: 'say', kind: SAY_KINDS[stepName]!, text }], repairs };
}

function interpretActions(steps: readonly ModelStep[], page: ShownPage): StepsResult {
  const actions: Action[] = [];
  const repairs: string[] = [];
  for (const [i, step] of steps.entries()) {
    if (LOOKUP_STEPS.has(step.do) || SAY_KINDS[step.do]) {
      repairs.push(
        'Messages and lookups after the actions were dropped, because the actions had not been performed yet.',
      );
      break;
    }
    const action = toAction(step, page, repairs);
    if ('fault' in action) return { kind: 'fault', ...action };
    actions.push(action);
    if (FORM_STEPS.has(step.do)) continue;
    if (i < steps.length - 1)
      repairs.push(`Only the steps up to ${step.do} were performed, because the page may change after it.`);
    break;
  }
  return { kind: 'actions', actions: actions as [Action, ...Action[]], repairs: [...new Set(repairs)] };
}

const createFaultResult = (fault: string, advice: string): { kind: 'fault' } & StepFault => ({
  kind: 'fault',
  fault,
  advice,
});
