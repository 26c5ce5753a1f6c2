/** Shows and hides table columns through a menu. */
import { isHeader } from '../ground/lists.js';
import { opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createClick, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold, tokenize } from '../text.js';
import type { Context, Move } from './types.js';

const COLUMN_COMMAND = /^(hide|show) (?:the )?(.+?)( column)?$/iu;

/** For "hide the price column", unticks “price” in the menu “Columns”. */
export function showColumn(step: StepOf<'click'>, { run, view }: Context): Move | null {
  const { clause } = run.spokenStep;
  const [, verb, name, noun] = COLUMN_COMMAND.exec(clause.text) ?? [];
  if (!verb || !name || step.target.quoted || run.stage !== '' || run.pickedUid) return null;
  const isHiding = verb.toLowerCase() === 'hide';
  const isColumn = view.candidates.some((c) => isHeader(c, view) && fold(c.text) === fold(name));
  const [menu, ...others] = view.candidates.filter(
    (c) =>
      c.visible && c.interactive && opensList(c) && tokenize(getName(c)).some((w) => /^columns?$/u.test(w)),
  );
  if (!menu || others.length || !(noun || (isHiding && isColumn))) return null;
  return {
    kind: 'replace',
    steps: [
      { clause, step: createClick('open', createTarget(getName(menu))) },
      {
        clause,
        step: {
          do: 'tick',
          newState: !isHiding,
          target: createTarget(name),
          verb: isHiding ? 'untick' : 'tick',
        },
      },
    ],
    prepare: ([first]) => void (first && (first.pickedUid = menu.uid)),
  };
}
