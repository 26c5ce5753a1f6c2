/** Asks about names and numbers in an instruction that match no field, so that they are not silently dropped. */
import { isButton } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findTopicWords } from '../ground/topic.js';
import { fold, tokenize } from '../text.js';
import type { FillStep, FieldMatch } from './match-form-fields.js';
import type { Context, Move } from './types.js';

export function askAboutUnassignedWords(
  step: FillStep,
  matches: readonly FieldMatch[],
  { run, view }: Context,
): Move | null {
  const knownWords = new Set(
    [
      removeCapitalizedWords(step.item?.text ?? ''),
      step.purpose?.text ?? '',
      ...findTopicWords(view),
      ...view.candidates.filter((c) => c.visible && isButton(c)).map(getName),
      ...matches.flatMap((m) => [
        m.field.value ?? '',
        m.field.isoValue ?? '',
        m.field.field.text,
        m.candidate ? getName(m.candidate) : '',
      ]),
    ].flatMap((text) => tokenize(text)),
  );
  const words = run.spokenStep.clause.text.replace(/["“”]/gu, '').split(/\s+/u);
  const unassignedWords = words.filter(
    (word, i) => isNameOrNumber(word, i) && !tokenize(word).every((w) => knownWords.has(w)),
  );
  if (!unassignedWords.length) return null;
  const firstIndex = words.indexOf(unassignedWords[0]!);
  const lastIndex = words.lastIndexOf(unassignedWords.at(-1)!);
  const phrase = words
    .slice(firstIndex, lastIndex + 1)
    .join(' ')
    .replace(/[,;.]+$/u, '');
  return {
    kind: 'ask',
    text: `I don't know which field “${phrase}” is for. Please name the field, as in “${getExampleField(matches)}: ${phrase}”`,
    openQuestion: { kind: 'what' },
  };
}

/** Whether the word contains a digit or is a name, by its capital. Ignores the capital of the line's first word. */
const isNameOrNumber = (word: string, i: number): boolean =>
  /\d/u.test(word) || (i > 0 && /^\p{Lu}/u.test(word));

/** Removes the name from an item's phrase: "the artist Velvet Signal" becomes "the artist". */
const removeCapitalizedWords = (itemName: string): string =>
  itemName
    .split(' ')
    .filter((word) => !/^\p{Lu}/u.test(word))
    .join(' ');

const getExampleField = (matches: readonly FieldMatch[]): string =>
  fold(matches.find((m) => m.candidate)?.field.field.text ?? 'name');
