/**
 * Parses clauses whose verb is probably the name of a button: "delete the event Lunch", "add the mug to my cart", "log
 * in as …".
 */
import { fold } from '../text.js';
import { SELECT_VERBS } from '../lexicon/superlatives.js';
import { hasMark, matchVerb, unmask } from './line-text.js';
import { readCreation } from './fields.js';
import { splitAmount } from './quantities.js';
import { readPairs } from './pairs.js';
import { readLimitedTarget } from './target-limits.js';
import { type Command, type FieldValue, type Place, type Step, type Target, type Quotes } from './steps.js';
import { readSuperlative } from './superlatives.js';
import { addPlaceToTarget, removeArticle, readTarget } from './target.js';
import { readDescription } from './target-description.js';

/** Parses a command such as "delete the event Lunch" or "add the mug to my cart". */
export function readCommand(text: string, quotes: Quotes): Step {
  const addMatch =
    /^(add|put|move|save) (?:the |a |an )?(.+?) (?:to|into|in) (?:the |my |your )?((?:shopping )?(?:cart|basket|bag|wishlist|wish list|favou?rites|list|watchlist))$/iu.exec(
      text,
    );
  if (addMatch) {
    const list = addMatch[3]!.toLowerCase();
    const { amount, item } = splitItems(addMatch[2]!);
    const isPronoun = /^(?:it|this|that|these|those|them|(?:this |that )?(?:item|product|one)s?)$/iu.test(
      item,
    );
    const object = readLimitedTarget(item, quotes);
    const name = `add to ${list}`;
    const target = createAddTarget(addMatch[1]!.toLowerCase(), list);
    const command = { name, object, ...(amount > 1 ? { amount } : {}) };
    return createCommand(
      isPronoun || object.each
        ? target
        : addPlaceToTarget(target, { relation: 'for', words: unmask(removeArticle(item), quotes) }),
      command,
    );
  }
  const markMatch = /^mark (.+) (as (?:being )?\p{L}+)$/iu.exec(text);
  if (markMatch) return createNamedCommand(`mark ${markMatch[2]!.toLowerCase()}`, markMatch[1]!, quotes);
  const trimmed = text.replace(/\s+(?:it|this|that|everything|all of it|my changes|the changes)$/iu, (m) =>
    /changes/iu.test(m) ? m : '',
  );
  return createCommand(createCommandTarget(trimmed, quotes), splitCommand(text, quotes));
}

const FAVOURITES = /^favou?rites$/u;
const BASKET = /\b(?:cart|basket|bag)$/u;

/** Creates the target “Add to basket”. For a wishlist, the button may also be called “Save” or “Save for later”. */
function createAddTarget(verb: string, list: string): Target {
  const text = `Add to ${list}`;
  const names = BASKET.test(list)
    ? [text]
    : [
        text,
        ...(verb === 'save' ? ['Save'] : []),
        'Save for later',
        ...(FAVOURITES.test(list) ? ['Favourite'] : []),
      ];
  const interpretations = names.map((phrase, i) => ({
    phrase,
    role: null,
    nth: null,
    place: null,
    prior: 1 - i * 0.02,
  }));
  return { ...readTarget(text, []), interpretations: [interpretations[0]!, ...interpretations.slice(1)] };
}

/** Creates a command step for a control with this name that belongs to the object: "Renew" in the row of a book. */
export function createNamedCommand(name: string, objectText: string, quotes: Quotes): Step {
  const object = readLimitedTarget(objectText, quotes);
  const target = putNameFirst(readTarget(name, []));
  return createCommand(
    object.pronoun
      ? target
      : addPlaceToTarget(target, { relation: 'for', words: removeArticle(object.text) }),
    { name, object },
  );
}

/** Splits "two", "3 of these" or "two wool throws" into amount and item. */
function splitItems(object: string): { amount: number; item: string } {
  const { amount, rest } = splitAmount(object) ?? { amount: 0, rest: '' };
  if (amount === 0) return { amount: 1, item: object };
  const item = rest.replace(/^(?:more )?(?:of )?(?:the )?/iu, '');
  return { amount, item: item === '' || /^(?:pieces?|times)$/iu.test(item) ? 'it' : item };
}

/** Creates a command step that is repeated within the object's limits ("all", "three"). */
function createCommand(target: Target, command: Command): Step {
  const { each, not, or } = command.object ?? {};
  const limits = { ...(each ? { each } : {}), ...(not ? { not } : {}), ...(or ? { or } : {}) };
  return { do: 'click', kind: 'command', target: { ...target, ...limits }, command };
}

/** Commands whose whole text is the button's name: "next page", "show more". */
const WHOLE_TEXT_NAME =
  /^(?:next|previous|continue|proceed|view all|show all|show more|load more|read more|see all|see more|view more|zoom|check out|checkout|log|sign|skip|order now|pay|join|register|subscribe|upload|import|export|add)\b/iu;

/** Splits a command into its name and its object. */
function splitCommand(text: string, quotes: Quotes): Command {
  const verbMatch = matchVerb(text);
  const object = verbMatch?.rest.replace(/^(?:to|from|of|on|for|with|out of) (?=\S)/iu, '') ?? '';
  const pronounMatch = /^(it|this|that|them|these|those) (?:from|out of|in|into|with|to|on|off)\s.+$/iu.exec(
    object,
  );
  const hasObject =
    object !== '' && (!WHOLE_TEXT_NAME.test(text) || hasMark(object) || /^(?:skip|export)\b/iu.test(text));
  if (!verbMatch || !hasObject) return { name: unmask(text, quotes).toLowerCase(), object: null };
  return {
    name: verbMatch.verb.form.toLowerCase(),
    object: readLimitedTarget(pronounMatch ? pronounMatch[1]! : object, quotes),
  };
}

/** Interprets a command as a button with the whole clause as its name, or with only the verb and near the object. */
function createCommandTarget(text: string, quotes: Quotes): Target {
  const target = readTarget(text, quotes);
  const verbMatch = matchVerb(text);
  const object = verbMatch && removeArticle(verbMatch.rest);
  if (!object) return putNameFirst(target);
  const trimmed = object.replace(
    /^(?:event|item|row|user|product|entry|article|post|task|message|record|file|account|comment|page|project|note)\s+(?=\S)/iu,
    '',
  );
  // "the album Paper Road": the row contains the name, but rarely the word "album".
  const namesWithoutKind = /^\p{Ll}[\p{L}-]* (?=[\p{Lu}\uE000-\uE0FF])/u.test(object)
    ? [object.slice(object.indexOf(' ') + 1)]
    : [];
  // In "export as CSV" or "save to PDF", the format alone is often the button's name.
  const format = /^(?:export|download|save|import)$/iu.test(verbMatch.verb.form)
    ? / (?:as|to|in) (?:an? )?(\p{L}[\p{L}\d]{1,5})(?: file| format)?$/iu.exec(verbMatch.rest)?.[1]
    : undefined;
  const formatInterpretations = format
    ? [`${verbMatch.verb.form} as ${format}`, `${verbMatch.verb.form} ${format}`, format].map(
        (phrase, i) => ({
          phrase,
          role: null,
          nth: null,
          place: null,
          prior: i === 2 ? 0.9 : 0.98,
        }),
      )
    : [];
  const createPlace = (words: string): Place => ({ relation: 'for', words: unmask(words, quotes) });
  const verb = verbMatch.verb.form;
  // "Watch this article" refers to the open page, so the verb alone names the button.
  const openPageInterpretations =
    /^(?:this|that|the current|my|the)\s+(?:page|article|item|product|event|post|video|file|project|changes|order|form|recipe|entry|topic|thread|repository|issue|document|book|course|message|conversation|profile|settings?|draft)$/iu.test(
      verbMatch.rest,
    )
      ? [{ phrase: verb, role: null, nth: null, place: null, prior: 0.97 }]
      : [];
  const { kind, spots } = readDescription(verbMatch.rest, quotes, true);
  // In "delete the email from Ana", the name “Ana” is in the row of the button.
  const rowWords = kind === 'message' && spots[0] ? [spots[0].words] : [];
  const rowInterpretations = [...new Set([...rowWords, object, trimmed, ...namesWithoutKind])].map(
    (words) => ({
      phrase: verb,
      role: null,
      nth: null,
      place: createPlace(words),
      prior: 0.97,
    }),
  );
  // "delete BL-103" does not mean an element “BL-103” of the kind "delete".
  const namesVerb = (phrase: string): boolean => fold(phrase).startsWith(fold(verb));
  const buttonTarget = putNameFirst({
    ...target,
    interpretations: [
      target.interpretations[0],
      ...target.interpretations.slice(1).filter((r) => namesVerb(r.phrase)),
    ],
  });
  return {
    ...buttonTarget,
    interpretations: [
      buttonTarget.interpretations[0],
      ...buttonTarget.interpretations.slice(1),
      ...openPageInterpretations,
      ...formatInterpretations,
      ...rowInterpretations,
    ],
  };
}

/** Moves the plain name to the front, because messages use the button's name. */
function putNameFirst(target: Target): Target {
  const plain = { phrase: target.text, role: null, nth: null, place: null, prior: 1 };
  return {
    ...target,
    interpretations: [
      plain,
      ...target.interpretations.filter((r) => r.phrase !== target.text || r.role || r.place),
    ],
  };
}

const CHANGED_PRONOUN = /^(?:it|that|this|him|her|them|these|those)\b/iu;

/** Parses requests to create or add something: "create an event called Lunch", "add a comment". */
export function readCreateOrAdd(
  kind: 'create' | 'add',
  verb: string,
  rest: string,
  text: string,
  quotes: Quotes,
): Step[] {
  if (!rest) return [readCommand(text, quotes)];
  // "Make her a VIP" and "make that 9.90" change something; only "make me a sandwich" asks for something new.
  if (verb === 'make' && CHANGED_PRONOUN.test(rest)) return [{ do: 'unknown', text: unmask(text, quotes) }];
  if (kind === 'add') {
    if (
      / (?:to|into) (?:the |my |your )?(?:shopping )?(?:cart|basket|bag|wish ?list|favou?rites|list|watchlist)$/iu.test(
        text,
      ) ||
      /^to\b/iu.test(rest)
    )
      return [readCommand(text, quotes)];
  }
  const { item, fields } = readCreation(rest, quotes);
  // "Book the cheapest flight" selects one of the listed flights.
  if (!fields.length && SELECT_VERBS.includes(verb) && readSuperlative(rest))
    return [readCommand(text, quotes)];
  if (verb === 'start' && !fields.length) return [readCommand(text, quotes)];
  return [{ do: 'fill', kind: 'create', item: { ...readTarget(item || rest, quotes) }, fields }];
}

/** What the user signs up for, and the values to enter: "for the newsletter with the email x". */
const PURPOSE = /^(?:for|to) (?:the |your |our |a |an )?(.+?)(?:,? (?:with|using|as|:)\s*(.+))?$/iu;

/** Parses requests to log in, sign up or register. */
export function readLogInOrSignUp(verb: string, rest: string, text: string, quotes: Quotes): Step[] {
  const name = verb.replace(/ me\b/u, '');
  const phrase = name.charAt(0).toUpperCase() + name.slice(1);
  const purposeMatch = PURPOSE.exec(rest);
  const purposeText = purposeMatch?.[2]
    ? purposeMatch[1]!
    : /^(?:sign|register|create)/iu.test(verb) && !/\bin\b/iu.test(verb)
      ? 'account'
      : null;
  const purpose = purposeText === null ? {} : { purpose: readTarget(purposeText, quotes) };
  const details = purposeMatch?.[2] ?? rest;
  const createFillStep = (fields: FieldValue[]): Step => ({
    do: 'fill',
    kind: 'enter',
    item: readTarget(phrase, []),
    fields,
    ...purpose,
  });
  const userMatch = /^(?:as|with|using)\s+([^\s,]+)(?:\s+(?:and|with|using)\s+(?:the )?(.+))?$/iu.exec(rest);
  if (userMatch && !/^(?:the|my|a|an|username|user|email|e-mail|name|password)$/iu.test(userMatch[1]!)) {
    const isEmail = /@/u.test(unmask(userMatch[1]!, quotes));
    const userField = {
      field: readTarget(isEmail ? 'email' : 'username', []),
      value: unmask(userMatch[1]!, quotes),
    };
    return [createFillStep([userField, ...(userMatch[2] ? readPairs(userMatch[2], quotes) : [])])];
  }
  const fields = readPairs(
    details.replace(/^(?:to the site |in )?(?:with|using|as|for .+? with|:)\s*/iu, ''),
    quotes,
  );
  return fields.length ? [createFillStep(fields)] : [readCommand(text, quotes)];
}
