/**
 * Finds elements by the words of their row or card: "tick the box next to Mark Kim", "View the project that is 12%
 * complete", "open Emily Wang's order". Uses the row that contains most of the words.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isLink, isTickable } from '../ground/kinds.js';
import { SELECT_ALL_NAME } from '../ground/find-all.js';
import { findListEntries, isHeader } from '../ground/lists.js';
import { getName } from '../ground/names.js';
import { findRowName } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { scoreAgreement, clip, tokenizeContent } from '../text.js';
import { act, type Context, type Move } from './types.js';

/** A container with longer text is a section of the page, not a row. */
const MAX_ROW_TEXT_LENGTH = 320;
/** Minimum share of the words that the row must contain, and its minimum lead over any other row. */
const MIN_COVERAGE = 0.6;
const MIN_LEAD = 0.15;

/** Returns the element's container that has most of the words. Ignores containers with long text. */
function findBestRow(c: Candidate, words: string, view: View): { row: Candidate; coverage: number } | null {
  let best: { row: Candidate; coverage: number } | null = null;
  for (const row of view.getAncestors(c)) {
    if (row.text.length > MAX_ROW_TEXT_LENGTH) break;
    const coverage = scoreAgreement(words, `${row.name} ${row.text}`).coverage;
    if (coverage > (best?.coverage ?? MIN_COVERAGE - 0.001)) best = { row, coverage };
  }
  return best;
}

const ROW_ROLES: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);

/** Returns the name of the element's row; '' if it has none. */
function findBestRowName(c: Candidate, words: string, view: View): string {
  const best = findBestRow(c, words, view);
  // Only rows are named: a whole table would be named after its first header.
  return best && ROW_ROLES.has(best.row.role)
    ? findRowName(c, view.getAncestors(c).indexOf(best.row), view)
    : '';
}

/**
 * Returns the only candidate in the row that matches the words best; null if there is none, or more than one.
 */
export function findElementInRow(
  words: string,
  candidates: readonly Candidate[],
  view: View,
): Candidate | null {
  if (!tokenizeContent(words).length) return null;
  const matches = candidates
    .map((c) => ({ c, found: findBestRow(c, words, view) }))
    .filter((r): r is { c: Candidate; found: { row: Candidate; coverage: number } } => r.found !== null)
    .sort((a, b) => b.found.coverage - a.found.coverage || a.found.row.text.length - b.found.row.text.length);
  const best = matches[0];
  if (!best) return null;
  const isInBestRow = (r: (typeof matches)[number]): boolean => r.found.row.uid === best.found.row.uid;
  if (matches.filter(isInBestRow).length > 1) return null;
  const rival = matches.find(
    (r) => !isInBestRow(r) && r.found.row.text.length < 2 * best.found.row.text.length,
  );
  return rival && rival.found.coverage > best.found.coverage - MIN_LEAD ? null : best.c;
}

const isUsableControl = (c: Candidate): boolean => c.visible && c.interactive && !c.states.disabled;

/** Whether a checkbox ticks all rows, by its name or because it is in the header row. */
const isSelectAllCheckbox = (c: Candidate, view: View): boolean =>
  SELECT_ALL_NAME.test(getName(c)) || isHeader(c, view) || isInHeaderRow(c, view);

const isInHeaderRow = (c: Candidate, view: View): boolean => {
  const row = view.getAncestors(c).find(({ tag, role }) => tag === 'tr' || role === 'row');
  const cells = row ? view.candidates.filter(({ parent }) => parent === row.uid) : [];
  return cells.length > 1 && cells.every(({ tag, role }) => tag === 'th' || role === 'columnheader');
};

/** Finds the checkbox or switch of a row, even if it has no name. If the row has both, returns the checkbox. */
export function findTickableInRow(words: string, view: View): Candidate | null {
  const tickable = view.candidates.filter(
    (c) => isUsableControl(c) && isTickable(c) && c.role !== 'radio' && !isSelectAllCheckbox(c, view),
  );
  return (
    findElementInRow(words, tickable, view) ??
    findElementInRow(
      words,
      tickable.filter((c) => c.role !== 'switch'),
      view,
    )
  );
}

/** Describes an element by its row, for messages. */
export const describeInRow = (c: Candidate, words: string): string =>
  `${describe(c)} in the row of “${clip(words, 60)}”`;

/** Makes a control of a table row the current element, named together with its row in reports and for later lines. */
export function rememberRowControl(ctx: Context, c: Candidate, rowName: string): void {
  const name = getName(c);
  const row = clip(rowName, 60);
  ctx.run.target = { uid: c.uid, description: describeInRow(c, rowName), name, row };
  ctx.memory.lastTarget = { uid: c.uid, name: `${name}, in the row of ${row}`, row: rowName };
}

const ALL_WORD = /\ball\b/iu;

const DESCRIBED_ONE =
  /^(?:the )?one (?:(?:that|which) (?:is|says|has|costs) |(?:from|by|with|for|in|at|on|about|to) )(.+)$/iu;

/** Tries the line's first words as the button's name and the rest as its row: "show me the mug". */
export function useButtonInNamedRow(step: StepOf<'click'>, ctx: Context): Move | null {
  if (ctx.run.decisionCount > 2 || step.target.quoted) return null;
  const { view } = ctx;
  const clickInRow = (c: Candidate, words: string): Move => {
    rememberRowControl(ctx, c, findBestRowName(c, words, view) || words);
    return act('act', { intent: 'click', uid: c.uid });
  };
  const possessiveMatch = /^(.{2,}?)['’]s? (\p{L}+)$/u.exec(step.target.text);
  if (possessiveMatch) {
    const clickable = view.candidates.filter((c) => isUsableControl(c) && !isField(c));
    const exactMatches = clickable.filter(
      (c) => scoreAgreement(possessiveMatch[2]!, getName(c)).score >= 0.95,
    );
    const hit =
      findElementInRow(possessiveMatch[1]!, exactMatches, view) ??
      findElementInRow(possessiveMatch[1]!, clickable.filter(isLink), view);
    if (hit) return clickInRow(hit, possessiveMatch[1]!);
  }
  // "Open the one from 2003" means the entry whose row contains “2003”.
  const description = step.kind === 'command' ? null : DESCRIBED_ONE.exec(step.target.text)?.[1];
  const entry = description && findElementInRow(description, findListEntries(view, 'item'), view);
  if (entry) return act('act', { intent: 'click', uid: entry.uid });
  const text = step.kind === 'click' ? step.target.text : ctx.run.spokenStep.clause.text;
  const words = text.split(' ');
  for (let wordCount = 1; wordCount <= 3 && wordCount < words.length; wordCount++) {
    const label = words.slice(0, wordCount).join(' ');
    const rowWords = words
      .slice(wordCount)
      .join(' ')
      .replace(/^(?:(?:me|us|on|for|of|from|to|the|this|that|in|at|next to|beside) )+/iu, '');
    // "Show" does not match “Show all”, which would do more than was requested.
    const hasLabel = (c: Candidate): boolean =>
      scoreAgreement(label, getName(c)).score >= 0.95 && (ALL_WORD.test(label) || !ALL_WORD.test(getName(c)));
    const candidates = view.candidates.filter((c) => isUsableControl(c) && !isField(c) && hasLabel(c));
    const hit = candidates.length ? findElementInRow(rowWords, candidates, view) : null;
    if (hit) return clickInRow(hit, rowWords);
  }
  return null;
}
