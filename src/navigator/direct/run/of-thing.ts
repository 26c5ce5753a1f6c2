/**
 * "Change the price of the Kettle to 31.50", if a list shows the Kettle but no such field: opens the Kettle first and
 * saves its form afterwards, as when something is created.
 */
import { isLink } from '../ground/kinds.js';
import { ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { findSubmitButton, findForm } from '../ground/form.js';
import { scoreSettable } from '../ground/control-values.js';
import type { Context, Move } from './types.js';

const OF = /^(.{2,40}?) (?:of|for) (?:the |my )?(.{2,60})$/iu;
const OWNED = /^(.{2,60}?)['’]s? (.{2,40})$/iu;
const FINISH_IT = 'finish';

/** Splits "the price of the Kettle" or "the Kettle's price" into field and thing. */
function parts(text: string): { field: string; thing: string } | null {
  const of = OF.exec(text);
  if (of) return { field: of[1]!, thing: of[2]! };
  const owned = OWNED.exec(text);
  return owned ? { field: owned[2]!, thing: owned[1]! } : null;
}

/** Opens the thing and sets its field there; null if the page neither shows nor lists such things. */
export function openThingFirst(step: StepOf<'set'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const said = step.target && run.revealedUids.size === 0 ? parts(step.target.text) : null;
  if (!said || run.givenValues.has(FINISH_IT)) return null;
  const here = ground(
    { target: createTarget(said.field), scoreSuitability: scoreSettable, asField: true },
    view,
  );
  if (here.kind === 'one' && here.hit.score >= MIN_FULL_NAME_SCORE) return null;
  const thing = createTarget(said.thing.replace(/^(?:the|my) /iu, ''));
  const found = ground({ target: thing, scoreSuitability: (c) => (c.visible && isLink(c) ? 1 : 0) }, view);
  const shown = found.kind === 'one' && found.hit.score >= MIN_FULL_NAME_SCORE;
  // The thing may be on another page of the list if a column has the name of the field.
  const column = view.candidates.some(
    (c) =>
      c.visible &&
      /(?:^|\/)(?:thead|th)\b|columnheader/u.test(`${c.xpath}/${c.role}`) &&
      isNamed(c.text, said.field),
  );
  if (!shown && !(column && view.candidates.filter((c) => c.tag === 'tr').length > 2)) return null;
  return {
    kind: 'replace',
    steps: [
      // Looks for the thing, not for the words of the whole instruction.
      {
        clause: { ...run.spoken.clause, text: `open ${thing.text}` },
        step: { do: 'click', how: 'open', target: thing },
      },
      { ...run.spoken, step: { ...step, target: createTarget(said.field) } },
    ],
    prepare: ([, second]) => void second?.givenValues.set(FINISH_IT, 'yes'),
  };
}

const isNamed = (text: string, field: string): boolean => text.trim().toLowerCase() === field.toLowerCase();

/** Saves the thing that was opened, if its form has a button for that. */
export function finishAfterwards(move: Move, { run, view, plan }: Context): Move {
  const field = view.byUid.get(run.target?.uid ?? '');
  if (move.kind !== 'done' || !run.givenValues.has(FINISH_IT) || !field) return move;
  // The line itself says what to do next.
  if (plan.steps.length > plan.cursor + 1) return move;
  const button = findSubmitButton(findForm(field, view), [field], '', view);
  if (!button) return move;
  if (move.did) plan.doneParts.push(move.did);
  return { kind: 'replace', steps: [{ ...run.spoken, step: { do: 'submit', target: null } }] };
}
