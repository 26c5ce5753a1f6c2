/**
 * If the page has several “Add all to basket” buttons, "add everything on the party list" presses the one in the row of
 * that list.
 */
import type { Candidate } from '../../../contract/index.js';
import { describeDistinctly } from '../ground/describe.js';
import { ALL_NAME } from '../ground/item-controls.js';
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findOwnRow, findRowName, hasWordsInRow } from '../ground/own-row.js';
import { removeTopicWords } from '../ground/topic.js';
import { createClick } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { EXPLICIT_ALL } from '../lexicon/explicit-all.js';
import { tokenizeContent } from '../text.js';
import { formatWhichQuestion } from './messages.js';
import { offerOptions } from './offer-options.js';
import { updateRun, type Context, type Move } from './types.js';

const ADD_NAME = /^(?:[+＋]\s*)?add\b/iu;

/**
 * Presses the button of the named list. Asks which one if the words say "all" and do not identify one list. Returns
 * null if the page has fewer than two of these buttons.
 */
export function useControlForAll(words: string, { run, view }: Context): Move | null {
  const controls = view.candidates.filter((c) => {
    const controlName = getName(c);
    return (
      c.visible && c.interactive && !isField(c) && ADD_NAME.test(controlName) && ALL_NAME.test(controlName)
    );
  });
  const listWords = tokenizeContent(words)
    .filter((word) => !EXPLICIT_ALL.test(word))
    .join(' ');
  if (controls.length < 2 || listWords === '') return null;
  const [control] = [listWords, removeTopicWords(listWords, view)]
    .map((phrase) => controls.filter((c) => phrase !== '' && hasWordsInRow(c, phrase, controls, view)))
    .filter(({ length }) => length === 1)
    .flat();
  const saysAll = ALL_NAME.test(words);
  if (!control) return saysAll ? askWhichControl(words, controls, view) : null;
  const row = findOwnRow(control, controls, view);
  const rowName = row && findRowName(control, view.getAncestors(control).indexOf(row), view);
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: createClick('command', createTarget(getName(control))) }],
    prepare: ([pressRun]) =>
      void updateRun(pressRun!, { pickedUid: control.uid, pickedRow: rowName || null, usesOnlyPicked: true }),
  };
}

function askWhichControl(words: string, controls: readonly Candidate[], view: Context['view']): Move {
  const descriptions = describeDistinctly(controls, view);
  return offerOptions(formatWhichQuestion(words, descriptions), controls, descriptions);
}
