/**
 * Actions on a table row: "edit the first row", "open the row of Ann Lee", "delete row 3". Clicking a row does nothing,
 * so this means the control in the row with that name, or the link to its page.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isLink, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { findListEntries } from '../ground/lists.js';
import { isTopic, findPageNouns } from '../ground/topic.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { createNamedCommand } from '../language/commands.js';
import { matchVerb } from '../language/line-text.js';
import { createClick, type Step, type StepOf, type Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { findRows as rowsNamed } from '../assign/index.js';
import { scoreAgreement, scoreSimilarity, clip, fold, stem, tokenize } from '../text.js';
import { splitObjects } from './split-objects.js';
import { findMenuOfRow, useMenuOfRow } from './use-entry-control.js';
import { findControlsNamed } from './reinterpret-command.js';
import { rememberEntry } from './verify-removal.js';
import { rememberRowControl } from './rows.js';
import { act, fail, type Context, type Move } from './types.js';

const OPENING_VERBS = ['open', 'view', 'show', 'details', 'see', 'edit'];
const EDITING_VERBS = ['edit', 'change', 'modify', 'update'];
const listOpeningVerbs = (text: string): string[] =>
  /\bedit/iu.test(text) ? [...EDITING_VERBS, ...OPENING_VERBS] : OPENING_VERBS;
const ROW_OF_NAME =
  /^(?:the )?(?:(?:edit(?:ing)? )?(?:form|page|details)|row|line|record|entry) (?:of|for|with|about|named|called|that says|saying|where \p{L}+ is) (.+)$/iu;
const NAME_ROW = /^(?:the )?(.+?)(?:['’]s)? (?:row|line|record|entry)$/iu;

const usable = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && !isField(c) && !isTickable(c);

const listRowControls = (row: Candidate, view: View): Candidate[] =>
  view.candidates.filter((c) => usable(c) && view.getAncestors(c).some((a) => a.uid === row.uid));

/** Returns the data rows, that is, those with a control. */
const listDataRows = (view: View): Candidate[] =>
  findListEntries(view, 'row').filter(
    (row) => row.tag === 'tr' && !row.interactive && listRowControls(row, view).length > 0,
  );

/** Scores how much of one of the row's cells the words cover; a whole cell scores highest. */
function scoreRowMatch(row: Candidate, words: string, view: View): number {
  const cells = view.candidates.filter((c) => c.parent === row.uid);
  if (cells.some((c) => scoreAgreement(words, c.text).score >= 0.95)) return 2;
  return scoreAgreement(words, row.text).coverage >= 0.99 ? 1 : 0;
}

const LIST_PHRASE = /,? (?:in|from|of|on) (?:the|this) (?:table|list|page)$/iu;
const removeListPhrase = (phrase: string): string => phrase.replace(LIST_PHRASE, '').toLowerCase();

/** Returns the row that is meant; undefined if the words mean no row, null if they do not identify one. */
function findMeantRow(target: Target, view: View): Candidate | null | undefined {
  const countedReading = target.readings.find(
    (r) => r.role === 'row' && r.nth !== null && r.phrase === '' && !r.place,
  );
  // "the third album" on the page of albums, "the first bill in the table".
  const topicReading = target.readings.find(
    (r) => r.nth !== null && r.phrase !== '' && isTopic(removeListPhrase(r.phrase), view),
  );
  const rowNumber = /^(?:the )?row (?:number |no\.? |#)?(\d+)$/iu.exec(target.text)?.[1];
  const words = (ROW_OF_NAME.exec(target.text) ?? NAME_ROW.exec(target.text))?.[1];
  if (!countedReading && !topicReading && !rowNumber && !words) return undefined;
  const rows = listDataRows(view);
  if (!rows.length) return undefined;
  const nth = countedReading?.nth ?? topicReading?.nth ?? (rowNumber ? Number(rowNumber) : null);
  if (nth !== null) return (nth > 0 ? rows[nth - 1] : rows.at(nth)) ?? null;
  const rowScores = rows.map((row) => ({ row, fit: scoreRowMatch(row, words!, view) }));
  const bestScore = Math.max(0, ...rowScores.map(({ fit: score }) => score));
  const hits = rowScores.filter(({ fit: score }) => score === bestScore && bestScore > 0);
  return hits.length === 1 ? hits[0]!.row : hits.length ? null : undefined;
}

/** "the album Paper Road": returns the only row with exactly this cell, with or without the word for its kind. */
function findNamedRow(target: Target, view: View): Candidate | null {
  const rows = listDataRows(view);
  const text = target.text.replace(LIST_PHRASE, '');
  const [noun = ''] = text.split(' ');
  // A number after a noun, such as "page 2", is what a cell says only if the noun is what the rows are: "order 1058".
  const withoutNoun = findPageNouns(view).has(stem(noun))
    ? text.slice(noun.length + 1)
    : text.replace(/^\p{L}+ (?=\S)(?!\d+$)/u, '');
  for (const words of new Set([text, withoutNoun].filter(Boolean))) {
    const hits = rows.filter((row) => scoreRowMatch(row, words, view) === 2);
    if (hits.length) return hits.length === 1 ? hits[0]! : null;
  }
  return null;
}

/** Returns the row's control with that name. To open a row, any of the verbs matches, or else its only link. */
function findRowControl(
  row: Candidate,
  verbs: readonly string[],
  isOpening: boolean,
  view: View,
): Candidate | null {
  const rowControls = listRowControls(row, view);
  for (const verb of verbs) {
    const hits = rowControls.filter((c) => scoreSimilarity(verb, tokenize(getName(c))[0] ?? '') >= 0.85);
    const exact = hits.filter((c) => getName(c).toLowerCase() === verb);
    const [hit] = exact.length ? exact : hits;
    if (hit) return hit;
  }
  const links = rowControls.filter(isLink);
  return isOpening && links.length > 0 && new Set(links.map((c) => view.getUrl(c))).size === 1
    ? links[0]!
    : null;
}

const MARK = /^(?:mark|set) (?:(.+?) )?as (?:being )?(.+)$/iu;

/** "Mark order 12 as paid": chooses “paid” in the only list of that row that offers it. */
function setStatusOfRow(words: string, status: string, ctx: Context): Move | null {
  const { run, view } = ctx;
  for (const phrase of listRowPhrases(words, view)) {
    const rows = rowsNamed(phrase, view);
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

const SELECTED_ONES =
  /^(?:it|them|these|those|all of them|(?:the |all )?(?:selected|ticked|checked|chosen)(?: (?:ones?|\p{L}+))?)$/iu;

/** "Mark them as paid": chooses “Paid” from the only menu called “Mark as”, which acts on the ticked rows. */
export function markRows(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { clause } = run.spokenStep;
  const [, words, status] = MARK.exec(clause.text) ?? [];
  if (!status || step.target.quoted || run.stage !== '' || run.pickedUid) return null;
  if (words && !SELECTED_ONES.test(words)) return setStatusOfRow(words, status, ctx);
  const menus = view.candidates.filter(
    (c) => usable(c) && opensList(c) && /^mark(?: .*)? as$/u.test(tokenize(getName(c)).join(' ')),
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

const SEPARATOR = /\s*,\s*(?:and\s+)?|\s+and\s+/iu;

/** "Archive 12 and 14": one command for each of the objects; null unless each names a row with its own menu. */
export function splitRows(command: string, objects: string, view: View): Step[] | null {
  const names = objects.split(SEPARATOR).filter(Boolean);
  const rows = names.map((name) => findMenuRow(name, view));
  return names.length < 2 || rows.includes(null) || new Set(rows).size < rows.length
    ? null
    : names.map((name) => createNamedCommand(command, name, []));
}

/** Returns the only row that the words name, if it has exactly one menu. */
function findMenuRow(words: string, view: View): Candidate | null {
  for (const phrase of listRowPhrases(words, view)) {
    const [match, ...others] = rowsNamed(phrase, view);
    if (match) return !others.length && findMenuOfRow(match.row, view) ? match.row : null;
  }
  return null;
}

/** "Refund order 12", if no control is called so: looks in the only menu of that row. */
export function useVerbInRowMenu(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const [, verb, words] = /^(\p{L}{3,}) (.+)$/u.exec(run.spokenStep.clause.text) ?? [];
  if (step.how !== 'bare' || !verb || !words || run.stage !== '' || run.pickedUid || step.target.quoted)
    return null;
  const isShown = view.candidates.some((c) => tokenize(c.text || c.name).includes(fold(verb)));
  if (isShown || STOP_WORDS.has(fold(verb)) || findPageNouns(view).has(stem(fold(verb)))) return null;
  const row = findMenuRow(words, view);
  return row && useMenuOfRow(verb, row, view, ctx);
}

/** Returns the move for the row that the line names; null if it names none. */
export function useRowControl(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const isOpening = step.how === 'open';
  const target = isOpening ? step.target : step.how === 'command' ? step.command?.object : null;
  if (isOpening && FOR_EDITING.test(step.target.text)) return useReferredRow(step, ctx);
  if (
    !target ||
    target.quoted ||
    target.each ||
    run.pickedUid ||
    run.triedUids.size ||
    run.target ||
    ctx.recentActions.length
  )
    return null;
  const meantRow = findMeantRow(target, view);
  // To open "BL-101", a control with exactly this name comes before the row with this cell.
  const mayNameRow =
    !isOpening || !view.candidates.some((c) => c.interactive && fold(getName(c)) === fold(target.text));
  const row = meantRow === undefined && mayNameRow ? findNamedRow(target, view) : meantRow;
  if (row === undefined || (row === null && meantRow === undefined)) return null;
  if (row === null) return fail(`I can't tell which row “${clip(target.text, 60)}” is`);
  const control = findRowControl(
    row,
    isOpening ? listOpeningVerbs(target.text) : [step.command!.name],
    isOpening,
    view,
  );
  if (!control && meantRow === undefined) return null;
  if (!control) {
    const names = listRowControls(row, view).map((c) => `“${clip(getName(c), 40)}”`);
    const verb = isOpening ? 'open' : step.command!.name;
    return fail(`the row “${clip(row.text, 60)}” has no control to ${verb} it; it has ${names.join(', ')}`);
  }
  const rowName =
    view.candidates.find((c) => c.parent === row.uid && /\p{L}{2}/u.test(c.text))?.text ?? row.text;
  rememberRowControl(ctx, control, rowName);
  rememberEntry(step, control, ctx);
  return act('act', { intent: 'click', uid: control.uid });
}

const POSSESSIVE = /^(.{2,}?)['’]s? (\p{L}+)$/u;
const FOR_EDITING = / for editing$/iu;
const LEADING_PREPOSITION = /^(?:by|of|for|from|to|about|called|named|titled|on|at|with) /iu;

/** The words for a row without the word for its kind: "order by Claire Petit", "Maria's ticket", "coffee bill". */
function listRowPhrases(text: string, view: View): string[] {
  const kindWords = findPageNouns(view);
  const trimmed = text.replace(LIST_PHRASE, '').replace(FOR_EDITING, '');
  const possessive = POSSESSIVE.exec(trimmed);
  const words = (possessive ? possessive[1]! : trimmed).split(' ');
  const joinRest = (list: string[]): string =>
    list
      .join(' ')
      .replace(LEADING_PREPOSITION, '')
      .replace(/^["“]|["”]$/gu, '');
  const isKindWord = (word: string | undefined): boolean => word !== undefined && kindWords.has(stem(word));
  return [
    trimmed,
    ...(possessive ? [joinRest(words)] : []),
    // "The bill Map of the valley": the name follows the word for its kind.
    ...(words.length > 1 && (isKindWord(words[0]) || /^[\p{Lu}\d]/u.test(words[1]!))
      ? [joinRest(words.slice(1))]
      : []),
    ...(words.length > 1 ? [joinRest(words.slice(0, -1))] : []),
  ].filter((phrase) => phrase !== '');
}

/**
 * "Open Tom Reuter's order", "delete the coffee bill", "the third album": if the words name rows, the control of the only
 * one is used. Of several, the instructor is asked.
 */
export function useReferredRow(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const isOpening = step.how === 'open';
  const target = isOpening ? step.target : step.how === 'command' ? step.command?.object : null;
  if (
    !target ||
    target.each ||
    target.pronoun ||
    run.pickedUid ||
    run.triedUids.size ||
    run.revealedUids.size
  )
    return null;
  const text = target.text;
  for (const words of listRowPhrases(text, view)) {
    const rows = rowsNamed(words, view, true);
    const verbs = isOpening
      ? listOpeningVerbs(text + (FOR_EDITING.test(text) ? ' edit' : ''))
      : [step.command!.name];
    const usableRows = rows.flatMap(({ row, cells }) => {
      const control = findRowControl(row, verbs, isOpening, view);
      return control ? [{ control, row, name: cells.find((cell) => /\p{L}{2}/u.test(cell)) ?? words }] : [];
    });
    const [only] = usableRows;
    if (!only) {
      const menuMove =
        rows.length === 1 && !isOpening ? useMenuOfRow(step.command!.name, rows[0]!.row, view, ctx) : null;
      if (menuMove) return menuMove;
      if (rows.length > 1 && !isOpening)
        return askWhichRow(
          words,
          rows.map(({ row }) => ({ uid: row.uid, row })),
        );
      continue;
    }
    if (rows.length > 1)
      return askWhichRow(
        words,
        usableRows.map(({ control, row }) => ({ uid: control.uid, row })),
      );
    rememberRowControl(ctx, only.control, only.name);
    rememberEntry(step, only.control, ctx);
    return act('act', { intent: 'click', uid: only.control.uid });
  }
  return null;
}

/** Asks which of several rows is meant. `uid` is what is used if the row is chosen. */
export function askWhichRow(words: string, rows: readonly { uid: string; row: Candidate }[]): Move {
  const descriptions = rows.map(({ row }) => `“${clip(row.text, 60)}”`);
  const listedRows = descriptions.slice(0, 5).join(', ');
  return {
    kind: 'ask',
    text: `${rows.length} rows match “${clip(words, 60)}”: ${listedRows}${descriptions.length > 5 ? ' …' : ''}. Which one do you mean?`,
    openQuestion: {
      kind: 'which',
      options: rows.map(({ uid, row }, i) => ({ uid, name: row.text, description: descriptions[i]! })),
    },
  };
}

/** Whether the words point at an entry instead of describing a new one: "it", "the second one". */
const pointsAtEntry = ({ pronoun, readings }: Target): boolean =>
  pronoun || readings.some(({ nth }) => nth !== null);

/**
 * "Book A2", "reserve the second one": if the verb names the control of that entry, presses it instead of creating
 * something.
 */
export function createInRow(step: StepOf<'fill'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const verb = matchVerb(run.spokenStep.clause.text)?.verb.form;
  if (step.how !== 'create' || !step.item || !verb || run.stage) return null;
  const hasRowControl = (row: Candidate | null): boolean =>
    row !== null && listRowControls(row, view).some((c) => fold(getName(c)).split(' ')[0] === verb);
  const isVerbOfEntries =
    findControlsNamed(verb, view).length > 1 &&
    (pointsAtEntry(step.item) || splitObjects(verb, step.item.text, view) !== null);
  return isVerbOfEntries || hasRowControl(findNamedRow(step.item, view))
    ? {
        kind: 'replace',
        steps: [{ ...run.spokenStep, step: createNamedCommand(verb, step.item.text, []) }],
      }
    : null;
}

/**
 * "Open Petrel", if that is a plain cell: uses the row's link to a page below the list's URL, if there is exactly one
 * such URL.
 */
export function openRowPage(c: Candidate, step: StepOf<'click'>, ctx: Context): Move | null {
  const { view } = ctx;
  const row = view.getAncestors(c).find((a) => a.tag === 'tr' || a.role === 'row');
  if (step.how !== 'open' || c.interactive || !row) return null;
  const list = view.observation.url.replace(/[?#].*$/u, '').replace(/\/$/u, '');
  const links = listRowControls(row, view).filter((o) => isLink(o) && view.getUrl(o).startsWith(`${list}/`));
  const [link] = links;
  if (!link || new Set(links.map((o) => view.getUrl(o))).size > 1) return null;
  rememberRowControl(ctx, link, c.text);
  return act('act', { intent: 'click', uid: link.uid });
}

/** Returns the control that opens the row's form: "Edit", or the only link of the row. */
export const findRowEditor = (row: Candidate, view: View): Candidate | null =>
  findRowControl(row, [...EDITING_VERBS, 'rename'], true, view);
