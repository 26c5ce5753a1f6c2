/** Removes what blocks an action: banners and menus that cover the element, and pop-ups that disable the rest. */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { isButton } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { CLOSES_UNCHANGED } from '../lexicon/consent.js';
import { toSentence } from '../text.js';
import { findBannerButton, findOfferRefusal } from './banner.js';
import { closeMenuOpenedInVain } from './handle-no-match.js';
import { formatOffer, findOpenWindow, findTourExit, findExit } from './open-overlay.js';
import { act, fail, type Context, type Move } from './types.js';

/** Closes a tour or an offer before typing into a field under it. Null if there is none. */
export function uncoverFirst({ run, view }: Context, c: Candidate): Move | null {
  if (!c.behindModal || run.retries >= MAX_CLOSED) return null;
  const way = findOfferRefusal(view) ?? findTourExit(view);
  if (!way) return null;
  run.retries++;
  return act('uncover', { intent: 'click', uid: way.uid });
}

const MAX_CLOSED = 3;

/** Closes a consent banner that covers the element; reports anything else that does. */
export function uncover(ctx: Context, detail: string): Move {
  const { run, view } = ctx;
  // The instructor answers a dialog of the page; only a notice is closed automatically.
  const banner = findBannerButton(view, 'close');
  const target = run.target ? view.byUid.get(run.target.uid) : undefined;
  const ofPage =
    view.isDialogOpen &&
    !(banner && view.isInDialog(banner)) &&
    (/\bdialog\b/iu.test(detail) || !(target && view.isInDialog(target))) &&
    !/cookie|consent|privacy/iu.test(detail);
  const menu = closeMenuOpenedInVain(ctx);
  if (menu) return menu;
  const button =
    run.retries < MAX_CLOSED ? (ofPage ? (findOfferRefusal(view) ?? findTourExit(view)) : banner) : null;
  run.retries++;
  if (button) return act('uncover', { intent: 'click', uid: button.uid });
  // Escape closes a menu or tooltip that the navigator opened itself.
  if (run.retries <= 1 && (run.revealedUids.size > 0 || ctx.plan.doneParts.length > 0))
    return act('uncover', { intent: 'press', key: 'Escape' });
  const open = ofPage ? findOpenWindow(view) : null;
  if (!open) return fail(toSentence(detail));
  // A backdrop has no name, so the message names its window.
  const what = detail.replace(/ is covered by [a-z]+$/u, ` is covered by ${open.description}`);
  const exit = findExit(view);
  return fail(
    `${toSentence(what)}${exit ? ` Close it first? There is ${describeBriefly(exit)}.` : formatOffer(open)}`,
  );
}

/** A longer text is a part of the page, not a pop-up. */
const BOX = 300;

/**
 * Handles a field that was disabled by the action on it: if a small box appeared next to it that can be closed without
 * any change, closes it, once, and repeats the action.
 */
export function closeInterruption({ run, view }: Context): Move | null {
  const field = run.target ? view.byUid.get(run.target.uid) : undefined;
  if (!field?.states.disabled || run.givenValues.has(LEFT)) return null;
  const surroundings = view.getAncestors(field);
  const boxOf = (c: Candidate): Candidate | undefined =>
    view.getAncestors(c).find((a) => a.text.length > getName(c).length + 10);
  const ways = view.candidates.filter((c) => {
    if (!c.visible || !isButton(c) || c.states.disabled || !CLOSES_UNCHANGED.test(getName(c))) return false;
    const box = boxOf(c);
    return box !== undefined && box.text.length <= BOX && !surroundings.includes(box);
  });
  if (ways.length !== 1) return null;
  run.givenValues.set(LEFT, ways[0]!.uid);
  return act('uncover', { intent: 'click', uid: ways[0]!.uid });
}

const LEFT = 'left:box';
