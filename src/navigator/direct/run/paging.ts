/**
 * Looks for the target on the next pages of a list by clicking the page's "next" control, at most MAX_PAGES times.
 * Entries are counted across pages: "the 25th result" may be on the third page.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { listCountedElements } from '../ground/ordinals.js';
import { getName } from '../ground/names.js';
import type { GroundingRequest } from '../ground/score.js';
import type { View } from '../ground/view.js';
import type { Target } from '../language/steps.js';
import { tokenizeContent, fold } from '../text.js';
import { act, done, rememberTarget, type Context, type Move } from './types.js';

const MAX_PAGES = 5;
const MAX_UNQUOTED_WORDS = 4;
const NEXT_PAGE_NAME =
  /^(?:next(?: page)?|go to (?:the )?next page|[›»>→]+|next [›»>→]+|older(?: posts)?|(?:load|show|see) more(?: \p{L}+)?|more results)$/u;
const PAGER_MARKUP = /pagin|\bpager\b|page-?nav/iu;

/** Whether the control goes to the next page of a list, by its `rel` or by its name inside a pager. */
function isNextPageControl(c: Candidate, view: View): boolean {
  if (!c.visible || !c.interactive || c.states.disabled) return false;
  const elementsToCheck = [c, ...c.folded, ...view.getAncestors(c).slice(0, 1)];
  if (elementsToCheck.some((a) => /(?:^|\s)(?:\S+-)?disabled(?:\s|$)/u.test(a.attributes.class ?? '')))
    return false;
  if (c.attributes.rel === 'next') return true;
  if (!NEXT_PAGE_NAME.test(fold(getName(c))) && !NEXT_PAGE_NAME.test(fold(c.attributes['aria-label'] ?? '')))
    return false;
  const selfAndAncestors = [c, ...view.getAncestors(c).slice(0, 4)];
  return (
    /more|older/u.test(fold(getName(c))) ||
    selfAndAncestors.some((a) =>
      PAGER_MARKUP.test(`${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.name}`),
    )
  );
}

const PAGE_NUMBER = /^\d{1,4}$/u;
const isInPager = (c: Candidate, view: View): boolean =>
  [c, ...view.getAncestors(c).slice(0, 4)]
    .flatMap((a) => [a, ...a.folded])
    .some((a) => PAGER_MARKUP.test(`${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.name}`));

/** In a numbered pager, returns the link after the current page's number. */
function findNextPageNumber(view: View): Candidate | null {
  const pageNumbers = view.candidates.filter(
    (c) => c.visible && PAGE_NUMBER.test(c.text) && isInPager(c, view),
  );
  const currentPages = pageNumbers.filter((c) => c.states.current || !c.interactive);
  const currentNumbers = new Set(currentPages.map((c) => c.text));
  if (currentNumbers.size !== 1) return null;
  const nextNumber = String(Number([...currentNumbers][0]) + 1);
  return pageNumbers.find((c) => c.interactive && !c.states.current && c.text === nextNumber) ?? null;
}

const PAGE_NAME = /^(?:(?:go to )?page )?(\d{1,4})$/u;
const END_PAGE = /^(?:(?:go |jump )?back to )?(?:the )?(?:very )?(first|last) (page|one)$/iu;
const MENTIONS_PAGE = /\bpages?\b/iu;

/**
 * For "go to the last page", clicks the highest number of a pager that has only numbers. For "back to the first one",
 * clicks the lowest.
 */
export function openEndPage(target: Target, ctx: Context): Move | null {
  const { run, view, memory } = ctx;
  const [, end = '', noun = ''] = END_PAGE.exec(target.text.toLowerCase()) ?? [];
  // "The last one" means a page only after a line about pages.
  if (!end || (noun === 'one' && !MENTIONS_PAGE.test(memory.lastActionStep?.clause.text ?? ''))) return null;
  const isNamed = (c: Candidate): boolean =>
    c.visible && new RegExp(`^(?:go to )?(?:the )?${end}\\b`, 'u').test(fold(getName(c)));
  if (run.stage !== '' || view.candidates.some(isNamed)) return null;
  const readPageNumber = (c: Candidate): number => Number(PAGE_NAME.exec(fold(getName(c)))?.[1] ?? 0);
  const pages = view.candidates
    .filter((c) => c.visible && c.interactive && readPageNumber(c) > 0 && isInPager(c, view))
    .sort((a, b) => readPageNumber(a) - readPageNumber(b));
  const page = pages.at(end === 'first' ? 0 : -1);
  if (!page) return null;
  if (page.states.current) return done(`found the list already on its ${end} page`);
  rememberTarget(ctx, page, describe(page), getName(page));
  return act('act', { intent: 'click', uid: page.uid });
}

/** Subtracts the entries of earlier pages from the target's ordinal. */
export function shiftOrdinal(target: Target, passedEntryCount: number): Target {
  if (passedEntryCount === 0) return target;
  const [first, ...more] = target.interpretations.map((r) =>
    r.nth !== null && r.nth > 0 ? { ...r, nth: r.nth - passedEntryCount } : r,
  );
  return { ...target, interpretations: [first!, ...more] };
}

/** Turns to the next list page in search of the target; null if there is none, or the target cannot be on it. */
export function turnListPage(request: GroundingRequest, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { target } = request;
  const ordinal = target.interpretations.find((r) => r.nth !== null && r.nth > 0);
  if (
    run.turnedPageCount >= MAX_PAGES ||
    (!ordinal && !target.quoted && tokenizeContent(target.text).length > MAX_UNQUOTED_WORDS)
  )
    return null;
  const nextControl = view.candidates.find((c) => isNextPageControl(c, view)) ?? findNextPageNumber(view);
  if (!nextControl) return null;
  const entryCount = ordinal ? listCountedElements(ordinal, view, request).length : 0;
  // Counting needs at least one entry on this page. After "load more", the earlier entries are still on the page.
  if (ordinal && entryCount === 0) return null;
  if (ordinal && !/more/u.test(fold(getName(nextControl)))) run.passedEntryCount += entryCount;
  run.turnedPageCount++;
  return act('reveal', { intent: 'click', uid: nextControl.uid });
}
