/**
 * "search for lamps in the catalogue": the page decides whether the end is a place. It is if a part of the page with a
 * field has that name (label, heading or identifiers), or if a tab with that name leads there.
 */
import type { Candidate } from '../../../contract/index.js';
import { ground } from '../ground/ground.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import type { View } from '../ground/view.js';
import { createTarget } from '../language/target.js';
import { contentTokens, fold, splitIdentifier } from '../text.js';

export interface SearchPlace {
  query: string;
  /** The field there, or the control that opens the place. */
  field: Candidate | null;
  opener: Candidate | null;
}

const IN = /^(.+?)\s+(?:in|on|inside|within|under)\s+(?:the|this|that|my|its)\s+(.+)$/iu;
const KIND =
  /\s+(?:tab|panel|pane|section|sidebar|side bar|area|box|list|dialog|window|view|menu|field|bar|drawer|tray)$/iu;
/** A larger share of the page is not a part but the page itself. */
const PART = 0.6;
const DEEP = 12;

interface Marked {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** Whether its name or identifiers match the words. */
function calledSo({ name, attributes: a }: Marked, words: readonly string[]): boolean {
  const phrase = `${name.length <= 60 ? name : ''} ${a['aria-label'] ?? ''} ${splitIdentifier(`${a.id ?? ''} ${a.class ?? ''}`)}`;
  const tokens = new Set(fold(phrase).split(/[^\p{L}\p{N}]+/u));
  return words.every((word) => tokens.has(word));
}

function isPart(c: Candidate, { observation: { viewport } }: View): boolean {
  const width = Math.min(c.box.width, viewport.width);
  const height = Math.min(c.box.height, viewport.height);
  return width * height <= PART * viewport.width * viewport.height;
}

/** Returns how many ancestors above the field the part with that name begins; null if there is none. */
function depthIn(field: Candidate, words: readonly string[], view: View): number | null {
  const surroundings = [field, ...view.getAncestors(field).slice(0, DEEP)].filter((c) => isPart(c, view));
  const at = surroundings.findIndex((c) => [c, ...c.folded].some((one) => calledSo(one, words)));
  if (at >= 0) return at;
  return words.every((word) => contentTokens(field.section).includes(word)) ? DEEP : null;
}

/** @returns null if the page has no such place, so that the whole text is the query */
export function findSearchPlace(phrase: string, view: View): SearchPlace | null {
  const split = IN.exec(phrase);
  if (!split) return null;
  const [, query, place] = split as unknown as [string, string, string];
  const trimmed = place.replace(KIND, '');
  const words = contentTokens(trimmed);
  if (words.length === 0 || words.length > 3) return null;
  const usable = view.candidates.filter(
    (c) => c.visible && isField(c) && !c.states.disabled && !c.states.readonly,
  );
  const there = usable
    .map((field) => ({ field, depth: depthIn(field, words, view) }))
    .filter((one): one is { field: Candidate; depth: number } => one.depth !== null)
    .sort(
      (a, b) =>
        Number(isSearchField(b.field)) - Number(isSearchField(a.field)) ||
        Number(a.field.behindModal ?? false) - Number(b.field.behindModal ?? false) ||
        a.depth - b.depth,
    );
  const tab = (c: Candidate): number =>
    c.visible && c.interactive && (c.role === 'tab' || looksTab(c)) && c.states.selected !== true ? 1 : 0;
  const found = ground({ target: createTarget(trimmed), scoreSuitability: tab }, view);
  const opener =
    found.kind === 'one' && found.hit.score >= MIN_FULL_NAME_SCORE && !isOpen(found.hit.candidate)
      ? found.hit.candidate
      : null;
  if (opener && !there.some(({ depth }) => depth < DEEP)) return { query, field: null, opener };
  return there[0] ? { query, field: there[0].field, opener: null } : null;
}

const marks = (c: Candidate): string =>
  [c.attributes, ...c.folded.map((a) => a.attributes)].map((a) => a.class ?? '').join(' ');
const looksTab = (c: Candidate): boolean => /(?:^|[\s_-])tabs?(?:$|[\s_-])/iu.test(marks(c));
const isOpen = (c: Candidate): boolean =>
  c.states.selected === true || /(?:^|\s)(?:active|selected|current)(?:\s|$)/iu.test(marks(c));
