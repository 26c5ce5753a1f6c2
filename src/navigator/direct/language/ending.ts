/** Parses requests to end something that lasts: "stop watching", "stop following this project". */
import { ENDING_VERBS } from '../lexicon/verbs.js';
import { toAlternation } from '../text.js';
import type { Quotes, Step, Target } from './steps.js';
import { createNamedCommand } from './commands.js';
import { addPlaceToTarget, removeArticle, readTarget } from './target.js';

const ENDING = new RegExp(
  `^(?:${toAlternation(ENDING_VERBS)}) (?<gerund>\\p{L}{2,}ing)(?: (?<object>\\S.*))?$`,
  'iu',
);
/** "Stop the video" presses a button “Stop”. */
const ENDED_THING = /^stop (?<thing>(?:the|this|that|my|our) \S.*)$/iu;
/** Objects that mean the open page. */
const OPEN_PAGE = /^(?:it|this|that|here|(?:this|that|the) \p{L}+)$/iu;

/** Removes "-ing" and a doubled consonant before it: "watching" becomes "watch". Does not restore a final "e". */
const removeSuffix = (gerund: string): string =>
  gerund.replace(/(?:(?<double>[bdgmnprt])\k<double>)?ing$/iu, '$1');

/**
 * Returns the step that ends something; null for other clauses. The page may have a toggle “Watching” or a button “Stop
 * watching” or “Unwatch”.
 */
export function readEnding(text: string, quotes: Quotes): Step | null {
  const { gerund, object } = ENDING.exec(text)?.groups ?? {};
  if (!gerund) {
    const thing = ENDED_THING.exec(text)?.groups?.thing;
    if (!thing) return null;
    return OPEN_PAGE.test(thing)
      ? { do: 'click', kind: 'command', target: readTarget('stop', quotes) }
      : createNamedCommand('stop', thing, quotes);
  }
  const names = [gerund, `stop ${gerund}`, `un${removeSuffix(gerund)}`];
  const [first, ...rest] = names.map((phrase, i) => ({
    phrase,
    role: null,
    nth: null,
    place: null,
    prior: 1 - i * 0.01,
  }));
  const target: Target = { ...readTarget(gerund, quotes), interpretations: [first!, ...rest] };
  return {
    do: 'tick',
    newState: false,
    target:
      object && !OPEN_PAGE.test(object)
        ? addPlaceToTarget(target, { relation: 'for', words: removeArticle(object) })
        : target,
    verb: 'stop',
  };
}
