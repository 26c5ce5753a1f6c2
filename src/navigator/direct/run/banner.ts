/** Cookie and consent banners: recognised by their words, left by the button that consents to least. */
import type { Candidate } from '../../../contract/index.js';
import { ACCEPT, BANNER, CLOSE, CLOSERS, DECLINE_OFFER, REFUSE } from '../lexicon/consent.js';
import { isButton, isLink } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';

/** Smallest container around a button that speaks of cookies; null when it stands in the page itself. */
function bannerAround(c: Candidate, view: View): Candidate | null {
  for (const a of view.ancestors(c).slice(0, 8)) {
    if (['main', 'body'].includes(a.tag) || a.text.length >= 400) {
      const words = `${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.attributes['aria-label'] ?? ''}`;
      if (!/cookie|consent|gdpr|cmp\b/iu.test(words)) return null;
    }
    if (BANNER.test(`${a.text} ${a.name} ${a.attributes.class ?? ''} ${a.attributes.id ?? ''}`)) return a;
  }
  return null;
}

/** The button for a choice; a refusal falls back to closing, closing to refusing, then to accepting. */
export function bannerButton(
  view: View,
  choice: 'accept' | 'reject' | 'close',
  strict = false,
): Candidate | null {
  const orders = { accept: [ACCEPT], reject: [REFUSE], close: [REFUSE, CLOSE, ACCEPT] }[choice];
  const buttons = view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      !c.states.disabled &&
      (isButton(c) || isLink(c) || c.tag !== 'label') &&
      bannerAround(c, view),
  );
  for (const order of strict && choice === 'close' ? [REFUSE, CLOSE] : orders)
    for (const pattern of order) {
      const hit = buttons.find((c) => pattern.test(nameOf(c)) || pattern.test(c.text));
      if (hit) return hit;
    }
  return null;
}

/** The button of an open dialog that declines what it offers: a newsletter, an app, a survey. */
export const offerRefusal = (view: View): Candidate | null =>
  view.candidates.find(
    (c) =>
      c.visible && c.interactive && !c.states.disabled && view.inDialog(c) && DECLINE_OFFER.test(nameOf(c)),
  ) ?? null;

/** Every close button, in reading order. */
export const closers = (view: View): Candidate[] =>
  view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      !c.states.disabled &&
      (CLOSERS[0]!.test(nameOf(c)) ||
        CLOSERS[1]!.test(c.text) ||
        /\b(?:btn-)?close\b/iu.test(c.attributes.class ?? '')),
  );

/** The button that closes the open dialog, menu or message; within `scope` when it is given. */
export function closer(view: View, scope: (c: Candidate) => boolean): Candidate | null {
  const buttons = view.candidates.filter((c) => c.visible && c.interactive && !c.states.disabled && scope(c));
  for (const pattern of CLOSERS) {
    const hit = buttons.find(
      (c) =>
        pattern.test(nameOf(c)) ||
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
