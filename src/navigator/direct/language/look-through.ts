/** Parses where to look for an element: "go through the tabs to find and click X". */

const LOOK_VERBS =
  'go through|look through|look in|look inside|look behind|look under|browse through|browse|flip through|page through|click through|navigate through|search through|switch between|switch through|cycle through|try|expand|unfold|open|check|explore|walk through|use';
const PLACE_NOUNS =
  '(?:(?:\\p{L}+ )?(?:tabs?|sections?|folders?|trees?|menus?|pages?|panels?|submenus?|accordions?|drawers?|headings|entries|groups|categories))';
const TO_FIND = '(?:to|so as to|in order to|until you|till you)';
const LOOK_TO_FIND = new RegExp(
  `^(?:${LOOK_VERBS}) ((?:the |all |each |every |all the |each of the |these |those )*${PLACE_NOUNS}(?: (?:below|above|here))?),? ${TO_FIND} (?:find|locate|look for|see|get to|discover|reach)(?:,? (?:and|then|and then) | )(.+)$`,
  'iu',
);
const LOOK_THROUGH = new RegExp(
  `^(?:go through|look through|browse through|flip through|page through|click through|navigate through|search through|switch between|switch through|cycle through|explore|walk through) ((?:the |all |these |those )*${PLACE_NOUNS}(?: (?:below|above|here))?)$`,
  'iu',
);
const INSTRUCTION_VERB = /^(?:click|open|press|tap|select|choose|hit|pick|follow)\b/iu;

const LOOK_FOR = new RegExp(
  `^(?:go|look|browse|search|click|page|flip) (?:through|in|inside|behind) ((?:the |all |each |every |these |those )*${PLACE_NOUNS}) for (.+)$`,
  'iu',
);

/** Rewrites a masked line so that the places come first: "look through the tabs. click X". */
export function movePlacesToStart(text: string): string {
  const m = LOOK_TO_FIND.exec(text) ?? LOOK_FOR.exec(text);
  if (!m) return text;
  return `look through ${m[1]!}. ${INSTRUCTION_VERB.test(m[2]!) ? m[2]! : `open ${m[2]!}`}`;
}

/** Returns the places that a clause asks to look through; null for any other clause. */
export const readPlacesToSearch = (clause: string): string | null =>
  LOOK_THROUGH.exec(clause)?.[1]!.replace(/ (?:below|above|here)$/iu, '') ?? null;
