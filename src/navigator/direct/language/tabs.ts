/** Parses clauses about browser tabs: "open X in a new tab", "switch to the other tab", "close tab 2". */
import { ORDINALS } from '../lexicon/places.js';
import { anyOf } from '../text.js';
import { unmask } from './clauses.js';
import { parseUrl } from './places-to-go.js';
import { readMeant } from './meant.js';
import type { Quotes, Step, WhichTab } from './steps.js';
import { readTarget } from './target.js';

const OPEN = 'open up|open|create|make|start|add|launch|give me';
const SHOW = 'open up|open|load|visit|go to|show me|show|follow|launch|click on|click|view|start';
const CLOSE = 'close|shut|exit|kill|get rid of';
const SWITCH = 'switch|change|go|move|return|get|jump|flip|swap';
const ORDER = anyOf(Object.keys(ORDINALS));

const blank = new RegExp(
  `^(?:(?:${OPEN}) )?(?:a |an |another |one more )?(?:new|blank|empty|fresh|another|new blank|new empty) (?:browser )?tab$`,
  'iu',
);
const inNew = new RegExp(
  `^(?:${SHOW}) (.+?) in (?:a |an |another )?(?:new|separate|second|different|another|background) (?:browser )?tab$`,
  'iu',
);
const newWith = new RegExp(
  `^(?:${OPEN}) (?:a |another )?(?:new )?(?:browser )?tab (?:with|at|for|to|on) (?:the )?(.+)$`,
  'iu',
);
const which = `(?:the |this |that |my |all |all the )?(?:(current|active|open|other|others|next|previous|original|old|new|${ORDER}) )?(?:browser )?tabs?(?: (?:number |no\\. ?|#)?(\\d+))?`;
const close = new RegExp(`^(?:${CLOSE}) ${which}$`, 'iu');
const toTab = new RegExp(`^(?:${SWITCH})(?: back| over)? to ${which}$`, 'iu');
const swap = /^(?:switch|change|swap|flip) tabs?$/iu;
const tabStep = /^(?:(?:go to |switch to )?(?:the )?)(next|previous) (?:browser )?tab$/iu;

function whichOf(word: string | undefined, number: string | undefined, many: boolean): WhichTab {
  if (number !== undefined) return { nth: Number(number) };
  const phrase = word?.toLowerCase();
  if (phrase === undefined || phrase === 'current' || phrase === 'active' || phrase === 'open') return 'this';
  if (phrase === 'other' || phrase === 'others') return many ? 'others' : 'other';
  if (phrase === 'next' || phrase === 'previous') return phrase;
  if (phrase === 'original' || phrase === 'old') return { nth: 1 };
  return { nth: phrase === 'new' ? -1 : ORDINALS[phrase]! };
}

/** Returns the step of a clause about tabs; null for other clauses. */
export function readTabs(text: string, quotes: Quotes): Step | null {
  if (blank.test(text)) return { do: 'tab', way: 'open', url: null, target: null };
  const opened = inNew.exec(text) ?? newWith.exec(text);
  if (opened) {
    const url = parseUrl(unmask(opened[1]!, quotes));
    const phrase = unmask(opened[1]!, quotes);
    return url === null
      ? { do: 'tab', way: 'open', url, target: readMeant(opened[1]!, quotes) }
      : { do: 'tab', way: 'open', url, said: phrase, target: null };
  }
  const closed = close.exec(text);
  if (closed) {
    const tab = whichOf(closed[1], closed[2], /\btabs$/iu.test(text));
    // "close all tabs" would end the session, so it is not supported.
    if (tab === 'this' && /\btabs$/iu.test(text)) return null;
    return { do: 'tab', way: 'close', which: tab, target: readTarget(text, quotes) };
  }
  const match = toTab.exec(text);
  const moved = match ?? tabStep.exec(text);
  if (moved) {
    const tab = whichOf(moved[1], moved[2], false);
    if (tab === 'this') return null;
    const name = text.replace(new RegExp(`^(?:${SWITCH})(?: back| over)? to `, 'iu'), '');
    return { do: 'tab', way: 'switch', which: tab, target: readTarget(name, quotes) };
  }
  return swap.test(text)
    ? { do: 'tab', way: 'switch', which: 'other', target: readTarget('other tab', []) }
    : null;
}
