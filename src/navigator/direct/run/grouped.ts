/**
 * "The unassigned issues", if a group with the heading "Issues" has an entry "Show Unassigned": heading and entry
 * together match the phrase exactly.
 */
import type { Candidate } from '../../../contract/index.js';
import { isButton, isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { clip, stem, tokens } from '../text.js';
import { act, rememberTarget, type Context, type Move } from './types.js';

/** Words that only mean "show". */
const LOOKING = /^(?:show|view|list|see|display|browse|the|of)$/u;
const words = (text: string): string[] =>
  tokens(text)
    .filter((w) => !LOOKING.test(w))
    .map(stem)
    .sort();

/** Longer texts are not group headings. */
const HEADING = 40;
const LEVELS = 3;

/** Returns the first texts of the containers around it, nearest first. */
function headings(c: Candidate, view: View): Candidate[] {
  return view
    .getAncestors(c)
    .slice(0, LEVELS)
    .flatMap((box) => {
      const first = view.candidates.find(
        (o) => o.visible && o.parent === box.uid && o.text.length > 0 && o.order < c.order,
      );
      const heads =
        first && !first.interactive && first.text.length <= HEADING && box.text.startsWith(first.text);
      return heads ? [first] : [];
    });
}

/** Returns the only entry whose heading and name together match the phrase. */
export function findGroupedEntry(phrase: string, view: View): { entry: Candidate; under: string } | null {
  const phraseWords = words(phrase);
  if (phraseWords.length < 2) return null;
  const pool = view.candidates.filter(
    (c) => c.visible && (isLink(c) || isButton(c)) && !c.states.disabled && !c.behindModal,
  );
  const is = (list: readonly string[]): boolean => [...list].sort().join(' ') === phraseWords.join(' ');
  // An element with exactly that name takes precedence.
  if (pool.some((c) => is(words(getName(c))))) return null;
  const hits = pool.flatMap((c) => {
    const ownWords = words(getName(c));
    if (!ownWords.length || !ownWords.every((w) => phraseWords.includes(w))) return [];
    const head = headings(c, view).find((h) => is([...ownWords, ...words(h.text)]));
    return head ? [{ entry: c, under: head.text }] : [];
  });
  return hits.length === 1 ? hits[0]! : null;
}

export function openGroupFirst(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { target, how } = step;
  if (how !== 'open' || run.triedUids.size > 0 || run.pickedUid !== null || ctx.last.length > 0) return null;
  const hit = target.quoted || target.each ? null : findGroupedEntry(target.text, view);
  if (!hit) return null;
  const name = `${getName(hit.entry)}, under ${clip(hit.under, 60)}`;
  rememberTarget(ctx, hit.entry, `“${getName(hit.entry)}” under “${clip(hit.under, 60)}”`, name);
  return act('act', { intent: 'click', uid: hit.entry.uid });
}
