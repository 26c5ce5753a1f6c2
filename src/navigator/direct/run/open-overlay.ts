/**
 * The window that covers the page, whether its role is dialog or it only looks like one: its name, how to close it, and
 * whether it may be closed without asking, such as a tour or an offer.
 */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { isNamedByIcon, getName } from '../ground/names.js';
import { isField, isSelect } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { TOUR_OVERLAY } from '../lexicon/consent.js';
import { clip } from '../text.js';
import { findCloseButton, findDeclineButton } from './find-close-button.js';

export interface OpenWindow {
  name: string;
  parts: readonly Candidate[];
  /** `the “Import” window`. */
  description: string;
}

const isDialog = (c: Candidate): boolean => c.role === 'dialog' || c.role === 'alertdialog';

export function findOpenWindow(view: View): OpenWindow | null {
  if (!view.isDialogOpen) return null;
  const parts = view.candidates.filter((c) => c.visible && view.isInDialog(c));
  const drawn = parts.find((c) => c.overlay)?.overlay;
  const openDialog = view.candidates.findLast((c) => isDialog(c) && c.visible && c.inViewport);
  const heading = parts.find((c) => c.role === 'heading' && c.text);
  const name = clip(drawn || openDialog?.name || heading?.text || '', 60);
  return { name, parts, description: name ? `the “${name}” window` : 'the window that is open' };
}

const isCross = (c: Candidate): boolean =>
  isNamedByIcon(c) && /^(?:times|xmark|x|close|cross|remove|x lg)(?: circle)?$/u.test(getName(c));

/** Returns what closes it: a close button, a cross without text, or a button that declines its offer. */
export function findExit(view: View): Candidate | null {
  const within = (c: Candidate): boolean => view.isInDialog(c);
  const cross = view.candidates.find((c) => c.visible && c.interactive && within(c) && isCross(c));
  return findCloseButton(view, within) ?? cross ?? findDeclineButton(view);
}

/** Returns the way out of a tour. Like an offer, it contains no work of the user, so it may be closed. */
export function findTourExit(view: View): Candidate | null {
  const open = findOpenWindow(view);
  if (!open || open.parts.some((c) => isField(c) || isSelect(c))) return null;
  const words = open.parts.map((c) => {
    const all = [c.attributes, ...c.folded.map((a) => a.attributes)];
    return all.map((a) => `${a.class ?? ''} ${a.id ?? ''}`).join(' ');
  });
  const tour = TOUR_OVERLAY.test(`${open.name} ${words.join(' ')}`.replace(/[-_]/gu, ' '));
  return tour ? findExit(view) : null;
}

/** Lists its buttons, for a report that it covers the page. */
export function formatOffer({ parts }: OpenWindow): string {
  const list = parts.filter((c) => c.role === 'button' && c.interactive && !c.states.disabled).slice(0, 4);
  return list.length ? ` It has ${list.map(describeBriefly).join(', ')}.` : '';
}
