/**
 * Decides whether a query ends with a place: "search for lamps in the catalogue". "The catalogue" is a place if a part
 * of the page with a field has that name (label, heading or identifiers), or if there is a tab with that name.
 */
import type { Candidate } from '../../../contract/index.js';
import { ground } from '../ground/ground.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import type { View } from '../ground/view.js';
import { createTarget } from '../language/target.js';
import { tokenizeContent, fold, splitIdentifier } from '../text.js';

export interface SearchPlace {
  query: string;
  /** The field in the place, or else the tab that opens the place. */
  field: Candidate | null;
  opener: Candidate | null;
}

const QUERY_IN_PLACE = /^(.+?)\s+(?:in|on|inside|within|under)\s+(?:the|this|that|my|its)\s+(.+)$/iu;
const PLACE_KIND_SUFFIX =
  /\s+(?:tab|panel|pane|section|sidebar|side bar|area|box|list|dialog|window|view|menu|field|bar|drawer|tray)$/iu;
/** A container that covers a larger share of the viewport is the page itself, not a part of it. */
const MAX_PART_SHARE = 0.6;
const MAX_DEPTH = 12;

interface NamedMarkup {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** Whether the element's name or identifiers contain all the words. */
function matchesWords({ name, attributes: a }: NamedMarkup, words: readonly string[]): boolean {
  const phrase = `${name.length <= 60 ? name : ''} ${a['aria-label'] ?? ''} ${splitIdentifier(`${a.id ?? ''} ${a.class ?? ''}`)}`;
  const markupWords = new Set(fold(phrase).split(/[^\p{L}\p{N}]+/u));
  return words.every((word) => markupWords.has(word));
}

function isPagePart(c: Candidate, { observation: { viewport } }: View): boolean {
  const width = Math.min(c.box.width, viewport.width);
  const height = Math.min(c.box.height, viewport.height);
  return width * height <= MAX_PART_SHARE * viewport.width * viewport.height;
}

/** Returns how many levels above the field the part with that name is; null if there is none. */
function findPartDepth(field: Candidate, words: readonly string[], view: View): number | null {
  const surroundings = [field, ...view.getAncestors(field).slice(0, MAX_DEPTH)].filter((c) =>
    isPagePart(c, view),
  );
  const depth = surroundings.findIndex((c) =>
    [c, ...c.folded].some((element) => matchesWords(element, words)),
  );
  if (depth >= 0) return depth;
  return words.every((word) => tokenizeContent(field.section).includes(word)) ? MAX_DEPTH : null;
}

/** Returns null if the page has no such place. The whole phrase is then the query. */
export function findSearchPlace(phrase: string, view: View): SearchPlace | null {
  const match = QUERY_IN_PLACE.exec(phrase);
  if (!match) return null;
  const [, query, place] = match as unknown as [string, string, string];
  const placeName = place.replace(PLACE_KIND_SUFFIX, '');
  const words = tokenizeContent(placeName);
  if (words.length === 0 || words.length > 3) return null;
  const editableFields = view.candidates.filter(
    (c) => c.visible && isField(c) && !c.states.disabled && !c.states.readonly,
  );
  const fieldsInPlace = editableFields
    .map((field) => ({ field, depth: findPartDepth(field, words, view) }))
    .filter((entry): entry is { field: Candidate; depth: number } => entry.depth !== null)
    .sort(
      (a, b) =>
        Number(isSearchField(b.field)) - Number(isSearchField(a.field)) ||
        Number(a.field.behindModal ?? false) - Number(b.field.behindModal ?? false) ||
        a.depth - b.depth,
    );
  const scoreTab = (c: Candidate): number =>
    c.visible && c.interactive && (c.role === 'tab' || looksLikeTab(c)) && c.states.selected !== true ? 1 : 0;
  const grounding = ground({ target: createTarget(placeName), scoreSuitability: scoreTab }, view);
  const opener =
    grounding.kind === 'one' && grounding.hit.score >= MIN_FULL_NAME_SCORE && !isOpen(grounding.hit.candidate)
      ? grounding.hit.candidate
      : null;
  if (opener && !fieldsInPlace.some(({ depth }) => depth < MAX_DEPTH)) return { query, field: null, opener };
  return fieldsInPlace[0] ? { query, field: fieldsInPlace[0].field, opener: null } : null;
}

const joinClassNames = (c: Candidate): string =>
  [c.attributes, ...c.folded.map((a) => a.attributes)].map((a) => a.class ?? '').join(' ');
const looksLikeTab = (c: Candidate): boolean => /(?:^|[\s_-])tabs?(?:$|[\s_-])/iu.test(joinClassNames(c));
const isOpen = (c: Candidate): boolean =>
  c.states.selected === true || /(?:^|\s)(?:active|selected|current)(?:\s|$)/iu.test(joinClassNames(c));
