/** Removes what blocks an action: banners and menus that cover the element, and pop-ups that disable the page. */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { isButton } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { CLOSES_UNCHANGED } from '../lexicon/consent.js';
import { toSentence } from '../text.js';
import { findBannerButton, findDeclineButton } from './find-close-button.js';
import {
  formatOverlayButtons,
  findOpenOverlay,
  findTourCloseControl,
  findCloseControl,
} from './open-overlay.js';
import { StepVariable } from './step-variable.js';
import { act, fail, type Context, type Move, type PageActionTurn } from './types.js';

/** Closes a tour or an offer that covers a field, so that the field can be used; null if there is neither. */
export function closeOfferFirst({ run, view }: Context, field: Candidate): Move | null {
  if (!field.behindModal || run.retryCount >= MAX_CLOSED_OVERLAYS) return null;
  const button = findDeclineButton(view) ?? findTourCloseControl(view);
  if (!button) return null;
  run.retryCount++;
  return act('uncover', { intent: 'click', uid: button.uid });
}

const MAX_CLOSED_OVERLAYS = 3;
const MENU_ROLES: ReadonlySet<string> = new Set(['menu', 'listbox']);

/** Closes the banner, offer, tour or menu that covers the element; reports anything else that covers it. */
export function uncoverElement(ctx: Context, detail: string): Move {
  const { run, view } = ctx;
  // The instructor answers the page's dialogs; only notices are closed automatically.
  const bannerButton = findBannerButton(view, 'close');
  const target = run.target ? view.byUid.get(run.target.uid) : undefined;
  const isPageDialog =
    view.isDialogOpen &&
    !(bannerButton && view.isInDialog(bannerButton)) &&
    (/\bdialog\b/iu.test(detail) || !(target && view.isInDialog(target))) &&
    !/cookie|consent|privacy/iu.test(detail);
  const menuMove = closeUnhelpfulMenu(ctx);
  if (menuMove) return menuMove;
  const closeButton =
    run.retryCount < MAX_CLOSED_OVERLAYS
      ? isPageDialog
        ? (findDeclineButton(view) ?? findTourCloseControl(view))
        : bannerButton
      : null;
  run.retryCount++;
  if (closeButton) return act('uncover', { intent: 'click', uid: closeButton.uid });
  // Escape closes a menu or list, and a tooltip that the navigator opened itself.
  const isMenuOpen = !isPageDialog && view.candidates.some((c) => c.visible && MENU_ROLES.has(c.role));
  if (run.retryCount <= 1 && (isMenuOpen || run.revealedUids.size > 0 || ctx.plan.donePhrases.length > 0))
    return act('uncover', { intent: 'press', key: 'Escape' });
  const openOverlay = isPageDialog ? findOpenOverlay(view) : null;
  if (!openOverlay) return fail(toSentence(detail));
  const closeControl = findCloseControl(view);
  if (run.givenValues.get(CLOSE_ANSWER_KEY) === 'yes' && closeControl) {
    run.givenValues.delete(CLOSE_ANSWER_KEY);
    return act('uncover', { intent: 'click', uid: closeControl.uid });
  }
  const overlayStatement = openOverlay.name
    ? `The dialog “${openOverlay.name}” is open.`
    : 'A dialog is open and covers the page.';
  if (!closeControl) return fail(`${overlayStatement}${formatOverlayButtons(openOverlay)}`);
  run.askedValueKey = CLOSE_ANSWER_KEY;
  return {
    kind: 'ask',
    text: `${overlayStatement} Should I close it with ${describeBriefly(closeControl)} first?`,
    openQuestion: { kind: 'confirm' },
  };
}

/**
 * If the move would repeat an action that just failed because something covers its element, removes the cover instead.
 */
export function uncoverBeforeRepeat(move: Move, ctx: Context, lastTurn: PageActionTurn | undefined): Move {
  if (move.kind !== 'act' || lastTurn?.outcome.status !== 'failed' || lastTurn.outcome.reason !== 'covered')
    return move;
  const isRepeated = JSON.stringify(move.actions[0]) === JSON.stringify(lastTurn.action);
  return isRepeated ? uncoverElement(ctx, lastTurn.outcome.detail) : move;
}

/** Key in `givenValues` for the answer to "Should I close it first?". */
const CLOSE_ANSWER_KEY = 'close:dialog';

/** An element with longer text is a section of the page, not a pop-up. */
const MAX_POP_UP_TEXT_LENGTH = 300;

/**
 * Handles a field that became disabled when the step acted on it. If exactly one small pop-up outside the field can be
 * closed without changing anything, closes it once, so that the action can be repeated.
 */
export function closeInterruption({ run, view }: Context): Move | null {
  const field = run.target ? view.byUid.get(run.target.uid) : undefined;
  if (!field?.states.disabled || hasClosedPopUpVariable.has(run)) return null;
  const ancestors = view.getAncestors(field);
  const findPopUp = (c: Candidate): Candidate | undefined =>
    view.getAncestors(c).find((a) => a.text.length > getName(c).length + 10);
  const closeButtons = view.candidates.filter((c) => {
    if (!c.visible || !isButton(c) || c.states.disabled || !CLOSES_UNCHANGED.test(getName(c))) return false;
    const popUp = findPopUp(c);
    return popUp !== undefined && popUp.text.length <= MAX_POP_UP_TEXT_LENGTH && !ancestors.includes(popUp);
  });
  if (closeButtons.length !== 1) return null;
  hasClosedPopUpVariable.set(run, true);
  return act('uncover', { intent: 'click', uid: closeButtons[0]!.uid });
}

const hasClosedPopUpVariable = new StepVariable<true>();

/** If a menu that was opened without success covers the target, clicks the menu's button once more to close it. */
function closeUnhelpfulMenu({ run, view, memory }: Context): Move | null {
  const opener = memory.unhelpfulMenuUids
    ?.map((uid) => view.byUid.get(uid))
    .findLast((c) => c?.visible && !c.behindModal);
  delete memory.unhelpfulMenuUids;
  if (!opener || opener.uid === run.target?.uid) return null;
  return act('uncover', { intent: 'click', uid: opener.uid });
}
