/** Finds buttons that close what covers the page: cookie banners, offers, dialogs, messages. */
import type { Candidate } from '../../../contract/index.js';
import { findBanner, type BannerButtonKind } from '../../../policy/index.js';
import { CLOSE_BUTTONS, DECLINE_OFFER } from '../lexicon/consent.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';

/** The kinds of button for each choice, best first. Closing a banner consents to as little as possible. */
const BUTTON_KINDS: Readonly<Record<'accept' | 'reject' | 'close', readonly BannerButtonKind[]>> = {
  accept: ['accept'],
  reject: ['decline'],
  close: ['decline', 'close', 'accept'],
};

/** @param mayAccept whether to accept a banner that offers no other way to close it */
export function findBannerButton(
  view: View,
  choice: 'accept' | 'reject' | 'close',
  mayAccept = true,
): Candidate | null {
  const kinds = BUTTON_KINDS[choice].filter((kind) => mayAccept || kind !== 'accept');
  const labelsOf = (c: Candidate): string[] => [getName(c), c.text];
  const found = findBanner(view.observation, kinds, { evidence: 'lenient', getLabels: labelsOf });
  return found.kind === 'button' ? found.button : null;
}

/** Returns the button that declines the offer of an open dialog: a newsletter, an app, a survey. */
export const findOfferRefusal = (view: View): Candidate | null =>
  view.candidates.find(
    (c) =>
      c.visible &&
      c.interactive &&
      !c.states.disabled &&
      view.isInDialog(c) &&
      DECLINE_OFFER.test(getName(c)),
  ) ?? null;

/** Returns all close buttons, in reading order. */
export const findClosers = (view: View): Candidate[] =>
  view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      !c.states.disabled &&
      (CLOSE_BUTTONS[0]!.test(getName(c)) ||
        CLOSE_BUTTONS[1]!.test(c.text) ||
        /\b(?:btn-)?close\b/iu.test(c.attributes.class ?? '')),
  );

/** Returns the button within `scope` that closes the open dialog, menu or message. */
export function findCloser(view: View, scope: (c: Candidate) => boolean): Candidate | null {
  const buttons = view.candidates.filter((c) => c.visible && c.interactive && !c.states.disabled && scope(c));
  for (const pattern of CLOSE_BUTTONS) {
    const hit = buttons.find(
      (c) =>
        pattern.test(getName(c)) ||
        pattern.test(c.text) ||
        pattern.test(c.attributes['aria-label'] ?? '') ||
        pattern.test(c.attributes.title ?? ''),
    );
    if (hit) return hit;
  }
  return (
    buttons.find(
      (c) =>
        /\b(?:btn-)?close\b|\bdismiss\b/iu.test(c.attributes.class ?? '') ||
        c.attributes['data-dismiss'] !== undefined ||
        c.attributes['data-bs-dismiss'] !== undefined,
    ) ?? null
  );
}
