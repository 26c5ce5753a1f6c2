/** Parses clauses about browser tabs: "open X in a new tab", "switch to the other tab", "close tab 2". */
import { ORDINALS } from '../lexicon/places.js';
import { toAlternation } from '../text.js';
import { unmask } from './line-text.js';
import { parseUrl } from './parse-url-and-key.js';
import { readLimitedTarget } from './target-limits.js';
import type { Quotes, Step, TabReference } from './steps.js';
import { readTarget } from './target.js';

const OPEN = 'open up|open|create|make|start|add|launch|give me';
const SHOW = 'open up|open|load|visit|go to|show me|show|follow|launch|click on|click|view|start';
const CLOSE = 'close|shut|exit|kill|get rid of';
const SWITCH = 'switch|change|go|move|return|get|jump|flip|swap';
const ORDINAL = toAlternation(Object.keys(ORDINALS));

const BLANK_TAB = new RegExp(
  `^(?:(?:${OPEN}) )?(?:a |an |another |one more )?(?:new|blank|empty|fresh|another|new blank|new empty) (?:browser )?tab$`,
  'iu',
);
const OPEN_IN_NEW_TAB = new RegExp(
  `^(?:${SHOW}) (.+?) in (?:a |an |another )?(?:new|separate|second|different|another|background) (?:browser )?tab$`,
  'iu',
);
const NEW_TAB_WITH = new RegExp(
  `^(?:${OPEN}) (?:a |another )?(?:new )?(?:browser )?tab (?:with|at|for|to|on) (?:the )?(.+)$`,
  'iu',
);
const TAB = `(?:the |this |that |my |all |all the )?(?:(current|active|open|other|others|next|previous|original|old|new|${ORDINAL}) )?(?:browser )?tabs?(?: (?:number |no\\. ?|#)?(\\d+))?`;
const CLOSE_TAB = new RegExp(`^(?:${CLOSE}) ${TAB}$`, 'iu');
const SWITCH_TO_TAB = new RegExp(`^(?:${SWITCH})(?: back| over)? to ${TAB}$`, 'iu');
const SWAP_TABS = /^(?:switch|change|swap|flip) tabs?$/iu;
const ADJACENT_TAB = /^(?:(?:go to |switch to )?(?:the )?)(next|previous) (?:browser )?tab$/iu;

function parseTabReference(
  word: string | undefined,
  number: string | undefined,
  isPlural: boolean,
): TabReference {
  if (number !== undefined) return { nth: Number(number) };
  const phrase = word?.toLowerCase();
  if (phrase === undefined || phrase === 'current' || phrase === 'active' || phrase === 'open') return 'this';
  if (phrase === 'other' || phrase === 'others') return isPlural ? 'others' : 'other';
  if (phrase === 'next' || phrase === 'previous') return phrase;
  if (phrase === 'original' || phrase === 'old') return { nth: 1 };
  return { nth: phrase === 'new' ? -1 : ORDINALS[phrase]! };
}

/** Returns the step of a clause about tabs; null for other clauses. */
export function readTabs(text: string, quotes: Quotes): Step | null {
  if (BLANK_TAB.test(text)) return { do: 'tab', way: 'open', url: null, target: null };
  const openMatch = OPEN_IN_NEW_TAB.exec(text) ?? NEW_TAB_WITH.exec(text);
  if (openMatch) {
    const url = parseUrl(unmask(openMatch[1]!, quotes));
    const phrase = unmask(openMatch[1]!, quotes);
    return url === null
      ? { do: 'tab', way: 'open', url, target: readLimitedTarget(openMatch[1]!, quotes) }
      : { do: 'tab', way: 'open', url, originalText: phrase, target: null };
  }
  const closeMatch = CLOSE_TAB.exec(text);
  if (closeMatch) {
    const tab = parseTabReference(closeMatch[1], closeMatch[2], /\btabs$/iu.test(text));
    // "close all tabs" would end the session, so it is not supported.
    if (tab === 'this' && /\btabs$/iu.test(text)) return null;
    return { do: 'tab', way: 'close', which: tab, target: readTarget(text, quotes) };
  }
  const match = SWITCH_TO_TAB.exec(text);
  const switchMatch = match ?? ADJACENT_TAB.exec(text);
  if (switchMatch) {
    const tab = parseTabReference(switchMatch[1], switchMatch[2], false);
    if (tab === 'this') return null;
    const name = text.replace(new RegExp(`^(?:${SWITCH})(?: back| over)? to `, 'iu'), '');
    return { do: 'tab', way: 'switch', which: tab, target: readTarget(name, quotes) };
  }
  return SWAP_TABS.test(text)
    ? { do: 'tab', way: 'switch', which: 'other', target: readTarget('other tab', []) }
    : null;
}
