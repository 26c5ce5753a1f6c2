/** Removes what blocks an action: banners and menus that cover the element, and pop-ups that disable it. */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { isButton } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { CLOSES_UNCHANGED } from '../lexicon/consent.js';
import { toSentence } from '../text.js';
import { findBannerButton, findOfferRefusal } from './banner.js';
import { closeMenuOpenedInVain } from './handle-no-match.js';
import {
  formatOverlayButtons,
  findOpenOverlay,
  findTourCloseControl,
  findCloseControl,
} from './open-overlay.js';
import { act, fail, type Context, type Move } from './types.js';

/** Closes a tour or an offer that covers a field, before typing into the field. Null if there is none. */
export function uncoverBeforeTyping({ run, view }: Context, c: Candidate): Move | null {
  if (!c.behindModal || run.retryCount >= MAX_CLOSE_ATTEMPTS) return null;
  const closeButton = findOfferRefusal(view) ?? findTourCloseControl(view);
  if (!closeButton) return null;
  run.retryCount++;
  return act('uncover', { intent: 'click', uid: closeButton.uid });
}

const MAX_CLOSE_ATTEMPTS = 3;

/** Closes a banner, tour, offer or menu that covers the element; reports anything else that covers it. */
export function uncover(ctx: Context, detail: string): Move {
  const { run, view } = ctx;
  // The instructor decides about the page's dialogs; only notices are closed automatically.
  const bannerButton = findBannerButton(view, 'close');
  const target = run.target ? view.byUid.get(run.target.uid) : undefined;
  const isPageDialog =
    view.isDialogOpen &&
    !(bannerButton && view.isInDialog(bannerButton)) &&
    (/\bdialog\b/iu.test(detail) || !(target && view.isInDialog(target))) &&
    !/cookie|consent|privacy/iu.test(detail);
  const menuMove = closeMenuOpenedInVain(ctx);
  if (menuMove) return menuMove;
  const closeButton =
    run.retryCount < MAX_CLOSE_ATTEMPTS
      ? isPageDialog
        ? (findOfferRefusal(view) ?? findTourCloseControl(view))
        : bannerButton
      : null;
  run.retryCount++;
  if (closeButton) return act('uncover', { intent: 'click', uid: closeButton.uid });
  // Escape closes a menu or tooltip that the navigator opened itself.
  if (run.retryCount <= 1 && (run.revealedUids.size > 0 || ctx.plan.donePhrases.length > 0))
    return act('uncover', { intent: 'press', key: 'Escape' });
  const overlay = isPageDialog ? findOpenOverlay(view) : null;
  if (!overlay) return fail(toSentence(detail));
  // A backdrop has no name, so the message names the overlay.
  const message = detail.replace(/ is covered by [a-z]+$/u, ` is covered by ${overlay.description}`);
  const closeControl = findCloseControl(view);
  return fail(
    `${toSentence(message)}${closeControl ? ` Close it first? There is ${describeBriefly(closeControl)}.` : formatOverlayButtons(overlay)}`,
  );
}

/** An element with a longer text is a section of the page, not a pop-up. */
const MAX_BOX_LENGTH = 300;

/**
 * Handles a field that an action disabled: if a small box appeared that can be closed without any change, closes it
 * once, so that the action can be repeated.
 */
export function closeInterruption({ run, view }: Context): Move | null {
  const field = run.target ? view.byUid.get(run.target.uid) : undefined;
  if (!field?.states.disabled || run.givenValues.has(CLOSED_BOX_KEY)) return null;
  const fieldAncestors = view.getAncestors(field);
  const findBox = (c: Candidate): Candidate | undefined =>
    view.getAncestors(c).find((a) => a.text.length > getName(c).length + 10);
  const closeButtons = view.candidates.filter((c) => {
    if (!c.visible || !isButton(c) || c.states.disabled || !CLOSES_UNCHANGED.test(getName(c))) return false;
    const box = findBox(c);
    return box !== undefined && box.text.length <= MAX_BOX_LENGTH && !fieldAncestors.includes(box);
  });
  if (closeButtons.length !== 1) return null;
  run.givenValues.set(CLOSED_BOX_KEY, closeButtons[0]!.uid);
  return act('uncover', { intent: 'click', uid: closeButtons[0]!.uid });
}

const CLOSED_BOX_KEY = 'left:box';
