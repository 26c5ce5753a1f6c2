/** Finds the kinds of objects that a control can act on, from its name, question, row, heading and fields. Pure. */
import type { IrreversibleAction } from '../../contract/index.js';
import type { PageFacts } from './page-facts.js';
import { DATABASE_VERB } from './page-words.js';
import { foldLookalikes, foldPage } from './region.js';
import { getObjectKinds, type ObjectKind } from './object-kinds.js';
import { splitWords } from './words.js';

/** File extensions that show the kind of object. */
const KINDS_BY_EXTENSION: readonly (readonly [readonly ObjectKind[], RegExp])[] = [
  [['picture', 'file'], /\.(?:jpe?g|png|gif|heic|webp|tiff?|svg)$/u],
  [['video', 'file'], /\.(?:mp[34]|mov|avi|mkv|webm|wav)$/u],
  [['file'], /\.(?:pdf|docx?|xlsx?|pptx?|csv|txt|zip|md|odt|json|html?)$/u],
];

export function findKindsInTexts(...texts: readonly string[]): Set<ObjectKind> {
  const kinds = new Set(
    texts.flatMap((text) =>
      splitWords(foldPage(text)).flatMap((word) => [
        ...getObjectKinds(word),
        ...(KINDS_BY_EXTENSION.find(([, extension]) => extension.test(word))?.[0] ?? []),
      ]),
    ),
  );
  kinds.delete('other');
  kinds.delete('search');
  return kinds;
}

/** Kinds that a control can act on if the page names none. */
const DEFAULT_KINDS: Readonly<Record<IrreversibleAction['kind'], readonly ObjectKind[]>> = {
  buy: ['order', 'payment'],
  book: ['booking', 'order', 'payment'],
  send: ['message', 'post', 'form', 'any form'],
  delete: [],
  cancel: ['order', 'booking', 'subscription', 'event', 'bid', 'form'],
  'create-account': ['account', 'any form'],
  'close-account': ['account'],
  password: ['password'],
  grant: ['access'],
};

/** All kinds that a control for this action can act on; actions without an entry can act on any kind. */
const POSSIBLE_KINDS: Partial<Record<IrreversibleAction['kind'], readonly ObjectKind[]>> = {
  buy: ['order', 'payment', 'bid', 'transfer', 'donation', 'subscription', 'booking'],
  book: ['booking', 'order', 'payment', 'event'],
  send: ['message', 'post', 'form', 'any form', 'invitation', 'draft', 'picture', 'video', 'file'],
  'create-account': ['account', 'any form', 'subscription'],
  'close-account': ['account', 'subscription'],
  password: ['password'],
  grant: ['access', 'account'],
};

export function findObjectKinds(action: IrreversibleAction, facts: PageFacts): Set<ObjectKind> {
  const possibleKinds = POSSIBLE_KINDS[action.kind];
  const isPossible = (kind: ObjectKind): boolean => !possibleKinds || possibleKinds.includes(kind);
  const name = facts.control?.name ?? '';
  const nameKinds = [...findKindsInTexts(removeVerb(name)), ...getImpliedKinds(name)].filter(isPossible);
  const nearbyKinds = [...findKindsInTexts(facts.question, facts.row)].filter(isPossible);
  if (action.class === 'delete') {
    // A database table is not a table that one can book.
    if (DATABASE_VERB.test(foldLookalikes(name))) return new Set();
    const deletableKinds =
      nameKinds.length + nearbyKinds.length > 0
        ? new Set([...nameKinds, ...nearbyKinds])
        : findKindsInTexts(facts.heading);
    // Shops and hotels use "order", "booking" and "reservation" for the same object.
    if (action.kind === 'cancel' && (deletableKinds.has('order') || deletableKinds.has('booking')))
      return deletableKinds.add('order').add('booking');
    if (deletableKinds.size > 0) return deletableKinds;
    // "Terminate instance" names an object that is not in the lists.
    return action.kind === 'cancel' && /^(?:yes,? )?(?:cancel|call off)\b/u.test(foldLookalikes(name))
      ? new Set(DEFAULT_KINDS.cancel)
      : findKindsInTexts(facts.title);
  }
  // "Place bid" and "Transfer money" act on nothing else; "Pay" and "Confirm" act on whatever is bought.
  const exclusiveKinds = nameKinds.filter(
    (kind) => kind === 'bid' || kind === 'transfer' || kind === 'donation',
  );
  if (exclusiveKinds.length > 0)
    return new Set([...exclusiveKinds, ...(exclusiveKinds[0] === 'bid' ? [] : (['payment'] as const))]);
  const headingKinds = [...findKindsInTexts(facts.heading, facts.title)].filter(isPossible);
  const fieldKinds = [...findKindsInTexts(...facts.fields.map((field) => field.name))].filter(isPossible);
  const surroundingKinds = action.class === 'send' && headingKinds.length === 0 ? fieldKinds : headingKinds;
  if (action.class === 'send') {
    if (nameKinds.length > 0) return new Set([...nameKinds, ...nearbyKinds, 'any form']);
    const shownKinds = [...nearbyKinds, ...surroundingKinds];
    return new Set<ObjectKind>(
      shownKinds.length > 0 ? [...shownKinds, 'any form', ...getDefaultKinds(name)] : DEFAULT_KINDS.send,
    );
  }
  return new Set([...DEFAULT_KINDS[action.kind], ...nameKinds, ...nearbyKinds, ...surroundingKinds]);
}

/** Removes the verb at the start of a control's name: in "Post it", "Post" is not an object. */
export const removeVerb = (name: string): string => foldPage(name).replace(/^(?:yes,? )?[\p{L}-]+ ?/u, '');

/** Returns the kind that the verb implies: "Bid now" is about a bid, "Donate" about a donation. */
const getImpliedKinds = (name: string): readonly ObjectKind[] =>
  /^(?:yes,? )?bid\b/u.test(foldLookalikes(name))
    ? ['bid']
    : /^(?:yes,? )?(?:donate|pledge|back)\b/u.test(foldLookalikes(name))
      ? ['donation']
      : [];

/**
 * Returns the kinds that the verb sends: a post for "Post", a post or message for "Reply", a message for "Send", none
 * for "Submit".
 */
function getDefaultKinds(name: string): ObjectKind[] {
  const text = foldPage(name);
  return /\b(?:post|publish|comment|tweet|share)\b/u.test(text)
    ? ['post']
    : /\b(?:reply|respond|answer)\b/u.test(text)
      ? ['post', 'message']
      : /^(?:sign|apply|turn in|hand in)\b/u.test(text)
        ? ['form']
        : /\bsend\b/u.test(text)
          ? ['message']
          : [];
}
