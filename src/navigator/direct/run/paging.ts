/**
 * Looks for the target on the next pages of a list by pressing the page's own "next" control, a limited number of
 * times. Ordinals continue across pages.
 */
import type { Candidate } from '../../../contract/index.js';
import { listCountedElements } from '../ground/ordinals.js';
import { getName } from '../ground/names.js';
import type { GroundingRequest } from '../ground/score.js';
import type { View } from '../ground/view.js';
import type { Target } from '../language/steps.js';
import { contentTokens, fold } from '../text.js';
import { act, type Context, type Move } from './types.js';

const MAX_PAGES = 5;
const MAX_WORDS = 4;
const NEXT =
  /^(?:next(?: page)?|go to (?:the )?next page|[›»>→]+|next [›»>→]+|older(?: posts)?|(?:load|show|see) more(?: \p{L}+)?|more results)$/u;
const PAGES = /pagin|\bpager\b|page-?nav/iu;

/** Whether it goes to the next page of a list: by its `rel`, or by its name inside a pager. */
function turns(c: Candidate, view: View): boolean {
  if (!c.visible || !c.interactive || c.states.disabled) return false;
  const off = [c, ...c.folded, ...view.getAncestors(c).slice(0, 1)];
  if (off.some((a) => /(?:^|\s)(?:\S+-)?disabled(?:\s|$)/u.test(a.attributes.class ?? ''))) return false;
  if (c.attributes.rel === 'next') return true;
  if (!NEXT.test(fold(getName(c))) && !NEXT.test(fold(c.attributes['aria-label'] ?? ''))) return false;
  const surroundings = [c, ...view.getAncestors(c).slice(0, 4)];
  return (
    /more|older/u.test(fold(getName(c))) ||
    surroundings.some((a) => PAGES.test(`${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.name}`))
  );
}

const NUMBER = /^\d{1,4}$/u;
const inPager = (c: Candidate, view: View): boolean =>
  [c, ...view.getAncestors(c).slice(0, 4)].some((a) =>
    PAGES.test(`${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.name}`),
  );

/** In a pager of numbers, returns the link after the current page, whose own number is not a link. */
function nextFigure(view: View): Candidate | null {
  const figures = view.candidates.filter((c) => c.visible && NUMBER.test(c.text) && inPager(c, view));
  const here = figures.filter((c) => c.states.current || !c.interactive);
  const shown = new Set(here.map((c) => c.text));
  if (shown.size !== 1) return null;
  const after = String(Number([...shown][0]) + 1);
  return figures.find((c) => c.interactive && !c.states.current && c.text === after) ?? null;
}

/** Subtracts the entries of earlier pages from the target's ordinal. */
export function shiftOrdinal(target: Target, passed: number): Target {
  if (passed === 0) return target;
  const [first, ...more] = target.readings.map((r) =>
    r.nth !== null && r.nth > 0 ? { ...r, nth: r.nth - passed } : r,
  );
  return { ...target, readings: [first!, ...more] };
}

/** Returns the move to the next page in search of the target; null if that makes no sense. */
export function turnListPage(wanted: GroundingRequest, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { target } = wanted;
  const nth = target.readings.find((r) => r.nth !== null && r.nth > 0);
  if (
    run.pagesTurned >= MAX_PAGES ||
    (!nth && !target.quoted && contentTokens(target.text).length > MAX_WORDS)
  )
    return null;
  const next = view.candidates.find((c) => turns(c, view)) ?? nextFigure(view);
  if (!next) return null;
  const here = nth ? listCountedElements(nth, view, wanted).length : 0;
  // Counting needs at least one entry here, and "load more" keeps the earlier entries.
  if (nth && here === 0) return null;
  if (nth && !/more/u.test(fold(getName(next)))) run.passedEntries += here;
  run.pagesTurned++;
  return act('reveal', { intent: 'click', uid: next.uid });
}
