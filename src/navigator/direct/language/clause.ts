/** Parses one clause into steps. Politeness has been removed and quotes are masked. */
import { WANT_PHRASES } from '../lexicon/polite.js';
import { anyOf } from '../text.js';
import { createQuestion } from './asking.js';
import { readAmounts } from './amounts.js';
import { readByVerb } from './by-verb.js';
import { readOnlyThose, readTicks } from './choices.js';
import { matchVerb, unmask } from './clauses.js';
import { readCommand, readMaking } from './commands.js';
import { readGesture } from './gestures.js';
import { readLetter } from './letters.js';
import { readPlacesToLookThrough } from './looking.js';
import { readLeadingPlace, addPlaceToStep } from './leading-place.js';
import { matchCopiedInto, matchMenuPath, reword } from './rewording.js';
import { readSetting } from './setting.js';
import { click, type Step, type Quotes } from './steps.js';
import { readTabs } from './tabs.js';
import { readMeant } from './meant.js';
import { readTarget } from './target.js';

/** "write an email to Bob", "send a message saying …": these fill in a form; they are neither a value nor a button. */
const LETTER =
  /^(?:write|send|compose|draft|post|leave) (?:me )?((?:an?|the) (?:new )?(?:email|e-mail|mail|message|letter|text|note|comment|review|reply) (?:to|with|saying|that says|about|titled|called)\b.+)$/iu;

const wants = new RegExp(`^(?:${anyOf(WANT_PHRASES)})\\s+`, 'iu');

/** "In which city does she live?" */
const ASKS_WHERE =
  /^(?:in|at|on|from|to|for|by|with|of|under|since|until) (?:which|what|whose|whom|how many)\b.* (?:do|does|did|is|are|was|were|has|have|can|will)\b/iu;

/** Requests to change nothing. */
const NOTHING =
  /^(?:select|choose|pick|tick|check|click|mark) (?:nothing|none of (?:them|these|the \p{L}+)|no (?:options?|boxes|checkboxes|items?))$/iu;

/** The steps of one clause. */
export function readClause(text: string, quotes: Quotes): Step[] {
  if (ASKS_WHERE.test(text)) return [createQuestion(text, quotes)];
  const placed = readLeadingPlace(text);
  if (placed)
    return readClause(placed.rest, quotes).map((s) =>
      addPlaceToStep(s, { ...placed.place, words: unmask(placed.place.words, quotes) }),
    );
  const switched = /^(?:turn|switch|toggle|set) (?:the )?(.+?) (on|off)$/iu.exec(text);
  if (switched) return readTicks(switched[1]!, quotes, switched[2]!.toLowerCase() === 'on', 'turn');
  const path = matchMenuPath(text) ?? matchCopiedInto(text);
  if (path) return path.flatMap((part) => readClause(part, quotes));
  if (NOTHING.test(text)) return [];
  const looked = readPlacesToLookThrough(text);
  if (looked) return [{ do: 'look', through: readMeant(looked, quotes) }];
  const amounts = readAmounts(text, quotes);
  if (amounts) return amounts;
  const letter = readLetter(text, quotes);
  if (letter) return [letter];
  const other = reword(text);
  if (other !== null) return readClause(other, quotes);
  const marked = /^mark (.+) as (?:being )?(\p{L}+)$/iu.exec(text);
  if (marked) return [readCommand(text, quotes)];
  const written = LETTER.exec(text);
  if (written) return readMaking('create', 'compose', written[1]!, text, quotes);
  const paging =
    /^(?:show|display|list) (\d+|all) ((?:entries|rows|items|results|records|products|lines)(?: per page| a page| at once)?)$/iu.exec(
      text,
    );
  if (paging)
    return [
      {
        do: 'choose',
        value: paging[1]!,
        from: readTarget(paging[2]!, []),
        target: readTarget(paging[1]!, []),
      },
    ];
  const only = readOnlyThose(text, quotes);
  if (only) return [only];
  const special = readTabs(text, quotes) ?? readGesture(text, quotes);
  if (special) return [special];
  const setting = readSetting(text, quotes);
  if (setting) return setting;
  const matched = matchVerb(text);
  if (!matched) {
    const wanted = text.replace(wants, '');
    return [click('bare', readTarget(wanted, quotes))];
  }
  const { verb, rest } = matched;
  return readByVerb(verb.kind, verb.form.toLowerCase(), rest, text, quotes);
}
