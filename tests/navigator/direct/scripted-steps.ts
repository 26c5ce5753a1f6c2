/** Creates steps directly, so that tests of the navigator do not depend on the wording of lines. */
import { createDirectNavigator } from '../../../src/navigator/direct/navigator.js';
import { parseLine } from '../../../src/navigator/direct/language/parse.js';
import type {
  Interpretation,
  SpokenStep,
  Step,
  Target,
} from '../../../src/navigator/direct/language/steps.js';
import { readPlace } from '../../../src/navigator/direct/language/target.js';
import type { Navigator } from '../../../src/contract/index.js';

export const FRIDAY = new Date(2026, 10, 20);

export interface TargetOptions {
  role?: Interpretation['role'];
  nth?: number;
  in?: string;
  near?: string;
  for?: string;
  not?: Target[];
  or?: Target[];
  /** `true` for every element, or the maximum number of elements. */
  each?: true | number;
}

/** Creates a target for a name; an empty name means any element of the role. */
export function createNamedTarget(phrase: string, options: TargetOptions = {}): Target {
  const relation = options.in ? 'in' : options.near ? 'near' : options.for ? 'for' : null;
  const place = relation && readPlace(relation, options[relation]!);
  return {
    text: phrase || options.role || 'thing',
    interpretations: [{ phrase, role: options.role ?? null, nth: options.nth ?? null, place, prior: 1 }],
    quoted: false,
    pronoun: false,
    ...(options.not ? { not: options.not } : {}),
    ...(options.or ? { or: options.or } : {}),
    ...(options.each ? { each: { max: options.each === true ? null : options.each } } : {}),
  };
}

export const createClickStep = (target: Target): Step => ({ do: 'click', kind: 'click', target });
export const createCommandStep = (target: Target): Step => ({ do: 'click', kind: 'command', target });
export const createTickStep = (target: Target, newState = true): Step => ({
  do: 'tick',
  newState,
  target,
  verb: newState ? 'tick' : 'untick',
});
export const createSetStep = (target: Target, value: string): Step => ({
  do: 'set',
  target,
  value,
  verb: 'type',
});
export const createChoiceStep = (value: string, options: { from?: Target; target?: Target } = {}): Step => ({
  do: 'choose',
  value,
  from: options.from ?? null,
  target: options.target ?? createNamedTarget(value),
});
export const UNDO_STEP: Step = { do: 'undo' };
export const createCorrectionStep = (correction: number | string): Step => ({
  do: 'again',
  with:
    correction === 'other'
      ? { other: true }
      : typeof correction === 'number'
        ? { nth: correction }
        : { value: correction },
});
export const createReplyStep = (utterance: 'yes' | 'no' | 'stop' | { answer: string }): Step => ({
  do: 'reply',
  utterance,
});

/** Steps by line; all other lines are parsed as usual. */
export type ScriptedSteps = Readonly<Record<string, Step | Step[]>>;

export function createScriptedNavigator(stepsByLine: ScriptedSteps): Navigator {
  const parse = (line: string): SpokenStep[] => {
    const steps = stepsByLine[line];
    if (!steps) return parseLine(line);
    return [steps].flat().map((step) => ({ step, clause: { text: line, raw: line, joint: '' } }));
  };
  return createDirectNavigator(() => FRIDAY, parse);
}
