/**
 * What a model's steps come to on the page that it was shown: acts, looks, or a fault that tells it what there
 * is to choose from. Pure. Nothing is guessed: a number that was not shown is no element.
 */
import type { Action, SayKind } from '../../contract/index.js';
import type { StepName } from '../../prompt/index.js';
import { actOf, elementAt, FILLS, type Fault, type Shown } from './act-of.js';
import type { Step } from './decision.js';

export type Look =
  | { do: 'more' }
  | { do: 'find'; words: string }
  | { do: 'read'; heading: string | null }
  | { do: 'read'; around: number };

export type Judged =
  | { is: 'acts'; acts: [Action, ...Action[]]; repairs: string[] }
  | { is: 'looks'; looks: [Look, ...Look[]]; repairs: string[] }
  | ({ is: 'fault' } & Fault);

const LOOKS: ReadonlySet<StepName> = new Set(['more', 'find', 'read']);
const SAYS: Partial<Record<StepName, SayKind>> = {
  ask: 'ask',
  answer: 'answer',
  report: 'report',
  give_up: 'unfinished',
};
const MOST_LOOKS = 3;

export function judgeSteps(steps: readonly Step[], shown: Shown): Judged {
  const first = steps[0];
  if (!first)
    return { is: 'fault', fault: 'The list of steps is empty.', choices: 'Give at least one step.' };
  if (LOOKS.has(first.do)) return judgeLooks(steps, shown);
  if (SAYS[first.do]) return judgeSay(first, steps.length);
  return judgeActs(steps, shown);
}

function judgeLooks(steps: readonly Step[], shown: Shown): Judged {
  const looks: Look[] = [];
  const rest = steps.findIndex(({ do: word }) => !LOOKS.has(word));
  for (const { do: word, on, value } of steps.slice(0, rest < 0 ? MOST_LOOKS : Math.min(rest, MOST_LOOKS))) {
    if (word === 'more') looks.push({ do: 'more' });
    else if (word === 'find') {
      if (!value?.trim())
        return faulty(
          'find needs the words to find in value.',
          'For example {"do": "find", "on": null, "value": "delivery"}.',
        );
      looks.push({ do: 'find', words: value });
    } else if (on !== null) {
      const at = elementAt(on, shown);
      if ('fault' in at) return { is: 'fault', ...at };
      looks.push({ do: 'read', around: on });
    } else looks.push({ do: 'read', heading: value?.trim() ? value : null });
  }
  const repairs =
    looks.length < steps.length ? ['What was to follow a look was left out until it had been seen.'] : [];
  return { is: 'looks', looks: looks as [Look, ...Look[]], repairs };
}

function judgeSay({ do: word, value }: Step, count: number): Judged {
  const text = value?.trim();
  if (!text) return faulty(`${word} needs the sentence to say in value.`, 'Give one short sentence.');
  const repairs =
    count > 1 ? ['Only what was said first was taken: whoever speaks waits for the instructor.'] : [];
  return { is: 'acts', acts: [{ intent: 'say', kind: SAYS[word]!, text }], repairs };
}

function judgeActs(steps: readonly Step[], shown: Shown): Judged {
  const acts: Action[] = [];
  const repairs: string[] = [];
  for (const [i, step] of steps.entries()) {
    if (LOOKS.has(step.do) || SAYS[step.do]) {
      repairs.push('What was to be said or seen after the acts was left out until they were done.');
      break;
    }
    const act = actOf(step, shown, repairs);
    if ('fault' in act) return { is: 'fault', ...act };
    acts.push(act);
    if (FILLS.has(step.do)) continue;
    if (i < steps.length - 1)
      repairs.push(`Only the steps up to ${step.do} were taken: the page may be another one after it.`);
    break;
  }
  return { is: 'acts', acts: acts as [Action, ...Action[]], repairs: [...new Set(repairs)] };
}

const faulty = (fault: string, choices: string): { is: 'fault' } & Fault => ({ is: 'fault', fault, choices });
