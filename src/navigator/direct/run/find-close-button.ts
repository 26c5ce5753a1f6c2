/** Finds the buttons that close overlays: cookie banners, offers, dialogs, messages. */
import type { Candidate } from '../../../contract/index.js';
import { findBanner, type BannerButtonKind } from '../../../policy/index.js';
import { CLOSE_BUTTONS, DECLINE_OFFER } from '../lexicon/consent.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';

/** The button kinds for each choice, best first. Closing a banner consents to as little as possible. */
const BUTTON_KINDS: Readonly<Record<'accept' | 'reject' | 'close', readonly BannerButtonKind[]>> = {
  accept: ['accept'],
  reject: ['decline'],
  close: ['decline', 'close', 'accept'],
};

/**
 * Finds the cookie banner's button for the choice.
 *
 * @param mayAccept whether to accept a banner that offers no other way to close it
 */
export function findBannerButton(
  view: View,
  choice: 'accept' | 'reject' | 'close',
  mayAccept = true,
): Candidate | null {
  const kinds = BUTTON_KINDS[choice].filter((kind) => mayAccept || kind !== 'accept');
  const labelsOf = (c: Candidate): string[] => [getName(c), c.text];
  const bannerMatch = findBanner(view.observation, kinds, { evidence: 'lenient', getLabels: labelsOf });
  return bannerMatch.kind === 'button' ? bannerMatch.button : null;
}

/** Returns the button that declines an open dialog's offer: a newsletter, an app, a survey. */
export const findDeclineButton = (view: View): Candidate | null =>
  view.candidates.find(
    (c) =>
      c.visible &&
      c.interactive &&
      !c.states.disabled &&
      view.isInDialog(c) &&
      DECLINE_OFFER.test(getName(c)),
  ) ?? null;

/** Returns the page's close buttons, in reading order. */
export const findCloseButtons = (view: View): Candidate[] =>
  view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      !c.states.disabled &&
      (CLOSE_BUTTONS[0]!.test(getName(c)) ||
        CLOSE_BUTTONS[1]!.test(c.text) ||
        /\b(?:btn-)?close\b/iu.test(c.attributes.class ?? '')),
  );

/** Returns the button in scope that closes the open dialog, menu or message. */
export function findCloseButton(view: View, isInScope: (c: Candidate) => boolean): Candidate | null {
  const buttons = view.candidates.filter(
    (c) => c.visible && c.interactive && !c.states.disabled && isInScope(c),
  );
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
