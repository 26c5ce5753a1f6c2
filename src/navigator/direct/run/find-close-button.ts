/** Finds the buttons that close overlays: cookie banners, offers, dialogs, messages. */
import type { Candidate } from '../../../contract/index.js';
import { findBanner, type BannerButtonKind } from '../../../policy/index.js';
import { CLOSE_BUTTONS, DECLINE_OFFER } from '../lexicon/consent.js';
import { isField, isSelect } from '../ground/kinds.js';
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
  const getLabels = (c: Candidate): string[] => [getName(c), c.text];
  const bannerMatch = findBanner(view.observation, kinds, { evidence: 'lenient', getLabels });
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

/** Roles and markup of the boxes (dialogs, messages, panels) that a close button may close. */
const CLOSABLE_ROLES = new Set([
  'dialog',
  'alertdialog',
  'menu',
  'alert',
  'status',
  'log',
  'tooltip',
  'complementary',
]);
const CLOSABLE_MARKUP =
  /(?:^|[\s_-])(?:dialog|modal|pop-?up|pop-?over|overlay|toasts?|toaster|snackbars?|alerts?|flash|notifications?|notices?|messages?|callout|banner|announcement|promo|menu|drawer|panel|side-?bar|tray|tour|tip|hint|sheet|cookies?|consent)(?:$|[\s_-])/iu;
/** Roles and tags of fields and entries. A cross (×) inside one of them clears or removes something. */
const FIELD_OR_ENTRY = new Set(
  'combobox listbox option textbox searchbox spinbutton listitem row cell gridcell treeitem label li tr td fieldset'.split(
    ' ',
  ),
);
/** Minimum number of words in a message whose markup does not say what it is. A box with fewer words may be a chip. */
const MIN_MESSAGE_WORDS = 4;

const listWithFolded = (c: Candidate): Pick<Candidate, 'role' | 'tag' | 'attributes'>[] => [c, ...c.folded];

function isClosableBox(c: Candidate): boolean {
  return listWithFolded(c).some(
    ({ role, tag, attributes }) =>
      CLOSABLE_ROLES.has(role) ||
      tag === 'dialog' ||
      [attributes.class, attributes.id, ...Object.keys(attributes)].some((text) =>
        CLOSABLE_MARKUP.test(text ?? ''),
      ),
  );
}

const isFieldOrEntry = (c: Candidate): boolean =>
  listWithFolded(c).some(({ role, tag }) => FIELD_OR_ENTRY.has(role) || FIELD_OR_ENTRY.has(tag));

const SAYS_CLOSE = /^(?:close|dismiss|hide)\b/iu;

/**
 * Whether the button closes the box around it. The cross of a field, a chip or an entry clears or removes it instead,
 * and its accessible name may say so: “Clear assignee”.
 */
export function closesItsBox(button: Candidate, view: View): boolean {
  const name = getName(button);
  const hasCross = CLOSE_BUTTONS[1]!.test(button.text) || CLOSE_BUTTONS[1]!.test(name);
  const isNamedInWords = /\p{L}{2}/u.test(name) && !isNamedByIcon(button);
  if (hasCross && isNamedInWords && !SAYS_CLOSE.test(name)) return false;
  const ancestors = view.getAncestors(button);
  const boxIndex = ancestors.findIndex(isClosableBox);
  const entryIndex = ancestors.findIndex(isFieldOrEntry);
  const isInEntry = entryIndex >= 0 && (boxIndex < 0 || entryIndex < boxIndex);
  if (isInEntry) return false;
  const box = ancestors[boxIndex];
  // If a cross has no name, only its position shows what it belongs to.
  if (box) return !hasCross || isNamedInWords || isCrossOfBox(button, box, view);
  if (view.isInDialog(button) || SAYS_CLOSE.test(name)) return true;
  return tokenize(ancestors[0]?.text ?? '').length >= MIN_MESSAGE_WORDS && !isBesideField(button, view);
}

/** In a box of at most this height (CSS px), the cross may be anywhere. A taller box has a title bar with the cross. */
const MAX_MESSAGE_HEIGHT = 120;
const MAX_DISTANCE_FROM_CORNER = 80;

const MAX_GAP_TO_FIELD = 24;

/** Whether the cross is in a field or right beside it. */
function isBesideField(cross: Candidate, view: View): boolean {
  const { x, y, width, height } = cross.box;
  const middle = y + height / 2;
  return view.candidates.some(
    (c) =>
      c.visible &&
      (isField(c) || isSelect(c)) &&
      c.box.y <= middle &&
      middle <= c.box.y + c.box.height &&
      x - (c.box.x + c.box.width) <= MAX_GAP_TO_FIELD &&
      c.box.x - (x + width) <= MAX_GAP_TO_FIELD,
  );
}

/** Whether a cross is beside a message or in the title bar of a taller box, and does not belong to a field. */
function isCrossOfBox(cross: Candidate, messageBox: Candidate, view: View): boolean {
  if (isBesideField(cross, view)) return false;
  const { box } = messageBox;
  if (box.height <= MAX_MESSAGE_HEIGHT) return true;
  const title = view.candidates.find(
    (c) => c.role === 'heading' && c.visible && view.getAncestors(c).includes(messageBox),
  );
  const { x, y, width } = cross.box;
  const titleBarEnd = title ? title.box.y + title.box.height : box.y + MAX_DISTANCE_FROM_CORNER;
  const distances = [x - box.x, box.x + box.width - (x + width)];
  // In a title bar without its own layout, the cross is displayed below the title.
  const isInTitleBar =
    y <= titleBarEnd || (title !== undefined && view.getPreviousTextSibling(cross) === title);
  return isInTitleBar && distances.some((distance) => distance <= MAX_DISTANCE_FROM_CORNER);
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
