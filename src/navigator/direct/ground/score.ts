/** Scores how well a candidate matches a reading: name, kind and place. */
import type { Candidate } from '../../../contract/index.js';
import type { Reading, Target } from '../language/steps.js';
import { GENERIC_NOUNS } from '../lexicon/roles.js';
import { agreement, fold } from '../text.js';
import { isField, isSelect, isTickable, scoreKind } from './kinds.js';
import { listNamings } from './names.js';
import { scorePlace } from './places.js';
import type { View } from './view.js';

/** Minimum agreement for acting on a candidate. */
export const ACCEPT = 0.74;
/** From this score on, the phrase counts as the full name. */
export const STRONG = 0.86;
/** Candidates within this distance of the best count as having the same name. */
export const BAND = 0.06;

export interface Scored {
  candidate: Candidate;
  score: number;
  reading: Reading;
}

export interface Wanted {
  target: Target;
  /** 0 excludes a candidate; less than 1 makes it a second choice. */
  suits: (c: Candidate) => number;
  asField?: boolean;
  /** Elements that were tried before. */
  not?: ReadonlySet<string>;
  /** Elements that the instruction excludes. They are not counted either. */
  out?: ReadonlySet<string>;
  /** Whether any matching element will do: "any link but the first". */
  any?: boolean;
}

function nameFit(reading: Reading, c: Candidate, view: View, asField: boolean, quoted: boolean): number {
  if (!reading.phrase) return reading.role || reading.nth !== null ? 0.9 : 0;
  const near = (isField(c) || isTickable(c) || isSelect(c)) && !c.name ? findTextBeside(c, view) : '';
  let best = 0;
  for (const { text, weight } of listNamings(c, near)) {
    const fit = agreement(reading.phrase, text, asField);
    if (fit.coverage < (quoted ? 0.9 : 0.5)) continue;
    // Missing words count twice: "Export CSV" is not "Export PDF".
    const score =
      fit.score *
      weight *
      (fit.coverage >= 0.84 ? 1 : fit.coverage >= 0.69 ? Math.sqrt(fit.coverage) : fit.coverage);
    if (score > best) best = score;
  }
  return best;
}

/**
 * Scores phrases such as "the lamp node" and "the Basic card": a name, followed by a word for its kind that occurs
 * literally in the markup. The rest of the phrase must be the whole name.
 */
function kindNameFit(reading: Reading, c: Candidate, view: View, asField: boolean): number {
  const split = /^(.+) (\p{Ll}{3,})$/u.exec(reading.phrase);
  if (!split || reading.nth !== null || !isOneOf(c, split[2]!, view)) return 0;
  const score = nameFit({ ...reading, phrase: split[1]! }, c, view, asField, true);
  return score >= 0.85 ? score * 0.95 : 0;
}

/** Whether one of its classes (or a folded element's) ends with the word, or its container is one. */
const isOneOf = (c: Candidate, word: string, view: View): boolean =>
  [c.attributes, ...c.folded.map((a) => a.attributes)].some((a) => endsWith(a.class, word)) ||
  (CONTAINER_WORDS.has(word) &&
    view
      .ancestors(c)
      .slice(0, 6)
      .some(({ attributes: a }) => endsWith(a.id, word) || endsWith(a.class, word)));

const CONTAINER_WORDS = new Set(['sidebar', 'panel', 'pane', 'toolbar', 'drawer', 'palette', 'view']);
const endsWith = (identifiers: string | undefined, word: string): boolean =>
  (identifiers ?? '').split(/\s+/u).some((token) => token.split(/[-_]+/u).at(-1)?.toLowerCase() === word);

/** Returns the text next to a control without a name. */
export function findTextBeside(c: Candidate, view: View): string {
  // A label without an association to its field directly precedes the field or the box around it.
  for (const at of [c, ...view.ancestors(c).slice(0, 2)]) {
    if (at !== c && at.text !== '' && at.text.length <= 60 && holdsOnly(at, c, view)) return at.text;
    const before = view.before(at);
    if (before && before.text.length <= 60 && !isField(before) && !isSelect(before)) return before.text;
  }
  const near = view.ancestors(c).find((a) => a.text.length > 0);
  return near && near.text.length <= 80 ? near.text : '';
}

/** A link in a row of tabs is a tab, whatever its role. */
const inTabs = (c: Candidate, view: View): boolean =>
  view
    .ancestors(c)
    .slice(0, 3)
    .some((a) => a.role === 'tablist' || /(?:^|[\s_-])tabs?(?:$|[\s_-])/iu.test(a.attributes.class ?? ''));

/** Whether the box contains no other control that its text could describe. */
const holdsOnly = (box: Candidate, c: Candidate, view: View): boolean =>
  !view.candidates.some(
    (o) =>
      o.uid !== c.uid &&
      (o.interactive || isField(o)) &&
      o.tag !== 'label' &&
      view.ancestors(o).includes(box),
  );

/** A generic noun is not a name if it is only part of the element's text: "Go to the list of files". */
const KIND_ALONE: ReadonlySet<string> = new Set(GENERIC_NOUNS);
const isCalled = (word: string, c: Candidate): boolean =>
  listNamings(c).some(({ text }) => agreement(word, text).precision >= 0.5);

export function scoreCandidate(
  reading: Reading,
  c: Candidate,
  suit: number,
  view: View,
  wanted: Wanted,
): number {
  const asField = wanted.asField === true;
  const { quoted } = wanted.target;
  let score = Math.max(
    nameFit(reading, c, view, asField, quoted),
    quoted ? 0 : kindNameFit(reading, c, view, asField),
  );
  if (score === 0) return 0;
  if (reading.place && KIND_ALONE.has(fold(reading.phrase)) && !isCalled(reading.phrase, c)) return 0;
  // Elements without any sign of being clickable must match exactly.
  if (!c.interactive && suit <= 0.8 && score < 0.93) return 0;
  score *= suit * reading.prior;
  if (reading.role) score *= reading.role === 'tab' && inTabs(c, view) ? 1 : scoreKind(c, reading.role);
  if (c.states.disabled) score *= 0.985;
  if (reading.place && score > 0.3) {
    const fit = scorePlace(c, reading.place, view);
    score *= fit >= 0.5 ? 0.6 + 0.4 * fit : 0.5;
  }
  return score;
}
