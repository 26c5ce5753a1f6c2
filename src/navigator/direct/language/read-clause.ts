/** Parses one clause into steps. Polite phrases have been removed and quotes are masked. */
import { WANT_PHRASES } from '../lexicon/polite.js';
import { toAlternation } from '../text.js';
import { createQuestion } from './questions-and-searches.js';
import { readAmounts } from './amounts.js';
import { readByVerb } from './read-by-verb.js';
import { readListFilter, readSortOrderRequest, readTicks } from './choices.js';
import { matchVerb, unmask } from './line-text.js';
import { readEnding } from './ending.js';
import { readCommand, readCreateOrAdd } from './commands.js';
import { readGesture } from './gestures.js';
import { readMessage } from './messages.js';
import { readPlacesToSearch } from './look-through.js';
import { readLeadingPlace, addPlaceToStep } from './leading-place.js';
import { splitCopyInto, splitMenuPath, reword } from './rewording.js';
import { readSetting } from './setting.js';
import { createClick, type Interpretation, type Step, type Quotes } from './steps.js';
import { readTabs } from './tabs.js';
import { readLimitedTarget } from './target-limits.js';
import { readTarget } from './target.js';

/** Requests that fill in a message form: "write an email to Bob", "send you a message", "send a message saying …". */
const NEW_MESSAGE =
  /^(?:write|send|compose|draft|post|leave) (?:(?:me|you|them|him|her|us) )?((?:an?|the) (?:new )?(?:email|e-mail|mail|message|letter|text|note|comment|review|reply) (?:to|with|saying|that says|about|titled|called)\b.+|an? (?:new )?(?:email|e-mail|message|letter|comment|review))$/iu;

const WANT_PATTERN = new RegExp(`^(?:${toAlternation(WANT_PHRASES)})\\s+`, 'iu');

/** Questions that start with a preposition: "In which city does she live?" */
const PREPOSITION_QUESTION =
  /^(?:in|at|on|from|to|for|by|with|of|under|since|until) (?:which|what|whose|whom|how many)\b.* (?:do|does|did|is|are|was|were|has|have|can|will)\b/iu;

/** Requests to change nothing. */
const NOTHING_REQUEST =
  /^(?:select|choose|pick|tick|check|click|mark) (?:nothing|none of (?:them|these|the \p{L}+)|no (?:options?|boxes|checkboxes|items?))$/iu;

const ENTRIES = 'entries|rows|items|results|records|products|lines';
const PER_PAGE = '(?:per|a|on (?:a|each|one)) page|at once';
/** "show 25 rows", "50 per page": how many entries a list should show. */
const PAGE_SIZE = new RegExp(
  `^(?:(?:show|display|list|view)(?: me)? )?(\\d+|all) (?:(?:(${ENTRIES}) )?(?:${PER_PAGE})|(?<=^(?:show|display|list) \\w+ )(${ENTRIES}))$`,
  'iu',
);

/** For "show 25 per page", chooses from the list “Rows per page”, whatever word it has for the entries. */
function readPageSize(text: string): Step | null {
  const [, count, namedEntries, entries] = PAGE_SIZE.exec(text) ?? [];
  if (!count) return null;
  const [first, ...others] = [...new Set([namedEntries ?? entries ?? 'rows', ...ENTRIES.split('|')])];
  const createInterpretation = (noun: string): Interpretation => ({
    phrase: `${noun} per page`,
    role: null,
    nth: null,
    place: null,
    prior: 1,
  });
  return {
    do: 'choose',
    value: count,
    from: {
      ...readTarget(`${first} per page`, []),
      interpretations: [createInterpretation(first!), ...others.map(createInterpretation)],
    },
    target: readTarget(count, []),
  };
}

/** Returns the steps of one clause. */
export function readClause(text: string, quotes: Quotes): Step[] {
  if (PREPOSITION_QUESTION.test(text)) return [createQuestion(text, quotes)];
  const leadingPlace = readLeadingPlace(text);
  if (leadingPlace)
    return readClause(leadingPlace.rest, quotes).map((s) =>
      addPlaceToStep(s, { ...leadingPlace.place, words: unmask(leadingPlace.place.words, quotes) }),
    );
  const switchMatch = /^(?:turn|switch|toggle|set) (?:the )?(.+?) (on|off)$/iu.exec(text);
  if (switchMatch) return readTicks(switchMatch[1]!, quotes, switchMatch[2]!.toLowerCase() === 'on', 'turn');
  // "Not by phone" takes back a choice.
  const rejectedOption = /^not (?:by |via |with |in |on |the |my )*(\S.*)$/iu.exec(text)?.[1];
  if (rejectedOption) return readTicks(rejectedOption, quotes, false, 'untick');
  const ending = readEnding(text, quotes);
  if (ending) return [ending];
  const parts = splitMenuPath(text) ?? splitCopyInto(text);
  if (parts) return parts.flatMap((part) => readClause(part, quotes));
  if (NOTHING_REQUEST.test(text)) return [];
  const placesToSearch = readPlacesToSearch(text);
  if (placesToSearch) return [{ do: 'look', through: readLimitedTarget(placesToSearch, quotes) }];
  const amounts = readAmounts(text, quotes);
  if (amounts) return amounts;
  const messageStep = readMessage(text, quotes);
  if (messageStep) return [messageStep];
  const rewordedClause = reword(text);
  if (rewordedClause !== null) return readClause(rewordedClause, quotes);
  const markMatch = /^mark (.+) as (?:being )?(\p{L}+)$/iu.exec(text);
  if (markMatch) return [readCommand(text, quotes)];
  const newMessage = NEW_MESSAGE.exec(text);
  if (newMessage) return readCreateOrAdd('create', 'compose', newMessage[1]!, text, quotes);
  const pageSize = readPageSize(text);
  if (pageSize) return [pageSize];
  const listStep = readSortOrderRequest(text) ?? readListFilter(text, quotes);
  if (listStep) return [listStep];
  const tabOrGesture = readTabs(text, quotes) ?? readGesture(text, quotes);
  if (tabOrGesture) return [tabOrGesture];
  const setting = readSetting(text, quotes);
  if (setting) return setting;
  const verbMatch = matchVerb(text);
  if (!verbMatch) {
    const phrase = text.replace(WANT_PATTERN, '');
    return [createClick('bare', readTarget(phrase, quotes))];
  }
  const { verb, rest } = verbMatch;
  return readByVerb(verb.kind, verb.form.toLowerCase(), rest, text, quotes);
}
