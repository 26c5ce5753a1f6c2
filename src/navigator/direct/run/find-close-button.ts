/** Finds the buttons that close overlays: cookie banners, offers, dialogs, messages. */
import type { Candidate } from '../../../contract/index.js';
import { findBanner, type BannerButtonKind } from '../../../policy/index.js';
import { CLOSE_BUTTONS, DECLINE_OFFER } from '../lexicon/consent.js';
import { getName, isNamedByIcon } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { tokenize } from '../text.js';

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

/** Roles and markup of boxes that a close button may close. */
const CLOSABLE_ROLES = new Set([
  'dialog',
  'alertdialog',
  'menu',
  'alert',
  'status',
  'log',
  'tooltip',
  'banner',
  'complementary',
]);
const CLOSABLE_MARKUP =
  /(?:^|[\s_-])(?:dialog|modal|pop-?up|pop-?over|overlay|toasts?|toaster|snackbars?|alerts?|flash|notifications?|notices?|messages?|callout|banner|announcement|promo|menu|drawer|panel|side-?bar|tray|tour|tip|hint|sheet|cookies?|consent)(?:$|[\s_-])/iu;
/** Roles and tags of fields and entries: a cross in one of them clears or removes something. */
const FIELD_OR_ENTRY = new Set([
  ...['combobox', 'listbox', 'option', 'textbox', 'searchbox', 'spinbutton', 'listitem', 'row', 'cell'],
  ...['gridcell', 'treeitem', 'label', 'li', 'tr', 'td', 'fieldset'],
]);
/** A box without telling markup is a message, not a chip, if it has this many words besides its button. */
const MIN_MESSAGE_WORDS = 4;

const listMerged = (c: Candidate): Pick<Candidate, 'role' | 'tag' | 'attributes'>[] => [c, ...c.folded];

function isClosableBox(c: Candidate): boolean {
  return listMerged(c).some(
    ({ role, tag, attributes }) =>
      CLOSABLE_ROLES.has(role) ||
      tag === 'dialog' ||
      [attributes.class, attributes.id, ...Object.keys(attributes)].some((text) =>
        CLOSABLE_MARKUP.test(text ?? ''),
      ),
  );
}

const isFieldOrEntry = (c: Candidate): boolean =>
  listMerged(c).some(({ role, tag }) => FIELD_OR_ENTRY.has(role) || FIELD_OR_ENTRY.has(tag));

/** Names of the only button of a message that say that it closes something. */
const SAYS_CLOSE = /^(?:close|dismiss|hide)\b/iu;

/**
 * Whether the button closes the box around it. The cross of a field, a chip or an entry clears or removes it instead,
 * and its accessible name may say so: “Clear assignee”.
 */
export function closesItsBox(button: Candidate, view: View): boolean {
  const name = getName(button);
  const isNamedAfterAction = /\p{L}{2}/u.test(name) && !isNamedByIcon(button);
  if (isNamedAfterAction && CLOSE_BUTTONS[1]!.test(button.text) && !SAYS_CLOSE.test(name)) return false;
  const ancestors = view.getAncestors(button);
  const boxIndex = ancestors.findIndex(isClosableBox);
  const entryIndex = ancestors.findIndex(isFieldOrEntry);
  if (boxIndex >= 0) return entryIndex < 0 || boxIndex <= entryIndex;
  if (view.isInDialog(button)) return entryIndex < 0;
  if (entryIndex >= 0) return false;
  return SAYS_CLOSE.test(name) || tokenize(ancestors[0]?.text ?? '').length >= MIN_MESSAGE_WORDS;
}

/** Returns the page's close buttons, in reading order. */
export const findCloseButtons = (view: View): Candidate[] =>
  view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      !c.states.disabled &&
      closesItsBox(c, view) &&
      (CLOSE_BUTTONS[0]!.test(getName(c)) ||
        CLOSE_BUTTONS[1]!.test(c.text) ||
        /\b(?:btn-)?close\b/iu.test(c.attributes.class ?? '')),
  );

/** Returns the button in scope that closes the open dialog, menu or message. */
export function findCloseButton(view: View, isInScope: (c: Candidate) => boolean): Candidate | null {
  const buttons = view.candidates.filter(
    (c) => c.visible && c.interactive && !c.states.disabled && isInScope(c) && closesItsBox(c, view),
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
