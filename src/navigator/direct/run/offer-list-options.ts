/** Handles a click on a native list, whose options would open outside the page. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, tokenizeContent, toSentence } from '../text.js';
import type { Context, Move } from './types.js';

/** Chooses the named option. If no option is named, or several are, reports the options. */
export function chooseInsteadOfClickingList(c: Candidate, step: StepOf<'click'>, ctx: Context): Move | null {
  if (!isSelect(c)) return null;
  const words = tokenizeContent(step.target.text);
  const namedOptions = (c.options ?? []).filter(
    (o) => /[\p{L}\p{N}]/u.test(o.label) && tokenizeContent(o.label).every((word) => words.includes(word)),
  );
  if (namedOptions.length === 1)
    return {
      kind: 'replace',
      steps: [
        {
          ...ctx.run.spokenStep,
          step: {
            do: 'choose',
            value: namedOptions[0]!.label,
            from: createTarget(getName(c)),
            target: step.target,
          },
        },
      ],
    };
  const optionLabels = (c.options ?? []).map((o) => clip(o.label, 60)).filter(Boolean);
  return {
    kind: 'done',
    answer: toSentence(`${describe(c)} offers ${optionLabels.slice(0, 20).join(', ')}`),
  };
}
