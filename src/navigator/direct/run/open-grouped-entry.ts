/**
 * Opens a link or button whose name and group heading together match the phrase: "the unassigned issues" is the entry
 * "Show Unassigned" under the heading "Issues".
 */
import type { Candidate } from '../../../contract/index.js';
import { isButton, isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { clip, stem, tokenize } from '../text.js';
import { act, rememberTarget, type Context, type Move } from './types.js';

/** Words that are ignored when names and phrases are compared. */
const SHOW_WORDS = /^(?:show|view|list|see|display|browse|the|of)$/u;
const toSortedStems = (text: string): string[] =>
  tokenize(text)
    .filter((w) => !SHOW_WORDS.test(w))
    .map(stem)
    .sort();

/** Longer text is not a heading. */
const MAX_HEADING_LENGTH = 40;
const MAX_LEVELS = 3;

/** Returns the headings of the element's containers, innermost first. A heading is a container's first text. */
function findHeadings(c: Candidate, view: View): Candidate[] {
  return view
    .getAncestors(c)
    .slice(0, MAX_LEVELS)
    .flatMap((container) => {
      const firstText = view.candidates.find(
        (o) => o.visible && o.parent === container.uid && o.text.length > 0 && o.order < c.order,
      );
      const isHeading =
        firstText &&
        !firstText.interactive &&
        firstText.text.length <= MAX_HEADING_LENGTH &&
        container.text.startsWith(firstText.text);
      return isHeading ? [firstText] : [];
    });
}

/** Returns the only link or button whose name and heading together match the phrase. */
export function findGroupedEntry(phrase: string, view: View): { entry: Candidate; heading: string } | null {
  const phraseStems = toSortedStems(phrase);
  if (phraseStems.length < 2) return null;
  const clickables = view.candidates.filter(
    (c) => c.visible && (isLink(c) || isButton(c)) && !c.states.disabled && !c.behindModal,
  );
  const matchesPhrase = (stems: readonly string[]): boolean =>
    [...stems].sort().join(' ') === phraseStems.join(' ');
  // An element that matches by its name alone takes precedence.
  if (clickables.some((c) => matchesPhrase(toSortedStems(getName(c))))) return null;
  const matches = clickables.flatMap((c) => {
    const nameStems = toSortedStems(getName(c));
    if (!nameStems.length || !nameStems.every((w) => phraseStems.includes(w))) return [];
    const heading = findHeadings(c, view).find((h) =>
      matchesPhrase([...nameStems, ...toSortedStems(h.text)]),
    );
    return heading ? [{ entry: c, heading: heading.text }] : [];
  });
  return matches.length === 1 ? matches[0]! : null;
}

export function openGroupedEntry(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { target, kind } = step;
  if (kind !== 'open' || run.triedUids.size > 0 || run.pickedUid !== null || ctx.recentActions.length > 0)
    return null;
  const match = target.quoted || target.each ? null : findGroupedEntry(target.text, view);
  if (!match) return null;
  const name = `${getName(match.entry)}, under ${clip(match.heading, 60)}`;
  rememberTarget(ctx, match.entry, `“${getName(match.entry)}” under “${clip(match.heading, 60)}”`, name);
  return act('act', { intent: 'click', uid: match.entry.uid });
}
