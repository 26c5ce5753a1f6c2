/** Resolves "it", "that" and "them" to what was mentioned last, in this line or an earlier one. */
import type { Command, SpokenStep, Step, Target } from './steps.js';
import { createTarget, readTarget } from './target.js';

/** Returns the target that pronouns in later steps refer to. */
export function findStepTarget(step: Step): Target | null {
  switch (step.do) {
    case 'click':
      return step.command?.object ?? (step.kind === 'command' ? null : step.target);
    case 'hover':
    case 'tick':
    case 'double-or-right-click':
    case 'drag':
    case 'copy':
      return step.target;
    case 'set':
    case 'upload':
    case 'paste':
    case 'submit':
      return step.target;
    case 'choose':
      return step.from ?? step.target;
    case 'search':
      return step.query === null ? null : createTarget(step.query);
    case 'scroll':
      return typeof step.destination === 'string' ? null : step.destination;
    case 'fill':
      return step.kind === 'create' ? step.item : null;
    default:
      return null;
  }
}

/** An element that the navigator mentions: "I see the Subscribe button in the sidebar." */
const MENTIONED_ELEMENT =
  /\b(?:see|found|find|opened|have|here is|here's|there is|there's|this is|shows?|showing|is|got|selected|located)\s+(?:(?:only|also|now|already) )?(?:the|a|an|your|one)\s+(.+?)(?:[.!?;](?=\s|$)|,|$)/iu;
/** In a text such as "I can't find …", the elements are not what the instructor's pronouns refer to. */
const FAILURE = /\b(?:can(?:['’]|no)t|could(?:n['’]t| not))\b/iu;
const PREDICATE = /^(?:open|done|there|here|ready|empty|selected|deleted|gone)$/iu;

export function readMentionedTarget(text: string): Target | null {
  if (FAILURE.test(text)) return null;
  const hit = /^(?:i|here|there|this|we|ok|found)\b/iu.test(text) ? MENTIONED_ELEMENT.exec(text) : null;
  return hit && !PREDICATE.test(hit[1]!) ? readTarget(hit[1]!, []) : null;
}

/**
 * Copies the interpretations of the last mentioned target. `pronoun` stays set, so the last used element comes first.
 */
const resolvePronoun = (target: Target, last: Target | null): Target =>
  target.pronoun && last && !last.pronoun
    ? {
        ...target,
        interpretations: last.interpretations,
        text: last.text,
        ...(last.description ? { description: last.description } : {}),
      }
    : target;

/** Whether the step is about a field, to which "delete it" in a later step does not refer. */
const isFieldStep = (step: Step): boolean => ['set', 'press', 'fill'].includes(step.do);

const resolveInCommand = (command: Command, last: Target | null): Command =>
  command.object ? { ...command, object: resolvePronoun(command.object, last) } : command;

function resolveInStep(step: Step, last: Target | null, object: Target | null): Step {
  switch (step.do) {
    case 'click':
      return {
        ...step,
        ...(step.kind === 'command' ? {} : { target: resolvePronoun(step.target, last) }),
        ...(step.command ? { command: resolveInCommand(step.command, object ?? last) } : {}),
      };
    case 'hover':
    case 'tick':
    case 'double-or-right-click':
    case 'copy':
      return { ...step, target: resolvePronoun(step.target, last) };
    case 'set':
    case 'paste':
      return step.target ? { ...step, target: resolvePronoun(step.target, last) } : step;
    case 'drag':
      return { ...step, target: resolvePronoun(step.target, last) };
    case 'choose':
      return step.from ? { ...step, from: resolvePronoun(step.from, last) } : step;
    case 'close':
      return step.target ? { ...step, target: resolvePronoun(step.target, last) } : step;
    case 'scroll':
      return typeof step.destination === 'string'
        ? step
        : { ...step, destination: resolvePronoun(step.destination, last) };
    default:
      return step;
  }
}

/** Resolves the pronouns of all steps as far as the text allows. */
export function resolvePronouns(steps: readonly SpokenStep[], initialTarget: Target | null): SpokenStep[] {
  let last = initialTarget;
  let object = initialTarget;
  return steps.map((spoken) => {
    const step = resolveInStep(spoken.step, last, object);
    const target = findStepTarget(step);
    if (target && (!target.pronoun || target.description)) last = { ...target, pronoun: false };
    if (last && !isFieldStep(step)) object = step.do === 'choose' ? step.target : last;
    return { ...spoken, step };
  });
}
