/**
 * Filters with lists that show their entries only while they are open: "show only the clients from Berlin" with a list
 * “City”. Opens one list after another until one has an entry that matches, and chooses it.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findTopicWords } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { clip, stem, tokenizeContent } from '../text.js';
import { CONNECTING_WORDS } from './filter-list.js';
import { judgeOutcome } from './judge-outcome.js';
import { formatList } from './messages.js';
import { findOpenMenu, rememberMenuOpening } from './open-menu.js';
import { StepVariable } from './step-variable.js';
import { act, done, fail, rememberTarget, type Context, type Move } from './types.js';

const MAX_OPENED_LISTS = 5;
/** The uid of the opened list. */
const openedListVariable = new StepVariable<string>();
/** The done phrase for the chosen entry. */
const donePhraseVariable = new StepVariable<string>();
/** Names of lists that do not filter: they turn pages, switch the language or belong to the whole site. */
const NAME_OF_OTHER_LIST = /\b(?:pages?|rows|language|theme|account|user|actions|export|more|sort)\b/iu;
const NON_CONTENT_LANDMARKS: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);

/** Returns the lists that may be filters: outside table rows and navigation. Lists that the words name come first. */
function findFilterLists(words: string, view: View): Candidate[] {
  const isFilter = (c: Candidate): boolean =>
    c.visible &&
    c.interactive &&
    !c.states.disabled &&
    opensList(c) &&
    (c.role === 'combobox' || /\bfilter/iu.test(getName(c))) &&
    !NON_CONTENT_LANDMARKS.has(c.landmark) &&
    !NAME_OF_OTHER_LIST.test(getName(c)) &&
    !view.getAncestors(c).some(({ role }) => role === 'row');
  const isNamed = (c: Candidate): boolean =>
    tokenizeContent(getName(c)).some((word) => tokenizeContent(words).includes(word));
  const filters = view.candidates.filter(isFilter);
  const namedFirst = [...filters.filter(isNamed), ...filters.filter((c) => !isNamed(c))];
  // Other controls come last, because a menu “Add filter” only adds filters.
  return [
    ...namedFirst.filter((c) => c.role === 'combobox'),
    ...namedFirst.filter((c) => c.role !== 'combobox'),
  ];
}

/** Returns the only entry of the open list that the words name. Words for the page's topic and the list are ignored. */
function findEntry(words: string, listName: string, uids: ReadonlySet<string>, view: View): Candidate | null {
  const topicWords = findTopicWords(view);
  const listWords = tokenizeContent(listName);
  const requestedWords = tokenizeContent(words)
    .filter((word) => !CONNECTING_WORDS.has(word) && !listWords.includes(word))
    .map(stem);
  const valueWords = requestedWords.filter((word) => !topicWords.has(word));
  const entries = view.candidates.filter((c) => {
    const entryWords = uids.has(c.uid) && c.visible ? tokenizeContent(c.text).map(stem) : [];
    return (
      entryWords.length > 0 &&
      entryWords.every((word) => requestedWords.includes(word)) &&
      valueWords.every((word) => entryWords.includes(word))
    );
  });
  const innermostEntries = entries.filter((c) => !entries.some((o) => view.getAncestors(o).includes(c)));
  const interactiveEntry = entries.find((c) => c.interactive);
  return innermostEntries.length === 1 ? (interactiveEntry ?? innermostEntries[0]!) : null;
}

/** Opens the next list, or chooses from the open one; null if the page has no lists that filter. */
export function filterByOpenedList(step: StepOf<'choose'>, ctx: Context): Move | null {
  const { run, view, memory } = ctx;
  if (step.from?.text !== 'filter' || run.pickedUid) return null;
  const donePhrase = donePhraseVariable.get(run);
  if (donePhrase !== undefined && ctx.recentActions.length)
    return judgeOutcome(ctx.recentActions.at(-1)!).kind === 'ok'
      ? done(donePhrase)
      : fail(`I tried to choose “${clip(step.value, 60)}”, but I saw no change`);
  const openedListUid = openedListVariable.get(run);
  const openedList = openedListUid === undefined ? undefined : view.byUid.get(openedListUid);
  if (run.stage === 'reveal' && openedList) {
    const listName = getName(openedList);
    const entry = findEntry(step.value, listName, findOpenMenu(ctx)?.uids ?? new Set(), view);
    openedListVariable.delete(run);
    if (entry) {
      const phrase = `chose “${clip(entry.text, 60)}” in ${describe(openedList)}`;
      rememberTarget(ctx, entry, describe(entry), entry.text);
      donePhraseVariable.set(run, phrase);
      delete memory.openMenu;
      return act('act', { intent: 'click', uid: entry.uid });
    }
    delete memory.openMenu;
    return act('look', { intent: 'press', key: 'Escape' });
  }
  const filters = findFilterLists(step.value, view);
  const hasFilterField = view.candidates.some(
    (c) => c.visible && isField(c) && /\bfilter/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`),
  );
  if (filters.length === 0 || hasFilterField) return null;
  const nextList = filters.find((c) => !run.triedUids.has(c.uid));
  if (!nextList || run.triedUids.size >= MAX_OPENED_LISTS)
    return fail(
      `no filter here offers “${clip(step.value, 60)}”; I looked in ${formatList(filters.map(describe))}`,
    );
  run.triedUids.add(nextList.uid);
  openedListVariable.set(run, nextList.uid);
  rememberMenuOpening(ctx, nextList, 'menu');
  return act('reveal', { intent: 'click', uid: nextList.uid });
}
