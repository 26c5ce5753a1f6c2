/**
 * Handles "book the cheapest flight from Oslo to Rome on 5 May" on a page with a search form for flights: fills in and
 * submits the form, then selects the best result.
 */
import type { SpokenStep, Step } from '../language/steps.js';
import { matchVerb, removePolitePhrases } from '../language/line-text.js';
import { readCommand } from '../language/commands.js';
import { readSuperlative } from '../language/superlatives.js';
import { SELECT_VERBS } from '../lexicon/superlatives.js';
import type { FillStep, FieldMatch } from './match-form-fields.js';
import type { Context, Move } from './types.js';

/** Returns null if the step has no superlative, or if the page has no fields for its values. */
export function searchAndSelectBest(
  step: FillStep,
  matches: readonly FieldMatch[],
  { run }: Context,
): Move | null {
  const verb = matchVerb(removePolitePhrases(run.spokenStep.clause.text))?.verb.form.toLowerCase() ?? '';
  const itemText = step.item?.text ?? '';
  const matchedFieldCount = matches.filter((m) => m.candidate !== null).length;
  if (
    step.kind !== 'create' ||
    run.stage !== '' ||
    !SELECT_VERBS.includes(verb) ||
    !readSuperlative(itemText)
  )
    return null;
  if (matchedFieldCount === 0 || matchedFieldCount < step.fields.length) return null;
  const toSpokenStep = (newStep: Step): SpokenStep => ({ ...run.spokenStep, step: newStep });
  return {
    kind: 'replace',
    steps: [
      toSpokenStep({ do: 'fill', kind: 'fill', item: null, fields: step.fields }),
      toSpokenStep({ do: 'submit', target: null }),
      toSpokenStep(readCommand(`${verb} the ${itemText}`, [])),
    ],
  };
}
