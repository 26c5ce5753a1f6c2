/**
 * Filters with lists whose entries only show when they are open: "show only the clients from Berlin" beside a list
 * “City”. Opens one after another and chooses the entry that the words mean; closes the others.
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
import { Note } from './note.js';
import { act, done, fail, rememberTarget, type Context, type Move } from './types.js';

const MAX_LISTS = 5;
/** The uid of the opened list. */
const openedNote = new Note<string>();
/** The report of the chosen entry. */
const chosenNote = new Note<string>();
/** Lists that turn pages or switch the language, and menus of the whole site. */
const OTHER_PURPOSE = /\b(?:pages?|rows|language|theme|account|user|actions|export|more|sort)\b/iu;
const OUTSIDE_CONTENT: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);

/** Lists of the page's filters: closed lists outside of tables and dialogs, the ones that the words name first. */
function listFilters(words: string, view: View): Candidate[] {
  const isFilter = (c: Candidate): boolean =>
    c.visible &&
    c.interactive &&
    !c.states.disabled &&
    opensList(c) &&
    (c.role === 'combobox' || /\bfilter/iu.test(getName(c))) &&
    !OUTSIDE_CONTENT.has(c.landmark) &&
    !OTHER_PURPOSE.test(getName(c)) &&
    !view.getAncestors(c).some(({ role }) => role === 'row');
  const isNamed = (c: Candidate): boolean =>
    tokenizeContent(getName(c)).some((word) => tokenizeContent(words).includes(word));
  const filters = view.candidates.filter(isFilter);
  const byName = [...filters.filter(isNamed), ...filters.filter((c) => !isNamed(c))];
  // A menu that only adds filters comes last.
  return [...byName.filter((c) => c.role === 'combobox'), ...byName.filter((c) => c.role !== 'combobox')];
}

/** Returns the only entry of the open list that the words name, apart from the page's topic and the list's name. */
function findEntry(words: string, list: string, uids: ReadonlySet<string>, view: View): Candidate | null {
  const topic = findTopicWords(view);
  const listWords = tokenizeContent(list);
  const wanted = tokenizeContent(words)
    .filter((word) => !CONNECTING_WORDS.has(word) && !listWords.includes(word))
    .map(stem);
  const values = wanted.filter((word) => !topic.has(word));
  const entries = view.candidates.filter((c) => {
    const entryWords = uids.has(c.uid) && c.visible ? tokenizeContent(c.text).map(stem) : [];
    return (
      entryWords.length > 0 &&
      entryWords.every((word) => wanted.includes(word)) &&
      values.every((word) => entryWords.includes(word))
    );
  });
  const innermost = entries.filter((c) => !entries.some((o) => view.getAncestors(o).includes(c)));
  const interactive = entries.find((c) => c.interactive);
  return innermost.length === 1 ? (interactive ?? innermost[0]!) : null;
}

/** Returns the next action of the search; null if the page has no such lists. */
export function filterByOpenedList(step: StepOf<'choose'>, ctx: Context): Move | null {
  const { run, view, memory } = ctx;
  if (step.from?.text !== 'filter' || run.pickedUid) return null;
  const chosen = chosenNote.get(run);
  if (chosen !== undefined && ctx.recentActions.length)
    return judgeOutcome(ctx.recentActions.at(-1)!).kind === 'ok'
      ? done(chosen)
      : fail(`I tried to choose “${clip(step.value, 60)}”, but I saw no change`);
  const openedUid = openedNote.get(run);
  const opened = openedUid === undefined ? undefined : view.byUid.get(openedUid);
  if (run.stage === 'reveal' && opened) {
    const listName = getName(opened);
    const entry = findEntry(step.value, listName, findOpenMenu(ctx)?.uids ?? new Set(), view);
    openedNote.delete(run);
    if (entry) {
      const phrase = `chose “${clip(entry.text, 60)}” in ${describe(opened)}`;
      rememberTarget(ctx, entry, describe(entry), entry.text);
      chosenNote.set(run, phrase);
      delete memory.openMenu;
      return act('act', { intent: 'click', uid: entry.uid });
    }
    delete memory.openMenu;
    return act('look', { intent: 'press', key: 'Escape' });
  }
  const filters = listFilters(step.value, view);
  const hasFilterField = view.candidates.some(
    (c) => c.visible && isField(c) && /\bfilter/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`),
  );
  if (filters.length === 0 || hasFilterField) return null;
  const next = filters.find((c) => !run.triedUids.has(c.uid));
  if (!next || run.triedUids.size >= MAX_LISTS)
    return fail(
      `no filter here offers “${clip(step.value, 60)}”; I looked in ${formatList(filters.map(describe))}`,
    );
  run.triedUids.add(next.uid);
  openedNote.set(run, next.uid);
  rememberMenuOpening(ctx, next, 'menu');
  return act('reveal', { intent: 'click', uid: next.uid });
}
