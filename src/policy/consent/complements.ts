/** Whether the words after the object of an order agree with the page: means, places, recipients. Pure. */
import type { ActedOn } from './acted-on.js';
import { namesOtherRole } from './conflicts.js';
import { isKnown } from './evidence.js';
import { MEANS, PLACE } from './order.js';
import { isPerson, type LineContext, NAVIGATOR, type ObjectPhrase, withoutDeterminers } from './phrase.js';
import { canonicalStem } from './synonyms.js';
import { COLLECTED_IN, MOVED_TO, PEOPLE, PRONOUN, ROLES } from './things.js';
import { isSpecific } from './words.js';

/** "Extend it by one day" */
const AMOUNT_OF_TIME = /^(?:an?|one|two|three|\d+|another) (?:more )?(?:hour|night|day|week|month|year)s?\b/u;

/** Whether the words after the object agree with the page. */
export function complementsFit(phrase: ObjectPhrase, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  return phrase.complements.every(({ preposition, words }) => {
    const rest = withoutDeterminers(words).filter((word) => !PRONOUN.test(word));
    if (rest.length === 0) return true;
    if (preposition === 'by')
      return MEANS.test(rest[0]!) || AMOUNT_OF_TIME.test(words.join(' ')) || consentClass === 'send';
    const isMove = /^(?:to|into|in|onto|on)$/u.test(preposition) && MOVED_TO.test(rest.at(-1)!);
    const knowsSome = rest.some((word) => isKnown(word, actedOn));
    const isDetail = preposition === 'with' && words.some((word) => /^\d+$/u.test(word));
    if (consentClass === 'delete' || kind === 'close-account')
      return isDetail || accountsForAll(rest, actedOn);
    if (consentClass === 'buy') {
      if (isMove || (preposition === 'to' && COLLECTED_IN.test(rest.at(-1)!))) return false;
      const isToNavigator = phrase.words.every((word) => NAVIGATOR.test(word));
      if (preposition === 'to' && (actedOn.things.has('donation') || actedOn.things.has('transfer')))
        return knowsSome;
      if (preposition === 'to' && isToNavigator) return rest.every((word) => isKnown(word, actedOn));
    }
    if (kind === 'create-account' && /^(?:for|at|in|on)$/u.test(preposition))
      return (
        isPerson(words, context) ||
        knowsSome ||
        PLACE.test(rest.at(-1)!) ||
        /^(?:me|us|free)$/u.test(rest[0]!)
      );
    if (consentClass !== 'send') return true;
    return (
      !isMove &&
      !(preposition === 'to' && actedOn.isToMany && !isToMany(words)) &&
      (!isPerson(words, context) ||
        (preposition === 'to' && canReach(rest, actedOn)) ||
        (preposition === 'with' && isRecipient(rest, actedOn)) ||
        !/^(?:to|with)$/u.test(preposition)) &&
      (preposition !== 'to' || actedOn.recipients.length === 0 || knowsSome || isRecipient(rest, actedOn))
    );
  });
}

/** "To the team", "to all of them", but not "to my own address". */
const isToMany = (words: readonly string[]): boolean =>
  words.some(
    (word) => PEOPLE.test(word) || /[^su]s$/u.test(word) || /^(?:list|newsletter|public)$/u.test(word),
  );

/** Whether the page shows all words. A kind of thing at the end may be the instructor's own word: "barista job". */
const accountsForAll = (words: readonly string[], actedOn: ActedOn): boolean =>
  words
    .filter((word) => isSpecific(word) && !PLACE.test(word))
    .every((word, index, all) => isKnown(word, actedOn) || (index > 0 && index === all.length - 1));

/** Whether the form's recipient can be this person; without such a field it can be anyone. */
export function isRecipient(words: readonly string[], actedOn: ActedOn): boolean {
  const { recipients, isToMany } = actedOn;
  const isGroup = words.some((word) => PEOPLE.test(word));
  if (isToMany && (!isGroup || words.some((word) => /^(?:him|her)$/u.test(word)))) return false;
  if (isGroup) return !namesOtherRole(words, actedOn) && !namesHiddenRole(words, actedOn);
  return (
    recipients.length === 0 ||
    words.some(
      (word) => namesRecipient(word, actedOn) || (isSpecific(word) && actedOn.words.has(canonicalStem(word))),
    )
  );
}

/** "E-mail the landlord" beside "To: Ruth Calder", who may be somebody else. */
const namesHiddenRole = (words: readonly string[], actedOn: ActedOn): boolean =>
  actedOn.recipients.length > 0 &&
  words.some((word) => ROLES.some((group) => group.includes(word)) && !isKnown(word, actedOn));

/** Whether the form can reach the person: a message can, a review only if it shows the person. */
export const canReach = (words: readonly string[], actedOn: ActedOn): boolean =>
  isRecipient(words, actedOn) &&
  (((actedOn.things.has('message') || actedOn.things.has('invitation')) && !actedOn.hasInstance) ||
    words.some(
      (word) => PRONOUN.test(word) || UNNAMED.test(word) || (isSpecific(word) && isKnown(word, actedOn)),
    ));

/** People whom a page need not name. */
const UNNAMED = /^(?:him|her|them|everyone|everybody|all|team|group|members?|staff|customers?|clients?)$/u;

export const namesRecipient = (word: string, { recipients }: ActedOn): boolean =>
  recipients.some((one) => one.toLowerCase().includes(word));
