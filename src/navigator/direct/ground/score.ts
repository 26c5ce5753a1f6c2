/** Scores how well a candidate matches one interpretation of a target phrase, by name, kind and place. */
import type { Candidate } from '../../../contract/index.js';
import type { Interpretation, Target } from '../language/steps.js';
import { GENERIC_NOUNS } from '../lexicon/roles.js';
import { scoreAgreement, fold } from '../text.js';
import { isField, isSelect, isTickable, scoreKind } from './kinds.js';
import { listWeightedNames } from './names.js';
import { scorePlace } from './places.js';
import type { View } from './view.js';

/** Minimum agreement for acting on a candidate. */
export const MIN_ACCEPTED_SCORE = 0.74;
/** At or above this score, the phrase counts as the full name. */
export const MIN_FULL_NAME_SCORE = 0.86;
/** Candidates whose score is at most this much below the best count as having the same name. */
export const NAME_TIE_MARGIN = 0.06;

export interface ScoredCandidate {
  candidate: Candidate;
  score: number;
  interpretation: Interpretation;
}

export interface GroundingRequest {
  target: Target;
  /** 0 excludes a candidate; less than 1 makes it a second choice. */
  scoreSuitability: (c: Candidate) => number;
  /** Whether the target is the name of a field, so that synonyms of field names match. */
  asField?: boolean;
  /** Elements that were already tried. */
  triedUids?: ReadonlySet<string>;
  /** Elements that the instruction excludes. Ordinals do not count them. */
  excludedUids?: ReadonlySet<string>;
  /** Whether any matching element will do: "any link but the first". */
  acceptsAny?: boolean;
}

function scoreName(
  interpretation: Interpretation,
  c: Candidate,
  view: View,
  asField: boolean,
  quoted: boolean,
): number {
  if (!interpretation.phrase) return interpretation.role || interpretation.nth !== null ? 0.9 : 0;
  const nearbyText = (isField(c) || isTickable(c) || isSelect(c)) && !c.name ? findTextBeside(c, view) : '';
  let best = 0;
  for (const { text, weight } of listWeightedNames(c, nearbyText)) {
    const fit = scoreAgreement(interpretation.phrase, text, asField);
    if (fit.coverage < (quoted ? 0.9 : 0.5)) continue;
    // Missing words lower the score twice: "Export CSV" is not "Export PDF".
    const score =
      fit.score *
      weight *
      (fit.coverage >= 0.84 ? 1 : fit.coverage >= 0.69 ? Math.sqrt(fit.coverage) : fit.coverage);
    if (score > best) best = score;
  }
  return best;
}

/**
 * Scores phrases such as "the lamp node" and "the Basic card": a name, followed by a word for the kind of element that
 * is also the last part of a class name in the markup. The rest of the phrase must be the whole name.
 */
function scoreNameWithKind(
  interpretation: Interpretation,
  c: Candidate,
  view: View,
  asField: boolean,
): number {
  const match = /^(.+) (\p{Ll}{3,})$/u.exec(interpretation.phrase);
  if (!match || interpretation.nth !== null || !hasKindWord(c, match[2]!, view)) return 0;
  const score = scoreName({ ...interpretation, phrase: match[1]! }, c, view, asField, true);
  return score >= 0.85 ? score * 0.95 : 0;
}

/** Whether a class of the element ends with the word. For container words, also classes and ids of its ancestors. */
const hasKindWord = (c: Candidate, word: string, view: View): boolean =>
  [c.attributes, ...c.folded.map((a) => a.attributes)].some((a) => endsWithWord(a.class, word)) ||
  (CONTAINER_WORDS.has(word) &&
    view
      .getAncestors(c)
      .slice(0, 6)
      .some(({ attributes: a }) => endsWithWord(a.id, word) || endsWithWord(a.class, word)));

const CONTAINER_WORDS = new Set(['sidebar', 'panel', 'pane', 'toolbar', 'drawer', 'palette', 'view']);
const endsWithWord = (identifiers: string | undefined, word: string): boolean =>
  (identifiers ?? '').split(/\s+/u).some((token) => token.split(/[-_]+/u).at(-1)?.toLowerCase() === word);

/** Returns the text next to a control without a name. */
export function findTextBeside(c: Candidate, view: View): string {
  // A label without a link to its field comes immediately before the field, or before the element around the field.
  for (const element of [c, ...view.getAncestors(c).slice(0, 2)]) {
    if (
      element !== c &&
      element.text !== '' &&
      element.text.length <= 60 &&
      isOnlyControlIn(element, c, view)
    )
      return element.text;
    const previous = view.getPreviousTextSibling(element);
    if (previous && previous.text.length <= 60 && !isField(previous) && !isSelect(previous))
      return previous.text;
  }
  const container = view.getAncestors(c).find((a) => a.text.length > 0);
  return container && container.text.length <= 80 ? container.text : '';
}

/** Whether an element is in a row of tabs, so that a link counts as a tab. */
const isInTabList = (c: Candidate, view: View): boolean =>
  view
    .getAncestors(c)
    .slice(0, 3)
    .some((a) => a.role === 'tablist' || /(?:^|[\s_-])tabs?(?:$|[\s_-])/iu.test(a.attributes.class ?? ''));

/** Whether the container has no other control that its text could describe. */
const isOnlyControlIn = (container: Candidate, c: Candidate, view: View): boolean =>
  !view.candidates.some(
    (o) =>
      o.uid !== c.uid &&
      (o.interactive || isField(o)) &&
      o.tag !== 'label' &&
      view.getAncestors(o).includes(container),
  );

/** In "go to the list of files", “list” must be a large part of the element's name, not just a word in its text. */
const genericNouns: ReadonlySet<string> = new Set(GENERIC_NOUNS);
const isNamed = (word: string, c: Candidate): boolean =>
  listWeightedNames(c).some(({ text }) => scoreAgreement(word, text).precision >= 0.5);

export function scoreCandidate(
  interpretation: Interpretation,
  c: Candidate,
  suitability: number,
  view: View,
  request: GroundingRequest,
): number {
  const asField = request.asField === true;
  const { quoted } = request.target;
  let score = Math.max(
    scoreName(interpretation, c, view, asField, quoted),
    quoted ? 0 : scoreNameWithKind(interpretation, c, view, asField),
  );
  if (score === 0) return 0;
  if (
    interpretation.place &&
    genericNouns.has(fold(interpretation.phrase)) &&
    !isNamed(interpretation.phrase, c)
  )
    return 0;
  // Elements without any sign of being clickable must match exactly.
  if (!c.interactive && suitability <= 0.8 && score < 0.93) return 0;
  score *= suitability * interpretation.prior;
  if (interpretation.role)
    score *= interpretation.role === 'tab' && isInTabList(c, view) ? 1 : scoreKind(c, interpretation.role);
  if (c.states.disabled) score *= 0.985;
  if (interpretation.place && score > 0.3) {
    const fit = scorePlace(c, interpretation.place, view);
    score *= fit >= 0.5 ? 0.6 + 0.4 * fit : 0.5;
  }
  return score;
}
