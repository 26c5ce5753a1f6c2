/** Opens the entry that a phrase of its name and its kind means: "the checkout task" is the card “Fix checkout”. */
import type { Candidate } from '../../../contract/index.js';
import { describeDistinctly } from '../ground/describe.js';
import { haveSameEffect } from '../ground/ground.js';
import { isField, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { MAX_ROW_LENGTH } from '../ground/own-row.js';
import { findPageNouns } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { stem, tokenize, tokenizeContent } from '../text.js';
import { formatWhichQuestion } from './messages.js';
import { offerOptions } from './offer-options.js';
import type { Context, Move } from './types.js';

const NAVIGATION_LANDMARKS: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);

const isUsableControl = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && !c.behindModal && !isField(c) && !isTickable(c);

/** Whether the noun is what the page or an entry of its navigation is about. */
const isKind = (noun: string, view: View): boolean =>
  findPageNouns(view).has(stem(noun)) ||
  view.candidates.some(
    (c) => NAVIGATION_LANDMARKS.has(c.landmark) && stem(getName(c).toLowerCase()) === stem(noun),
  );

/** Opens the only entry outside the navigation that has all other words of the phrase, or asks which one is meant. */
export function openNamedEntry(step: StepOf<'click'>, { run, view }: Context): Move | null {
  const words = tokenizeContent(step.target.text);
  const namingWords = words.filter((word) => !isKind(word, view));
  if (step.kind !== 'open' || step.target.quoted || run.pickedUid || run.triedUids.size > 0) return null;
  if (namingWords.length === 0 || namingWords.length === words.length) return null;
  const matches = view.candidates.filter((c) => {
    const textWords = tokenize(`${c.name} ${c.text}`);
    return (
      isUsableControl(c) &&
      !NAVIGATION_LANDMARKS.has(c.landmark) &&
      c.text.length <= MAX_ROW_LENGTH &&
      namingWords.every((word) => textWords.includes(word))
    );
  });
  const innermost = matches.filter((c) => !matches.some((o) => view.getAncestors(o).includes(c)));
  const entries = innermost.filter((c, i) => !innermost.slice(0, i).some((o) => haveSameEffect(o, c, view)));
  const [entry] = entries;
  if (!entry) return null;
  if (entries.length > 1) {
    const descriptions = describeDistinctly(entries, view);
    return offerOptions(formatWhichQuestion(step.target.text, descriptions), entries, descriptions);
  }
  return {
    kind: 'replace',
    steps: [run.spokenStep],
    prepare: ([newRun]) => void (newRun && (newRun.pickedUid = entry.uid)),
  };
}
