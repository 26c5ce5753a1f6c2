/** The kinds of things that a control can act on, as its name, question, row, heading and fields show them. Pure. */
import type { IrreversibleAction } from '../../contract/index.js';
import type { PageFacts } from './facts.js';
import { DATABASE_VERB } from './page-words.js';
import { fold, foldPage } from './region.js';
import { thingsOf, type ThingKind } from './things.js';
import { wordsOf } from './words.js';

/** File extensions that show the kind of thing. */
const EXTENSIONS: readonly (readonly [readonly ThingKind[], RegExp])[] = [
  [['picture', 'file'], /\.(?:jpe?g|png|gif|heic|webp|tiff?|svg)$/u],
  [['video', 'file'], /\.(?:mp[34]|mov|avi|mkv|webm|wav)$/u],
  [['file'], /\.(?:pdf|docx?|xlsx?|pptx?|csv|txt|zip|md|odt|json|html?)$/u],
];

export function thingsIn(...texts: readonly string[]): Set<ThingKind> {
  const things = new Set(
    texts.flatMap((text) =>
      wordsOf(foldPage(text)).flatMap((word) => [
        ...thingsOf(word),
        ...(EXTENSIONS.find(([, ending]) => ending.test(word))?.[0] ?? []),
      ]),
    ),
  );
  things.delete('other');
  things.delete('search');
  return things;
}

/** Things that a control can act on if the page does not say which. */
const DEFAULT_THINGS: Readonly<Record<IrreversibleAction['kind'], readonly ThingKind[]>> = {
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

/** All things that a control of this kind can act on. */
const POSSIBLE_THINGS: Partial<Record<IrreversibleAction['kind'], readonly ThingKind[]>> = {
  buy: ['order', 'payment', 'bid', 'transfer', 'donation', 'subscription', 'booking'],
  book: ['booking', 'order', 'payment', 'event'],
  send: ['message', 'post', 'form', 'any form', 'invitation', 'draft', 'picture', 'video', 'file'],
  'create-account': ['account', 'any form', 'subscription'],
  'close-account': ['account', 'subscription'],
  password: ['password'],
  grant: ['access', 'account'],
};

export function findThings(action: IrreversibleAction, facts: PageFacts): Set<ThingKind> {
  const possible = POSSIBLE_THINGS[action.kind];
  const isPossible = (thing: ThingKind): boolean => !possible || possible.includes(thing);
  const name = facts.control?.name ?? '';
  const own = [...thingsIn(withoutVerb(name)), ...impliedBy(name)].filter(isPossible);
  const near = [...thingsIn(facts.question, facts.row)].filter(isPossible);
  if (action.class === 'delete') {
    // The tables of a database are not booked.
    if (DATABASE_VERB.test(fold(name))) return new Set();
    const namedThings = own.length + near.length > 0 ? new Set([...own, ...near]) : thingsIn(facts.heading);
    // Shops and hotels call the same thing an order, a booking or a reservation.
    if (action.kind === 'cancel' && (namedThings.has('order') || namedThings.has('booking')))
      return namedThings.add('order').add('booking');
    if (namedThings.size > 0) return namedThings;
    // "Terminate instance" says what it acts on, though it is no thing of these lists.
    return action.kind === 'cancel' && /^(?:yes,? )?(?:cancel|call off)\b/u.test(fold(name))
      ? new Set(DEFAULT_THINGS.cancel)
      : thingsIn(facts.title);
  }
  // "Place bid" and "Transfer money" act on nothing else; "Pay" and "Confirm" act on whatever is bought.
  const exclusive = own.filter((thing) => thing === 'bid' || thing === 'transfer' || thing === 'donation');
  if (exclusive.length > 0)
    return new Set([...exclusive, ...(exclusive[0] === 'bid' ? [] : (['payment'] as const))]);
  const above = [...thingsIn(facts.heading, facts.title)].filter(isPossible);
  const inFields = [...thingsIn(...facts.fields.map((field) => field.name))].filter(isPossible);
  const around = action.class === 'send' && above.length === 0 ? inFields : above;
  if (action.class === 'send') {
    if (own.length > 0) return new Set([...own, ...near, 'any form']);
    const told = [...near, ...around];
    return new Set<ThingKind>(
      told.length > 0 ? [...told, 'any form', ...defaultOfVerb(name)] : DEFAULT_THINGS.send,
    );
  }
  return new Set([...DEFAULT_THINGS[action.kind], ...own, ...near, ...around]);
}

/** A name without the verb at its start: "Post" in "Post it" is not a thing. */
export const withoutVerb = (name: string): string => foldPage(name).replace(/^(?:yes,? )?[\p{L}-]+ ?/u, '');

/** "Bid now" is about a bid, "Donate" about a donation. */
const impliedBy = (name: string): readonly ThingKind[] =>
  /^(?:yes,? )?bid\b/u.test(fold(name))
    ? ['bid']
    : /^(?:yes,? )?(?:donate|pledge|back)\b/u.test(fold(name))
      ? ['donation']
      : [];

/** "Post" sends a post, "Reply" a message or a post; "Send" and "Submit" do not say. */
function defaultOfVerb(name: string): ThingKind[] {
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
