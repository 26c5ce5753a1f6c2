/**
 * Handles commands about a list entry that is identified by its age, a date or a value: "reorder my last order",
 * "cancel the order from 21 November", "get the invoice for GR-20714". Uses the entry's control, which may be in the
 * entry's menu.
 */
import type { Candidate } from '../../../contract/index.js';
import { findEntryByAge, findEntriesByWords, findEntryLists, type ListEntry } from '../ground/entries.js';
import { isButton, isField, isLink, isTickable, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { removeTrailingNames } from '../ground/own-row.js';
import { removeArticle } from '../language/drafts.js';
import type { StepOf } from '../language/steps.js';
import { AGE_WORDS } from '../lexicon/superlatives.js';
import { clip, fold, scoreSimilarity, toAlternation, tokenize, tokenizeContent } from '../text.js';
import { formatList } from './messages.js';
import { rememberMenuOpening } from './open-menu.js';
import { isRowMenu } from './reveal.js';
import { rememberRowControl } from './rows.js';
import { act, fail, type Context, type Move } from './types.js';
import { rememberEntry } from './verify-removal.js';

interface EntryRequest {
  /** The verb with which the control's name begins, or a noun in it. */
  label: string;
  isVerb: boolean;
  entryWords: string;
}

const NOUN_OF_ENTRY =
  /^(?:get|give|show|download|fetch|see|view|print)(?: me)? (?:the |an? |my )?(\p{L}+(?: \p{L}+)?) (?:for|of|from) (.+)$/iu;
/** Matches "track the delivered one" and "track GR-20714". The verb is not in the lexicon, but may be on the page. */
const VERB_OF_ENTRY = /^(\p{L}{3,}) ((?:the|my|our) .+|.*\d.*)$/iu;
const AGE_WORD = toAlternation(Object.keys(AGE_WORDS));
const ENTRY_BY_AGE = new RegExp(`^(?:very )?(${AGE_WORD}) (\\p{L}+)(?: (?:that )?(?:i|we) \\p{L}+)?$`, 'iu');
const MY_AGE_WORD = new RegExp(`\\b(?:my|our) (?:very )?(?:${AGE_WORD})\\b`, 'iu');
const MIN_SIMILARITY = 0.85;

const isUsableControl = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && !isField(c) && !isTickable(c);

/** Returns the possible ways to read the clause as a control and its entry. */
function listRequests(step: StepOf<'click'>, text: string): EntryRequest[] {
  if (step.target.quoted || step.target.each) return [];
  const nounMatch = NOUN_OF_ENTRY.exec(text);
  const nounRequest = nounMatch ? [{ label: nounMatch[1]!, isVerb: false, entryWords: nounMatch[2]! }] : [];
  const { command } = step;
  if (step.kind === 'command')
    return command?.object && !command.object.pronoun && !command.object.each
      ? [...nounRequest, { label: command.name, isVerb: true, entryWords: command.object.text }]
      : nounRequest;
  const verbMatch = step.kind === 'bare' ? VERB_OF_ENTRY.exec(text) : null;
  return verbMatch
    ? [...nounRequest, { label: verbMatch[1]!, isVerb: true, entryWords: verbMatch[2]! }]
    : nounRequest;
}

/** Names of the command that duplicates an entry. “Copy link” is another command. */
export const COPYING = /^(?:duplicate|copy|clone|make a copy)[….]*$/iu;

function hasLabel(c: Candidate, { label, isVerb }: EntryRequest): boolean {
  const nameWords = tokenize(getName(c));
  if (isVerb && COPYING.test(label) && COPYING.test(getName(c))) return true;
  return isVerb
    ? tokenize(label).every((word, i) => scoreSimilarity(word, nameWords[i] ?? '') >= MIN_SIMILARITY)
    : tokenizeContent(label).every((word) =>
        nameWords.some((nameWord) => scoreSimilarity(word, nameWord) >= MIN_SIMILARITY),
      );
}

const findMenus = ({ parts }: ListEntry): Candidate[] =>
  parts.filter((c) => isUsableControl(c) && (opensList(c) || isRowMenu(c)) && !isLink(c));

/** Whether the list's entries have this control, or menus that may contain it. */
const mayHaveControl = (list: readonly ListEntry[], request: EntryRequest): boolean =>
  list.some(({ parts }) => parts.some((c) => isUsableControl(c) && hasLabel(c, request))) ||
  list.every((entry) => findMenus(entry).length === 1);

/** Returns the entry's name: its heading, its first short text or, without either, the text beside its buttons. */
function getEntryName({ element, parts }: ListEntry): string {
  const buttons = parts.filter(isButton);
  const texts = parts.filter(
    (c) => !buttons.includes(c) && /\p{L}{2}|\d{2}/u.test(c.text) && c.text.length <= 60,
  );
  const text = (texts.find(({ role }) => role === 'heading') ?? texts[0])?.text ?? element.text;
  return clip(removeTrailingNames(text, buttons) || text, 60);
}

type EntryMatch = { kind: 'one'; entry: ListEntry } | { kind: 'doubt'; entries: readonly ListEntry[] };

function findEntry(
  { entryWords }: EntryRequest,
  list: readonly ListEntry[],
  ctx: Context,
): EntryMatch | null {
  const [, ageWord, noun = ''] = ENTRY_BY_AGE.exec(removeArticle(entryWords.replace(LIST_PLACE, ''))) ?? [];
  if (ageWord !== undefined) {
    const isPosition = ['first', 'last'].includes(fold(ageWord));
    const entryAtPosition = list.at(fold(ageWord) === 'first' ? 0 : -1)!;
    const text = ctx.run.spokenStep.clause.text;
    if (isPosition && LIST_PLACE.test(text)) return { kind: 'one', entry: entryAtPosition };
    const entryByAge = findEntryByAge(list, AGE_WORDS[fold(ageWord)]!, ctx.today);
    // "The last one" and "the last row" mean a position in the list, not an age.
    if (!entryByAge || (isPosition && POSITION_NOUN.test(noun))) return null;
    if (!entryByAge.isCertain) return { kind: 'doubt', entries: list };
    return isPosition && entryAtPosition !== entryByAge.entry && !MY_AGE_WORD.test(text)
      ? { kind: 'doubt', entries: [entryByAge.entry, entryAtPosition] }
      : { kind: 'one', entry: entryByAge.entry };
  }
  const entries = findEntriesByWords(entryWords, list, ctx.view, ctx.today);
  const [entry] = entries;
  return entry ? (entries.length === 1 ? { kind: 'one', entry } : { kind: 'doubt', entries }) : null;
}
const POSITION_NOUN = /^(?:one|row|entry|item|line)$/iu;
const LIST_PLACE = / (?:in|on|of|from) (?:the|this) (?:list|table|page)$/iu;

/** Returns the move for the entry's control; null if the line does not name a list entry. */
export function useListEntry(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  if ((run.stage !== '' && run.stage !== 'reveal') || run.triedUids.size) return null;
  for (const request of listRequests(step, run.spokenStep.clause.text))
    for (const list of findEntryLists(view)) {
      if (!mayHaveControl(list, request)) continue;
      const pickedEntry = list.find(({ element }) => element.uid === run.pickedUid);
      if (run.pickedUid && !pickedEntry) continue;
      const entryMatch = pickedEntry
        ? ({ kind: 'one', entry: pickedEntry } as const)
        : findEntry(request, list, ctx);
      if (!entryMatch) continue;
      if (entryMatch.kind === 'doubt') return askWhichEntry(request, entryMatch.entries, ctx);
      const move = useControlOfEntry(entryMatch.entry, request, step, ctx);
      if (move) return move;
    }
  return null;
}

function useControlOfEntry(
  entry: ListEntry,
  request: EntryRequest,
  step: StepOf<'click'>,
  ctx: Context,
): Move | null {
  const { run, memory, view } = ctx;
  const name = getEntryName(entry);
  const namedControls = entry.parts.filter((c) => isUsableControl(c) && hasLabel(c, request));
  // An "entry" with the same control twice is not an entry, but a part of the page that contains a list.
  if (new Set(namedControls.map(getName)).size < namedControls.length) return null;
  // The opened menu may be outside the entry's element.
  const newControls = run.revealedUids.size
    ? view.candidates.filter(
        (c) =>
          isUsableControl(c) && hasLabel(c, request) && memory.openMenu?.earlierElements.has(c.uid) === false,
      )
    : [];
  const [control] = namedControls.length ? namedControls : newControls.length === 1 ? newControls : [];
  if (control) {
    rememberRowControl(ctx, control, name);
    run.target!.words = run.spokenStep.clause.text;
    rememberEntry(step, control, ctx);
    return act('act', { intent: 'click', uid: control.uid });
  }
  const [menu, ...others] = findMenus(entry);
  if (!menu || others.length) return null;
  if (run.revealedUids.has(menu.uid))
    return fail(`the menu “${clip(getName(menu), 40)}” of “${name}” has no “${request.label}”`);
  run.revealedUids.add(menu.uid);
  rememberMenuOpening(ctx, menu, 'menu');
  return act('reveal', { intent: 'click', uid: menu.uid });
}

/** Asks which entry is meant. Offers the entries that may have the control. */
function askWhichEntry(request: EntryRequest, entries: readonly ListEntry[], { run }: Context): Move | null {
  const usableEntries = entries.filter((entry) => mayHaveControl([entry], request));
  if (usableEntries.length < 2 || run.revealedUids.size) return null;
  const options = usableEntries.map((entry) => ({
    uid: entry.element.uid,
    name: getEntryName(entry),
    description: `“${getEntryName(entry)}”`,
  }));
  const names = options.slice(0, 5).map(({ description }) => description);
  return {
    kind: 'ask',
    text: `I am not sure which one you mean by “${clip(request.entryWords, 60)}”: ${formatList(names, 'or')}?`,
    openQuestion: { kind: 'which', options },
  };
}
