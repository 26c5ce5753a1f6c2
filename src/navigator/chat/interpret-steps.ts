/**
 * Converts a model's steps to actions, lookups, or a fault with the valid choices. Nothing is guessed: the number of an
 * element must have been shown to the model. Pure.
 */
import type { Action, SayKind } from '../../contract/index.js';
import type { StepName } from '../../prompt/index.js';
import { toAction, findShownElement, FORM_STEPS, type StepFault, type ShownPage } from './to-action.js';
import type { ModelStep } from './decision.js';

export type PageLookup =
  | { do: 'more' }
  | { do: 'find'; words: string }
  | { do: 'read'; heading: string | null }
  | { do: 'read'; around: number };

export type StepsResult =
  | { is: 'acts'; acts: [Action, ...Action[]]; repairs: string[] }
  | { is: 'looks'; looks: [PageLookup, ...PageLookup[]]; repairs: string[] }
  | ({ is: 'fault' } & StepFault);

const LOOKUP_STEPS: ReadonlySet<StepName> = new Set(['more', 'find', 'read']);
const SAY_KINDS: Partial<Record<StepName, SayKind>> = {
  ask: 'ask',
  answer: 'answer',
  report: 'report',
  give_up: 'unfinished',
};
const MAX_LOOKUPS_PER_ANSWER = 3;

export function interpretSteps(steps: readonly ModelStep[], shown: ShownPage): StepsResult {
  const first = steps[0];
  if (!first)
    return { is: 'fault', fault: 'The list of steps is empty.', choices: 'Give at least one step.' };
  if (LOOKUP_STEPS.has(first.do)) return interpretLookups(steps, shown);
  if (SAY_KINDS[first.do]) return interpretUtterance(first, steps.length);
  return interpretActions(steps, shown);
}

function interpretLookups(steps: readonly ModelStep[], shown: ShownPage): StepsResult {
  const looks: PageLookup[] = [];
  const rest = steps.findIndex(({ do: word }) => !LOOKUP_STEPS.has(word));
  for (const { do: word, on, value } of steps.slice(
    0,
    rest < 0 ? MAX_LOOKUPS_PER_ANSWER : Math.min(rest, MAX_LOOKUPS_PER_ANSWER),
  )) {
    if (word === 'more') looks.push({ do: 'more' });
    else if (word === 'find') {
      if (!value?.trim())
        return faulty(
          'find needs the words to find in value.',
          'For example {"do": "find", "on": null, "value": "delivery"}.',
        );
      looks.push({ do: 'find', words: value });
    } else if (on !== null) {
      const at = findShownElement(on, shown);
      if ('fault' in at) return { is: 'fault', ...at };
      looks.push({ do: 'read', around: on });
    } else looks.push({ do: 'read', heading: value?.trim() ? value : null });
  }
  const repairs =
    looks.length < steps.length ? ['What was to follow a look was left out until it had been seen.'] : [];
  return { is: 'looks', looks: looks as [PageLookup, ...PageLookup[]], repairs };
}

function interpretUtterance({ do: word, value }: ModelStep, count: number): StepsResult {
  const text = value?.trim();
  if (!text) return faulty(`${word} needs the sentence to say in value.`, 'Give one short sentence.');
  const repairs =
    count > 1 ? ['Only what was said first was taken: whoever speaks waits for the instructor.'] : [];
  return { is: 'acts', acts: [{ intent: 'say', kind: SAY_KINDS[word]!, text }], repairs };
}

function interpretActions(steps: readonly ModelStep[], shown: ShownPage): StepsResult {
  const acts: Action[] = [];
  const repairs: string[] = [];
  for (const [i, step] of steps.entries()) {
    if (LOOKUP_STEPS.has(step.do) || SAY_KINDS[step.do]) {
      repairs.push('What was to be said or seen after the acts was left out until they were done.');
      break;
    }
    const act = toAction(step, shown, repairs);
    if ('fault' in act) return { is: 'fault', ...act };
    acts.push(act);
    if (FORM_STEPS.has(step.do)) continue;
    if (i < steps.length - 1)
      repairs.push(`Only the steps up to ${step.do} were taken: the page may be another one after it.`);
    break;
  }
  return { is: 'acts', acts: acts as [Action, ...Action[]], repairs: [...new Set(repairs)] };
}

const faulty = (fault: string, choices: string): { is: 'fault' } & StepFault => ({
  is: 'fault',
  fault,
  choices,
});
