/**
 * Handles "mark order 12 as paid" (the drop-down list in that row) and "mark them as paid" (the menu for ticked rows).
 */
import { isSelect, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createClick, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { findRows } from '../assign/index.js';
import { fold, tokenize } from '../text.js';
import type { Context, Move } from './types.js';
import { listRowPhrases, isUsableControl } from './find-row.js';

const MARK_COMMAND = /^(?:mark|set) (?:(.+?) )?as (?:being )?(.+)$/iu;

/** For "mark order 12 as paid", chooses “paid” in that row's only drop-down list that offers it. */
function setStatusOfRow(words: string, status: string, ctx: Context): Move | null {
  const { run, view } = ctx;
  for (const phrase of listRowPhrases(words, view)) {
    const rows = findRows(phrase, view);
    const lists = view.candidates.filter(
      (c) =>
        isSelect(c) &&
        c.visible &&
        !c.states.disabled &&
        (c.options ?? []).some(({ label }) => fold(label) === fold(status)) &&
        rows.some(({ row }) => view.getAncestors(c).includes(row)),
    );
    const [list] = lists;
    if (list && lists.length === 1 && rows.length === 1)
      return {
        kind: 'replace',
        steps: [
          {
            ...run.spokenStep,
            step: { do: 'set', target: createTarget(getName(list)), value: status, verb: 'set' },
          },
        ],
        prepare: ([newRun]) => void (newRun && (newRun.pickedUid = list.uid)),
      };
  }
  return null;
}

const SELECTED_ROWS =
  /^(?:it|them|these|those|all of them|(?:the |all )?(?:selected|ticked|checked|chosen)(?: (?:ones?|\p{L}+))?)$/iu;

/** For "mark them as paid", chooses “Paid” from the only menu called “Mark as”, which acts on the ticked rows. */
export function markRows(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { clause } = run.spokenStep;
  const [, words, status] = MARK_COMMAND.exec(clause.text) ?? [];
  if (!status || step.target.quoted || run.stage !== '' || run.pickedUid) return null;
  if (words && !SELECTED_ROWS.test(words)) return setStatusOfRow(words, status, ctx);
  const menus = view.candidates.filter(
    (c) => isUsableControl(c) && opensList(c) && /^mark(?: .*)? as$/u.test(tokenize(getName(c)).join(' ')),
  );
  const [menu] = menus;
  if (!menu || menus.length > 1) return null;
  return {
    kind: 'replace',
    steps: [
      { clause, step: createClick('open', createTarget(getName(menu))) },
      { clause, step: { do: 'choose', value: status, from: null, target: createTarget(status) } },
    ],
    prepare: ([first]) => void (first && (first.pickedUid = menu.uid)),
  };
}
