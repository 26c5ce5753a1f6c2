/** Handles a target that matches nothing: turns list pages, asks about close matches, or reports the failure. */
import { describe, describeDistinctly } from '../ground/describe.js';
import { opensList } from '../ground/kinds.js';
import { isNamedByIcon, getName } from '../ground/names.js';
import type { ScoredCandidate, GroundingRequest } from '../ground/score.js';
import type { View } from '../ground/view.js';
import type { Candidate } from '../../../contract/index.js';
import { ASK_PROBABILITY, TWO_CHOICES_PROBABILITY, type Resolution } from '../../../reference/index.js';
import { roleByWord } from '../language/drafts.js';
import type { Target } from '../language/steps.js';
import { scoreAgreement } from '../text.js';
import { addNamesakes, offerOptions, appendPlace } from './offer-options.js';
import { openListedAnswerFirst } from './edit-row.js';
import { turnListPage } from './paging.js';
import { closeUnhelpfulElements } from './reveal.js';
import { formatList, formatNothingFound, formatWhichQuestion, quoteWords } from './messages.js';
import { failNotFound, type Context, type Move } from './types.js';

/** Minimum score for offering a candidate in a question. */
export const MIN_SUGGESTED_SCORE = 0.54;

/** The target to find, and what to try or offer if nothing matches. */
export interface TargetQuery {
  target: Target;
  scoreSuitability: (c: Candidate) => number;
  /** Phrase for the kind of element in a failure message ("a field called"). */
  notFoundPrefix?: string;
  /** Whether the target may be on another page of a list. */
  allowsPaging?: boolean;
  /** Which candidates may be offered in a question if nothing matches. */
  canOffer?: (c: Candidate) => boolean;
  /** Called before asking, after every element that may hide the target was opened. */
  beforeAsking?: () => Move | null;
}

/** Roles of landmarks and containers. Nobody means to click those. */
const CONTAINER_ROLES: ReadonlySet<string> = new Set(
  'main navigation banner contentinfo complementary region search form table rowgroup list menu menubar tablist tabpanel toolbar dialog'.split(
    ' ',
  ),
);

/** Whether the element is the description of a field, such as the hint below its label. */
const isDescription = ({ attributes, interactive }: Candidate, { candidates }: View): boolean =>
  !interactive &&
  attributes.id !== undefined &&
  candidates.some((c) => (c.attributes['aria-describedby'] ?? '').split(' ').includes(attributes.id!));

const listProbableCandidates = ({ candidate, probability, rival }: Resolution): Candidate[] =>
  probability >= ASK_PROBABILITY
    ? [candidate]
    : probability >= TWO_CHOICES_PROBABILITY && rival
      ? [candidate, rival]
      : [];

/**
 * Returns the words that distinguish one item from others of its kind: "invoices" for "table invoices", "toilet" for
 * "the ticket about the toilet", so that the link “New ticket” does not match. Null if the phrase does not have this
 * form.
 */
function extractDistinguishingName(phrase: string): string | null {
  const aboutMatch =
    /^(?:\p{L}+ )?\p{L}+ (?:about|called|named|titled|regarding) (?:the |an? )?(.{3,})$/iu.exec(phrase);
  if (aboutMatch) return aboutMatch[1]!;
  const [, kind, name] = /^(\p{Ll}+) (\S.*)$/u.exec(phrase) ?? [];
  return kind && name && roleByWord.has(kind) ? name : null;
}

export const handleNoMatch = (
  query: TargetQuery,
  request: GroundingRequest,
  closest: readonly ScoredCandidate[],
  resolution: Resolution | null,
  ctx: Context,
): Move => closeUnhelpfulElements(decideWithoutMatch(query, request, closest, resolution, ctx), ctx);

function decideWithoutMatch(
  query: TargetQuery,
  request: GroundingRequest,
  closest: readonly ScoredCandidate[],
  resolution: Resolution | null,
  ctx: Context,
): Move {
  const { run, view, memory } = ctx;
  const answerMove = openListedAnswerFirst(ctx);
  if (answerMove) return answerMove;
  const phrase = query.target.text;
  const distinguishingName = extractDistinguishingName(phrase);
  const isPossible = (c: Candidate): boolean =>
    !CONTAINER_ROLES.has(c.role) &&
    !isDescription(c, view) &&
    (distinguishingName === null ||
      scoreAgreement(distinguishingName, `${c.name} ${c.text} ${c.section}`).coverage > 0);
  const closeMatch = closest.find(({ candidate }) => isPossible(candidate));
  const hasOrdinal = query.target.interpretations[0].nth !== null;
  const pageMove =
    query.allowsPaging && (hasOrdinal || (closeMatch?.score ?? 0) < MIN_SUGGESTED_SCORE)
      ? turnListPage(request, ctx)
      : null;
  if (pageMove) return pageMove;
  const moveBeforeAsking = query.beforeAsking?.();
  if (moveBeforeAsking) return moveBeforeAsking;
  if (closeMatch && closeMatch.score >= MIN_SUGGESTED_SCORE && run.askedValueKey === null) {
    const suggestions = addNamesakes(
      closest
        .filter((c) => c.score >= MIN_SUGGESTED_SCORE && isPossible(c.candidate))
        .map((s) => s.candidate),
      query.scoreSuitability,
      view,
    );
    const descriptions = describeDistinctly(suggestions, view);
    const text =
      suggestions.length === 1
        ? `I can't find ${quoteWords(phrase)} here. Do you mean ${descriptions[0]}?`
        : formatWhichQuestion(phrase, descriptions);
    return offerOptions(text, suggestions, descriptions);
  }
  const probableCandidates = (resolution ? listProbableCandidates(resolution) : []).filter(
    (c) => isPossible(c) && query.scoreSuitability(c) > 0 && (query.canOffer?.(c) ?? true),
  );
  if (probableCandidates.length > 0) {
    const descriptions = describeDistinctly(probableCandidates, view);
    return {
      kind: 'ask',
      text:
        probableCandidates.length === 1
          ? `I can't find ${quoteWords(phrase)} here. Do you mean ${descriptions[0]}?`
          : `I can't find ${quoteWords(phrase)} here. Do you mean ${descriptions.join(' or ')}?`,
      openQuestion: {
        kind: 'which',
        options: probableCandidates.map((c, i) => ({
          uid: c.uid,
          name: getName(c),
          description: descriptions[i]!,
        })),
      },
    };
  }
  const openedElements = [...run.revealedUids]
    .map((uid) => view.byUid.get(uid))
    .filter((c) => c !== undefined);
  memory.unhelpfulMenuUids = openedElements
    .filter((c) => opensList(c) || isNamedByIcon(c))
    .map(({ uid }) => uid);
  const openedNote = openedElements.length
    ? ` I also looked behind ${formatList(openedElements.map((c) => describe(c)))}.`
    : '';
  const nextPagesPhrase = run.turnedPageCount === 1 ? 'page' : `${run.turnedPageCount} pages`;
  const pagesNote = run.turnedPageCount > 0 ? ` I also looked on the next ${nextPagesPhrase}.` : '';
  return failNotFound(
    formatNothingFound(
      appendPlace(query.target),
      closest.map((s) => s.candidate),
      query.notFoundPrefix ?? 'anything called',
    ) +
      openedNote +
      pagesNote,
  );
}
