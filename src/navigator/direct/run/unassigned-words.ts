/** Names and numbers of an instruction that no field would get: they are asked about, not dropped. */
import { isButton } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findTopicWords } from '../ground/topic.js';
import { fold, tokens } from '../text.js';
import type { Fill, Match } from './fields.js';
import type { Context, Move } from './types.js';

export function askForUnplaced(step: Fill, matches: readonly Match[], { run, view }: Context): Move | null {
  const known = new Set(
    [
      lowerCase(step.item?.text ?? ''),
      step.purpose?.text ?? '',
      ...findTopicWords(view),
      ...view.candidates.filter((c) => c.visible && isButton(c)).map(getName),
      ...matches.flatMap((m) => [
        m.field.value ?? '',
        m.field.isoValue ?? '',
        m.field.field.text,
        m.candidate ? getName(m.candidate) : '',
      ]),
    ].flatMap((text) => tokens(text)),
  );
  const words = run.spoken.clause.text.replace(/["“”]/gu, '').split(/\s+/u);
  const lost = words.filter((word, i) => isTelling(word, i) && !tokens(word).every((w) => known.has(w)));
  if (!lost.length) return null;
  const first = words.indexOf(lost[0]!);
  const last = words.lastIndexOf(lost.at(-1)!);
  const phrase = words
    .slice(first, last + 1)
    .join(' ')
    .replace(/[,;.]+$/u, '');
  return {
    kind: 'ask',
    text: `I don't know which field “${phrase}” is for. Please name the field, as in “${exampleOf(matches)}: ${phrase}”`,
    pending: { kind: 'what' },
  };
}

/** Names and figures tell something; the first word of a line has a capital anyway. */
const isTelling = (word: string, i: number): boolean => /\d/u.test(word) || (i > 0 && /^\p{Lu}/u.test(word));

/** "the artist Velvet Signal" is an artist; the name is not part of what it is. */
const lowerCase = (thing: string): string =>
  thing
    .split(' ')
    .filter((word) => !/^\p{Lu}/u.test(word))
    .join(' ');

const exampleOf = (matches: readonly Match[]): string =>
  fold(matches.find((m) => m.candidate)?.field.field.text ?? 'name');
