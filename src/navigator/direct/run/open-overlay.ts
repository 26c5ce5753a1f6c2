/**
 * Finds the overlay that covers the page, whether or not it has the role "dialog": its name, how to close it, and
 * whether it is a tour, which may be closed without asking.
 */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { isNamedByIcon, getName } from '../ground/names.js';
import { isButton, isField, isSelect } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { TOUR_OVERLAY } from '../lexicon/consent.js';
import { CANCEL_BUTTON, CONFIRMATION_TEXT } from '../lexicon/dialogs.js';
import { clip } from '../text.js';
import { findCloseButton, findDeclineButton } from './find-close-button.js';

export interface OpenOverlay {
  name: string;
  elements: readonly Candidate[];
  /** For example `the “Import” window`. */
  description: string;
}

const isDialog = (c: Candidate): boolean => c.role === 'dialog' || c.role === 'alertdialog';

export function findOpenOverlay(view: View): OpenOverlay | null {
  if (!view.isDialogOpen) return null;
  const elements = view.candidates.filter((c) => c.visible && view.isInDialog(c));
  const overlayName = elements.find((c) => c.overlay)?.overlay;
  const openDialog = view.candidates.findLast((c) => isDialog(c) && c.visible && c.inViewport);
  const heading = elements.find((c) => c.role === 'heading' && c.text);
  const name = clip(overlayName || openDialog?.name || heading?.text || '', 60);
  return { name, elements, description: name ? `the “${name}” window` : 'the window that is open' };
}

/** An element with longer text is a section of the page, not a pop-up. */
const MAX_QUESTION_LENGTH = 300;

/**
 * Finds the element that asks for a confirmation: the open dialog, or a small box of any role with a question and two
 * buttons, one of which cancels.
 */
export const findConfirmation = (view: View): OpenOverlay | null =>
  findOpenOverlay(view) ?? findPopUpQuestion(view);

function findPopUpQuestion(view: View): OpenOverlay | null {
  const isUsableButton = (c: Candidate): boolean =>
    c.visible && c.interactive && isButton(c) && !c.states.disabled;
  for (const cancelButton of view.candidates) {
    if (!isUsableButton(cancelButton) || !CANCEL_BUTTON.test(getName(cancelButton))) continue;
    const box = view.getAncestors(cancelButton).find(({ text }) => asksForConfirmation(text));
    if (!box || box.text.length > MAX_QUESTION_LENGTH) continue;
    const elements = view.candidates.filter((c) => c.visible && view.getAncestors(c).includes(box));
    const buttons = elements.filter(isUsableButton);
    if (buttons.length !== 2 || elements.some((c) => isField(c) || isSelect(c))) continue;
    const isLeaf = (c: Candidate): boolean =>
      !elements.some((o) => o.text && view.getAncestors(o).includes(c));
    const title = elements.find((c) => !c.interactive && c.text !== '' && isLeaf(c));
    const name = clip(title?.text ?? '', 60);
    return { name, elements, description: name ? `the question “${name}”` : 'the question that is open' };
  }
  return null;
}

export const asksForConfirmation = (text: string): boolean =>
  /\?/u.test(text) || CONFIRMATION_TEXT.test(text);

const isCloseIcon = (c: Candidate): boolean =>
  isNamedByIcon(c) && /^(?:times|xmark|x|close|cross|remove|x lg)(?: circle)?$/u.test(getName(c));

/** Returns the control that closes the overlay: a close button, a cross icon, or a button that declines an offer. */
export function findCloseControl(view: View): Candidate | null {
  const isInOverlay = (c: Candidate): boolean => view.isInDialog(c);
  const closeIcon = view.candidates.find(
    (c) => c.visible && c.interactive && isInOverlay(c) && isCloseIcon(c),
  );
  return findCloseButton(view, isInOverlay) ?? closeIcon ?? findDeclineButton(view);
}

/** Returns the control that closes a tour. The user has entered nothing in it, so it may be closed without asking. */
export function findTourCloseControl(view: View): Candidate | null {
  const overlay = findOpenOverlay(view);
  if (!overlay || overlay.elements.some((c) => isField(c) || isSelect(c))) return null;
  const attributeTexts = overlay.elements.map((c) => {
    const attributeLists = [c.attributes, ...c.folded.map((a) => a.attributes)];
    return attributeLists.map((a) => `${a.class ?? ''} ${a.id ?? ''}`).join(' ');
  });
  const isTour = TOUR_OVERLAY.test(`${overlay.name} ${attributeTexts.join(' ')}`.replace(/[-_]/gu, ' '));
  return isTour ? findCloseControl(view) : null;
}

/** Lists the overlay's buttons, for a report that it covers the page. */
export function formatOverlayButtons({ elements }: OpenOverlay): string {
  const buttons = elements
    .filter((c) => c.role === 'button' && c.interactive && !c.states.disabled)
    .slice(0, 4);
  return buttons.length ? ` It has ${buttons.map(describeBriefly).join(', ')}.` : '';
}
