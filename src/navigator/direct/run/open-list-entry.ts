/** Opens an entry of a list or table by its main link: "open the second one", "open the Ford Fiesta one". */
import type { Candidate } from '../../../contract/index.js';
import { findEntriesByWords, findEntryLists, type ListEntry } from '../ground/entries.js';
import { isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { matchVerb } from '../language/line-text.js';
import { ORDINAL, parseOrdinal } from '../language/numbers.js';
import type { StepOf } from '../language/steps.js';
import { tokenize, tokenizeContent } from '../text.js';
import type { Context, Move } from './types.js';

const ENTRY_BY_POSITION = new RegExp(`^(?:the )?(${ORDINAL})(?: (?:one|entry|row|item|result))?$`, 'iu');
const ONE = / one$/iu;

/** Returns the entry's main link: the first that is not named after an action, such as “Renew”. */
const findMainLink = ({ parts }: ListEntry): Candidate | undefined =>
  parts.find((c) => isLink(c) && c.interactive && !c.states.disabled && matchVerb(getName(c)) === null);

/** Returns the entries that have the words as a value, or else those with all words outside their controls. */
function findEntries(words: string, list: readonly ListEntry[], { view, today }: Context): ListEntry[] {
  const entries = findEntriesByWords(words, list, view, today);
  const nameWords = tokenizeContent(words);
  const hasWords = ({ parts }: ListEntry): boolean => {
    const shownWords = parts.flatMap((c) => (c.interactive ? [] : tokenize(c.text)));
    return nameWords.length > 0 && nameWords.every((word) => shownWords.includes(word));
  };
  return entries.length > 0 ? entries : list.filter(hasWords);
}

/** Opens the only entry that the words mean. Every entry must have several links, one of which is its main link. */
export function openListEntry({ kind, target }: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (kind !== 'open' || target.quoted || run.pickedUid || run.stage !== '') return null;
  const position = ENTRY_BY_POSITION.exec(target.text)?.[1];
  const words = target.text.replace(ONE, '');
  const lists = findEntryLists(view).filter((list) =>
    list.every((entry) => entry.parts.filter(isLink).length > 1 && findMainLink(entry)),
  );
  const [list] = lists;
  // A control with these words is opened itself.
  const nameWords = tokenizeContent(words);
  const isName = (c: Candidate): boolean =>
    c.visible && c.interactive && nameWords.every((word) => tokenize(getName(c)).includes(word));
  if (!list || (position === undefined && view.candidates.some(isName))) return null;
  const entries =
    position === undefined
      ? findEntries(words, list, ctx)
      : [list.at(parseOrdinal(position) > 0 ? parseOrdinal(position) - 1 : -1)];
  const link = entries.length === 1 && entries[0] ? findMainLink(entries[0]) : undefined;
  if (!link) return null;
  return {
    kind: 'replace',
    steps: [run.spokenStep],
    prepare: ([newRun]) => void (newRun && (newRun.pickedUid = link.uid)),
  };
}
