/**
 * Actions on a table row: "edit the first row", "open the row of Ann Lee", "delete row 3". Clicking a row does nothing,
 * so this means the control in the row with that name, or the link to its page.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isLink, isTickable } from '../ground/kinds.js';
import { findListEntries } from '../ground/lists.js';
import { isTopic, findPageNouns } from '../ground/topic.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { matchVerb } from '../language/line-text.js';
import type { StepOf, Target } from '../language/steps.js';
import { addPlaceToTarget, createTarget } from '../language/target.js';
import { findRows as rowsNamed } from '../assign/index.js';
import { agreement, similarity, clip, fold, stem, tokens } from '../text.js';
import { rememberEntry } from './removal.js';
import { act, rememberTarget, fail, type Context, type Move } from './types.js';

const OPENS = ['open', 'view', 'show', 'details', 'see', 'edit'];
const EDITS = ['edit', 'change', 'modify', 'update'];
const verbsToOpen = (text: string): string[] => (/\bedit/iu.test(text) ? [...EDITS, ...OPENS] : OPENS);
const OF_ROW =
  /^(?:the )?(?:(?:edit(?:ing)? )?(?:form|page|details)|row|line|record|entry) (?:of|for|with|about|named|called|that says|saying|where \p{L}+ is) (.+)$/iu;
const BEHIND = /^(?:the )?(.+?)(?:['’]s)? (?:row|line|record|entry)$/iu;

const usable = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && !isField(c) && !isTickable(c);

const inside = (row: Candidate, view: View): Candidate[] =>
  view.candidates.filter((c) => usable(c) && view.getAncestors(c).some((a) => a.uid === row.uid));

/** Returns the data rows, that is, those with a control. */
const rowsOf = (view: View): Candidate[] =>
  findListEntries(view, 'row').filter(
    (row) => row.tag === 'tr' && !row.interactive && inside(row, view).length > 0,
  );

/** Scores how much of one of the row's cells the words cover; a whole cell scores highest. */
function said(row: Candidate, words: string, view: View): number {
  const cells = view.candidates.filter((c) => c.parent === row.uid);
  if (cells.some((c) => agreement(words, c.text).score >= 0.95)) return 2;
  return agreement(words, row.text).coverage >= 0.99 ? 1 : 0;
}

const IN_LIST = /,? (?:in|from|of|on) (?:the|this) (?:table|list|page)$/iu;
const singleWord = (phrase: string): string => phrase.replace(IN_LIST, '').toLowerCase();

/** Returns the row that is meant; undefined if the words mean no row, null if they do not identify one. */
function rowMeant(target: Target, view: View): Candidate | null | undefined {
  const counted = target.readings.find(
    (r) => r.role === 'row' && r.nth !== null && r.phrase === '' && !r.place,
  );
  // "the third album" on the page of albums, "the first bill in the table".
  const ofTopic = target.readings.find(
    (r) => r.nth !== null && r.phrase !== '' && isTopic(singleWord(r.phrase), view),
  );
  const numbered = /^(?:the )?row (?:number |no\.? |#)?(\d+)$/iu.exec(target.text)?.[1];
  const words = (OF_ROW.exec(target.text) ?? BEHIND.exec(target.text))?.[1];
  if (!counted && !ofTopic && !numbered && !words) return undefined;
  const rows = rowsOf(view);
  if (!rows.length) return undefined;
  const nth = counted?.nth ?? ofTopic?.nth ?? (numbered ? Number(numbered) : null);
  if (nth !== null) return (nth > 0 ? rows[nth - 1] : rows.at(nth)) ?? null;
  const fits = rows.map((row) => ({ row, fit: said(row, words!, view) }));
  const best = Math.max(0, ...fits.map(({ fit }) => fit));
  const hits = fits.filter(({ fit }) => fit === best && best > 0);
  return hits.length === 1 ? hits[0]!.row : hits.length ? null : undefined;
}

/** "the album Paper Road": returns the only row with exactly this cell, with or without the word for its kind. */
function rowNamed(target: Target, view: View): Candidate | null {
  const rows = rowsOf(view);
  const text = target.text.replace(IN_LIST, '');
  for (const words of [text, text.replace(/^\p{L}+ (?=\S)/u, '')]) {
    const hits = rows.filter((row) => said(row, words, view) === 2);
    if (hits.length) return hits.length === 1 ? hits[0]! : null;
  }
  return null;
}

/** Returns the row's control with that name. To open a row, any of the verbs matches, or else its only link. */
function controlIn(row: Candidate, verbs: readonly string[], opening: boolean, view: View): Candidate | null {
  const pool = inside(row, view);
  for (const verb of verbs) {
    const hits = pool.filter((c) => similarity(verb, tokens(getName(c))[0] ?? '') >= 0.85);
    const exact = hits.filter((c) => getName(c).toLowerCase() === verb);
    const [hit] = exact.length ? exact : hits;
    if (hit) return hit;
  }
  const links = pool.filter(isLink);
  return opening && links.length > 0 && new Set(links.map((c) => view.getUrl(c))).size === 1
    ? links[0]!
    : null;
}

/** Returns the move for the row that the line names; null if it names none. */
export function useRowControl(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const opening = step.how === 'open';
  const target = opening ? step.target : step.how === 'command' ? step.command?.object : null;
  if (opening && FOR_EDITING.test(step.target.text)) return useReferredRow(step, ctx);
  if (
    !target ||
    target.quoted ||
    target.each ||
    run.pickedUid ||
    run.triedUids.size ||
    run.target ||
    ctx.last.length
  )
    return null;
  const meant = rowMeant(target, view);
  const row = meant === undefined && !opening ? rowNamed(target, view) : meant;
  if (row === undefined || (row === null && meant === undefined)) return null;
  if (row === null) return fail(`I can't tell which row “${clip(target.text, 60)}” is`);
  const control = controlIn(row, opening ? verbsToOpen(target.text) : [step.command!.name], opening, view);
  if (!control && meant === undefined) return null;
  if (!control) {
    const names = inside(row, view).map((c) => `“${clip(getName(c), 40)}”`);
    const verb = opening ? 'open' : step.command!.name;
    return fail(`the row “${clip(row.text, 60)}” has no control to ${verb} it; it has ${names.join(', ')}`);
  }
  const called =
    view.candidates.find((c) => c.parent === row.uid && /\p{L}{2}/u.test(c.text))?.text ?? row.text;
  const where = `in the row of ${clip(called, 60)}`;
  rememberTarget(ctx, control, `${describe(control)} ${where}`, `${getName(control)}, ${where}`);
  rememberEntry(step, control, ctx);
  return act('act', { intent: 'click', uid: control.uid });
}

const OWNER = /^(.{2,}?)['’]s? (\p{L}+)$/u;
const FOR_EDITING = / for editing$/iu;
const ABOUT = /^(?:by|of|for|from|to|about|called|named|titled|on|at|with) /iu;

/** The words for a row without the word for its kind: "order by Claire Petit", "Maria's ticket", "coffee bill". */
function rowWords(text: string, view: View): string[] {
  const things = findPageNouns(view);
  const trimmed = text.replace(IN_LIST, '').replace(FOR_EDITING, '');
  const owned = OWNER.exec(trimmed);
  const words = (owned ? owned[1]! : trimmed).split(' ');
  const rest = (list: string[]): string =>
    list
      .join(' ')
      .replace(ABOUT, '')
      .replace(/^["“]|["”]$/gu, '');
  const isThing = (word: string | undefined): boolean => word !== undefined && things.has(stem(word));
  return [
    trimmed,
    ...(owned ? [rest(words)] : []),
    // "The bill Map of the valley": the name follows the word for its kind.
    ...(words.length > 1 && (isThing(words[0]) || /^[\p{Lu}\d]/u.test(words[1]!))
      ? [rest(words.slice(1))]
      : []),
    ...(words.length > 1 ? [rest(words.slice(0, -1))] : []),
  ].filter((words_) => words_ !== '');
}

/**
 * "Open Tom Reuter's order", "delete the coffee bill", "the third album": if the words name rows, the control of the only
 * one is used. Of several, the instructor is asked.
 */
export function useReferredRow(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const opening = step.how === 'open';
  const target = opening ? step.target : step.how === 'command' ? step.command?.object : null;
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
  for (const words of rowWords(text, view)) {
    const rows = rowsNamed(words, view, true);
    const verbs = opening
      ? verbsToOpen(text + (FOR_EDITING.test(text) ? ' edit' : ''))
      : [step.command!.name];
    const usable = rows.flatMap(({ row, cells }) => {
      const control = controlIn(row, verbs, opening, view);
      return control ? [{ control, row, name: cells.find((cell) => /\p{L}{2}/u.test(cell)) ?? words }] : [];
    });
    const [only] = usable;
    if (!only) {
      if (rows.length > 1 && !opening)
        return askWhichRow(
          words,
          rows.map(({ row }) => ({ uid: row.uid, row })),
        );
      continue;
    }
    if (rows.length > 1)
      return askWhichRow(
        words,
        usable.map(({ control, row }) => ({ uid: control.uid, row })),
      );
    const where = `in the row of ${clip(only.name, 60)}`;
    rememberTarget(
      ctx,
      only.control,
      `${describe(only.control)} ${where}`,
      `${getName(only.control)}, ${where}`,
    );
    rememberEntry(step, only.control, ctx);
    return act('act', { intent: 'click', uid: only.control.uid });
  }
  return null;
}

/** Asks which of several rows is meant. `uid` is what is used if the row is chosen. */
export function askWhichRow(words: string, rows: readonly { uid: string; row: Candidate }[]): Move {
  const descriptions = rows.map(({ row }) => `“${clip(row.text, 60)}”`);
  const shown = descriptions.slice(0, 5).join(', ');
  return {
    kind: 'ask',
    text: `${rows.length} rows match “${clip(words, 60)}”: ${shown}${descriptions.length > 5 ? ' …' : ''}. Which one do you mean?`,
    pending: {
      kind: 'which',
      options: rows.map(({ uid, row }, i) => ({ uid, name: row.text, description: descriptions[i]! })),
    },
  };
}

/** "Book A2": if the row of A2 has a control "Book", presses it instead of creating something. */
export function createInRow(step: StepOf<'fill'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const verb = matchVerb(run.spoken.clause.text)?.verb.form;
  if (step.how !== 'create' || !step.item || !verb || run.stage) return null;
  const row = rowNamed(step.item, view);
  const control = row && inside(row, view).find((c) => fold(getName(c)).split(' ')[0] === verb);
  if (!row || !control) return null;
  const target = addPlaceToTarget(createTarget(getName(control)), {
    relation: 'near',
    words: step.item.text,
  });
  return {
    kind: 'replace',
    steps: [{ ...run.spoken, step: { do: 'click', how: 'click', target } }],
    prepare: ([pressed]) =>
      void (pressed && ((pressed.pickedUid = control.uid), (pressed.usesOnlyPicked = true))),
  };
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
  const links = inside(row, view).filter((o) => isLink(o) && view.getUrl(o).startsWith(`${list}/`));
  const [way] = links;
  if (!way || new Set(links.map((o) => view.getUrl(o))).size > 1) return null;
  const where = `in the row of ${clip(c.text, 60)}`;
  rememberTarget(ctx, way, `${describe(way)} ${where}`, `${getName(way)}, ${where}`);
  return act('act', { intent: 'click', uid: way.uid });
}

/** Returns the control that opens the row's form: "Edit", or the only link of the row. */
export const findRowEditor = (row: Candidate, view: View): Candidate | null =>
  controlIn(row, [...EDITS, 'rename'], true, view);
