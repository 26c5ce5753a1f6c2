/**
 * Recognises controls that share only the verb or the name with the line: they act on another object, or nothing shows
 * whether they would do what the line asks.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isButton, isField, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findPageNouns } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { matchVerb } from '../language/line-text.js';
import type { Command, StepOf } from '../language/steps.js';
import { GENERIC_NOUNS, ROLE_WORDS } from '../lexicon/roles.js';
import { scoreSimilarity, stem, tokenize, tokenizeContent } from '../text.js';
import { offerOptions } from './offer-options.js';
import type { Context, Move } from './types.js';

const KIND_WORDS: ReadonlySet<string> = new Set([
  ...GENERIC_NOUNS,
  ...ROLE_WORDS.flatMap(([, words]) => words),
  'filter',
]);
const MIN_SIMILARITY = 0.7;
const MAX_NAME_LENGTH = 60;

const isSimilar = (word: string, others: readonly string[]): boolean =>
  others.some((other) => scoreSimilarity(word, other) >= MIN_SIMILARITY);

/**
 * Returns whether a control is for another object than the command: “Remove Pool” for "remove the parking filter", if
 * the page shows “Parking” elsewhere.
 */
export function createOtherObjectTest(
  command: Command | null | undefined,
  view: View,
): (c: Candidate) => boolean {
  const object = command?.object;
  if (!object || object.pronoun || object.each) return () => false;
  const nouns = findPageNouns(view);
  const verbWords = tokenize(command.name);
  const objectWords = tokenizeContent(object.text);
  const namingWords = objectWords.filter((word) => !KIND_WORDS.has(word) && !nouns.has(stem(word)));
  const isNamed = (text: string): boolean => {
    const words = tokenize(text);
    return namingWords.every((word) => isSimilar(word, words));
  };
  const isShown =
    namingWords.length > 0 &&
    view.candidates.some((c) => c.visible && c.text.length <= MAX_NAME_LENGTH && isNamed(c.text));
  return (c) => {
    const otherWords = tokenizeContent(getName(c)).filter((word) => !isSimilar(word, verbWords));
    return (
      isShown &&
      otherWords.length > 0 &&
      isSimilar(tokenize(getName(c))[0]!, verbWords) &&
      !otherWords.some((word) => isSimilar(word, objectWords)) &&
      ![
        c.section,
        ...view
          .getAncestors(c)
          .slice(0, 2)
          .map(({ text }) => text),
      ].some((text) => text.length <= MAX_NAME_LENGTH && isNamed(text))
    );
  };
}

/** Controls with such a text remove what they name: “Parking ×”. */
const REMOVING_TEXT = /[×✕✖✗╳]/u;

/** Whether a button is named after a state that it turns on and off, and not after an action. */
const isToggleName = (c: Candidate): boolean =>
  isButton(c) && !isField(c) && !isTickable(c) && !REMOVING_TEXT.test(c.text) && !matchVerb(getName(c));

/** For "remove the parking filter", asks before pressing a button “Parking” that does not show whether it is on. */
export function askIfStateUnknown(c: Candidate, { run }: Context): Move | null {
  const verb = matchVerb(run.spokenStep.clause.text)?.verb;
  const turnsOff = verb && (verb.kind === 'untick' || verb.kind === 'clear' || verb.form === 'remove');
  const { pressed, checked, selected, current, expanded } = c.states;
  const hasState = [pressed, checked, selected, current, expanded].some((state) => state !== undefined);
  if (!turnsOff || run.pickedUid || hasState || !isToggleName(c)) return null;
  const description = describe(c);
  return offerOptions(`I can't see whether ${description} is on. Should I click it?`, [c], [description]);
}

/** For "remove the pool filter", turns off the only button that has the filter's name. */
export function turnOffInsteadOfRemoving({ command }: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const object = command?.object;
  const words = tokenizeContent(object?.text ?? '').filter((word) => !KIND_WORDS.has(word));
  if (command?.name !== 'remove' || !object || !words.length || object.pronoun || run.pickedUid) return null;
  const [button, ...others] = view.candidates.filter(
    (c) =>
      c.visible &&
      !c.states.disabled &&
      isToggleName(c) &&
      words.every((word) => isSimilar(word, tokenize(getName(c)))),
  );
  if (!button || others.length > 0) return null;
  return (
    askIfStateUnknown(button, ctx) ??
    (button.states.pressed === undefined
      ? null
      : {
          kind: 'replace',
          steps: [
            { ...run.spokenStep, step: { do: 'tick', newState: false, target: object, verb: 'turn off' } },
          ],
          prepare: ([newRun]) => void (newRun && (newRun.pickedUid = button.uid)),
        })
  );
}
