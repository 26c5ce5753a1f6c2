/**
 * Finds elements in the row or card of something named: "tick the box next to Mark Kim", "View the project that is 12%
 * complete", "open Emily Wang's order". The row with the most of the words is used.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isLink, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { agreement, clip, contentTokens } from '../text.js';
import { act, rememberTarget, type Context, type Move } from './types.js';

/** A longer text is a section of the page, not a row. */
const ROW = 320;
/** Share of the words that the row must contain, and its lead over any other row. */
const SAID = 0.6;
const AHEAD = 0.15;

/** Returns the row around an element. A container that many elements share does not distinguish them. */
function rowOf(c: Candidate, words: string, view: View): { row: Candidate; said: number } | null {
  let best: { row: Candidate; said: number } | null = null;
  for (const row of view.getAncestors(c)) {
    if (row.text.length > ROW) break;
    const said = agreement(words, `${row.name} ${row.text}`).coverage;
    if (said > (best?.said ?? SAID - 0.001)) best = { row, said };
  }
  return best;
}

/**
 * Returns the only element of `pool` in the row that matches the words best; null if there is none or more than one.
 */
export function findInRow(words: string, pool: readonly Candidate[], view: View): Candidate | null {
  if (!contentTokens(words).length) return null;
  const rows = pool
    .map((c) => ({ c, found: rowOf(c, words, view) }))
    .filter((r): r is { c: Candidate; found: { row: Candidate; said: number } } => r.found !== null)
    .sort((a, b) => b.found.said - a.found.said || a.found.row.text.length - b.found.row.text.length);
  const best = rows[0];
  if (!best) return null;
  const inside = (r: (typeof rows)[number]): boolean => r.found.row.uid === best.found.row.uid;
  if (rows.filter(inside).length > 1) return null;
  const rival = rows.find((r) => !inside(r) && r.found.row.text.length < 2 * best.found.row.text.length);
  return rival && rival.found.said > best.found.said - AHEAD ? null : best.c;
}

const usable = (c: Candidate): boolean => c.visible && c.interactive && !c.states.disabled;

/** Finds the check box or switch of a row, which may have no name of its own. */
export function findTickableInRow(words: string, view: View): Candidate | null {
  return findInRow(
    words,
    view.candidates.filter((c) => usable(c) && isTickable(c) && c.role !== 'radio'),
    view,
  );
}

/** Describes an element by its row, for messages. */
export const describeInRow = (c: Candidate, words: string): string =>
  `${describe(c)} in the row of “${clip(words, 60)}”`;

const EVERY = /\ball\b/iu;

/** Tries the first words as the button, and the rest as its row. */
export function useRowInstead(step: StepOf<'click'>, ctx: Context): Move | null {
  if (ctx.run.decisionCount > 2 || step.target.quoted) return null;
  const { view } = ctx;
  const press = (c: Candidate, words: string): Move => {
    rememberTarget(ctx, c, describeInRow(c, words), `${getName(c)}, in the row of ${clip(words, 60)}`);
    return act('act', { intent: 'click', uid: c.uid });
  };
  const owned = /^(.{2,}?)['’]s? (\p{L}+)$/u.exec(step.target.text);
  if (owned) {
    const named = view.candidates.filter((c) => usable(c) && !isField(c));
    const exact = named.filter((c) => agreement(owned[2]!, getName(c)).score >= 0.95);
    const hit = findInRow(owned[1]!, exact, view) ?? findInRow(owned[1]!, named.filter(isLink), view);
    if (hit) return press(hit, owned[1]!);
  }
  const text = step.how === 'click' ? step.target.text : ctx.run.spoken.clause.text;
  const words = text.split(' ');
  for (let k = 1; k <= 3 && k < words.length; k++) {
    const label = words.slice(0, k).join(' ');
    const rest = words
      .slice(k)
      .join(' ')
      .replace(/^(?:(?:me|us|on|for|of|from|to|the|this|that|in|at|next to|beside) )+/iu, '');
    // "Show" is not "Show all", which means more than was requested.
    const asSaid = (c: Candidate): boolean =>
      agreement(label, getName(c)).score >= 0.95 && (EVERY.test(label) || !EVERY.test(getName(c)));
    const pool = view.candidates.filter((c) => usable(c) && !isField(c) && asSaid(c));
    const hit = pool.length ? findInRow(rest, pool, view) : null;
    if (hit) return press(hit, rest);
  }
  return null;
}
