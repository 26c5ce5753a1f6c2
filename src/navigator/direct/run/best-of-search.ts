/**
 * "Book the cheapest flight from Oslo to Rome on 5 May": the page's form searches for flights. Fills in and submits it,
 * then selects the best result.
 */
import type { SpokenStep, Step } from '../language/steps.js';
import { matchVerb, stripPoliteness } from '../language/line-text.js';
import { readCommand } from '../language/commands.js';
import { readSuperlative } from '../language/superlatives.js';
import { SELECT_VERBS } from '../lexicon/superlatives.js';
import type { FillStep, FieldMatch } from './match-form-fields.js';
import type { Context, Move } from './types.js';

/** Returns null if the step has no comparison, or if the page has no fields for its values. */
export function searchForBest(step: FillStep, matches: readonly FieldMatch[], { run }: Context): Move | null {
  const verb = matchVerb(stripPoliteness(run.spokenStep.clause.text))?.verb.form.toLowerCase() ?? '';
  const thing = step.item?.text ?? '';
  const found = matches.filter((m) => m.candidate !== null).length;
  if (step.how !== 'create' || run.stage !== '' || !SELECT_VERBS.includes(verb) || !readSuperlative(thing))
    return null;
  if (found === 0 || found < step.fields.length) return null;
  const spoken = (one: Step): SpokenStep => ({ ...run.spokenStep, step: one });
  return {
    kind: 'replace',
    steps: [
      spoken({ do: 'fill', how: 'fill', item: null, fields: step.fields }),
      spoken({ do: 'submit', target: null }),
      spoken(readCommand(`${verb} the ${thing}`, [])),
    ],
  };
}
