/** Completes clauses from other clauses of the line: a missing verb, "find X and click it", repeated places. */
import { matchVerb } from './line-text.js';
import { ELLIPTIC_CLICK } from './splitting.js';
import { readFoundSource } from './sources.js';
import type { Quotes, SpokenStep, Step, Target } from './steps.js';

/**
 * Adds the previous clause's verb to a clause without one: "type A into x and B into y", "enter J as first name and S
 * as last name".
 */
export function applyContext(
  text: string,
  previousSteps: readonly SpokenStep[],
): { text: string; sharesVerb: boolean } {
  const last = previousSteps.at(-1)?.step;
  const addVerb = (verb: string): { text: string; sharesVerb: boolean } => ({
    text: `${verb} ${text}`,
    sharesVerb: true,
  });
  if (last && !matchVerb(text)) {
    if (last.do === 'set' && / to \S/u.test(text) && !/ (?:into|as) /u.test(text)) return addVerb('set');
    if (last.do === 'set' && /^(?:.+) with \S/u.test(text)) return addVerb('fill in');
    if (last.do === 'set' && / (?:into|in|as|on|for) /u.test(text)) return addVerb('enter');
  }
  if (last?.do === 'click' && ELLIPTIC_CLICK.test(text))
    return { text: `click ${text.replace(/^on /iu, '')}`, sharesVerb: true };
  return { text, sharesVerb: false };
}

/** Merges steps that belong together: "find X and click it" and "scroll to X and click it" are one click on X. */
export function mergeSteps(steps: readonly SpokenStep[], quotes: Quotes = []): SpokenStep[] {
  const out: SpokenStep[] = [];
  for (const spokenStep of steps) {
    const { step } = spokenStep;
    const last = out.at(-1);
    if (last?.step.do === 'look') {
      if (step.do === 'click' && step.kind !== 'command') {
        const kind = step.kind === 'find' ? 'open' : step.kind;
        out[out.length - 1] = { ...spokenStep, step: { ...step, kind, through: last.step.through } };
        continue;
      }
      if (step.do === 'choose' && !step.from) {
        out[out.length - 1] = {
          ...spokenStep,
          step: { do: 'click', kind: 'click', target: step.target, through: last.step.through },
        };
        continue;
      }
    }
    // "Find the email by Ana and reply to it": the second step applies to the element that was found.
    if (last?.step.do === 'click' && last.step.kind === 'find') {
      const mergedStep = applyToFound(step, last.step.target);
      if (mergedStep) {
        out[out.length - 1] = { ...spokenStep, step: mergedStep };
        continue;
      }
      // "… and click the star icon": the element that was found provides the row of the icon.
      if (getRowWords(last.step.target) !== null && step.do === 'click' && step.kind === 'click')
        out[out.length - 1] = { ...last, step: { ...last.step, kind: 'open' } };
    }
    // "Find the 2nd word and type it into the box": the element is read, not opened.
    const source = last ? readFoundSource(last, spokenStep, quotes) : null;
    if (source) {
      const { do: kind } = step;
      if (kind === 'set') out[out.length - 1] = { ...spokenStep, step: { ...step, value: null, source } };
      else if (kind === 'search') out[out.length - 1] = { ...spokenStep, step: { ...step, source } };
      continue;
    }
    if (
      last &&
      step.do === 'click' &&
      step.target.pronoun &&
      last.step.do === 'click' &&
      last.step.kind === 'find'
    ) {
      out[out.length - 1] = { ...last, step: { ...last.step, kind: 'open' } };
      continue;
    }
    if (
      last &&
      step.do === 'click' &&
      step.kind === 'click' &&
      step.target.pronoun &&
      last.step.do === 'scroll' &&
      typeof last.step.destination !== 'string'
    ) {
      out[out.length - 1] = { ...last, step: { do: 'click', kind: 'click', target: last.step.destination } };
      continue;
    }
    // "select the Country dropdown and choose Canada": the first clause only names the list.
    if (
      last &&
      step.do === 'choose' &&
      !step.from &&
      last.step.do === 'choose' &&
      last.step.target.interpretations[0].role === 'select'
    ) {
      out[out.length - 1] = { ...spokenStep, step: { ...step, from: last.step.target } };
      continue;
    }
    // "click on the name field and type Bob": the text goes into the clicked field.
    if (
      last &&
      step.do === 'set' &&
      !step.target &&
      last.step.do === 'click' &&
      ['field', 'search'].includes(last.step.target.interpretations[0].role ?? '')
    ) {
      out[out.length - 1] = { ...spokenStep, step: { ...step, target: last.step.target } };
      continue;
    }
    // "add a comment saying X and post it": creating something includes submitting its form.
    if (
      last?.step.do === 'fill' &&
      last.step.kind === 'create' &&
      step.do === 'click' &&
      step.command?.object?.pronoun &&
      SUBMITTING.test(step.command.name)
    )
      continue;
    // "drag X to Y and drop it there": the drag already includes the drop.
    if (last?.step.do === 'drag' && /^(?:drop|release|let go)\b/iu.test(spokenStep.clause.text)) continue;
    // "search for X and press enter", "search for X and click search": the second clause repeats the first.
    if (last?.step.do === 'search' && step.do === 'press' && step.key === 'Enter' && !step.target) continue;
    out.push(spokenStep);
  }
  return out;
}

const SUBMITTING = /^(?:save|submit|send|post|publish)$/u;

/** Returns the words that identify a message's row: "Ana" in "the email by Ana". */
const getRowWords = (target: Target): string | null => {
  const spot = target.description?.spots.find((s) => s.spot === 'near');
  return spot && target.description?.kind === 'message' ? spot.words : null;
};

/** Applies the step to the element that was found; null if the step is about something else. */
function applyToFound(step: Step, found: Target): Step | null {
  if (step.do !== 'click' || step.kind !== 'command' || !step.command?.object?.pronoun) return null;
  const isApplicable = step.command.fields !== undefined || getRowWords(found) !== null;
  return isApplicable ? { ...step, command: { ...step.command, object: found } } : null;
}
