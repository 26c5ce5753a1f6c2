/** Finds lists of repeated content. For "the second result", chooses the list that most resembles results. */
import type { Candidate } from '../../../contract/index.js';
import type { RoleWord } from '../lexicon/roles.js';
import { isButton, isLink } from './kinds.js';
import type { View } from './view.js';
import { groupBy } from '../group-by.js';

const OUTER_LANDMARKS = new Set(['header', 'nav', 'footer', 'aside']);
const KIND_HINT: Readonly<Partial<Record<RoleWord, RegExp>>> = {
  result: /result|search|hit|match|found/iu,
  article: /article|post|entry|story|news|blog/iu,
  product: /product|item|card/iu,
  card: /card|tile/iu,
  event: /event|appointment|entry/iu,
  item: /item|list|entry/iu,
  row: /row|table/iu,
};

/** Classes and ids of filters, but not of lists that have filters ("has-filters"). */
const FILTERS = /\bfacets?\b|(?<!\b(?:has|with|no|without)-)\bfilters?\b|\brefine/iu;
const NO_RESULTS =
  /^(?:sorry,? |(?:your|the) search (?:returned|found) )?(?:(?:there (?:are|were) )?no (?:search )?(?:results?|matches|hits)\b|(?:there (?:are|were) )?no \p{L}+ (?:were |was )?found\b|0 results?\b|nothing (?:was )?found|we (?:could not|couldn['’]t|did not|didn['’]t) find any)/iu;

const ROW_ROLES = new Set(['row', 'listitem', 'article']);

/** Whether it is a column header of a table, or inside one. */
export const isHeader = (c: Candidate, view: View): boolean =>
  /\/thead/u.test(c.xpath) ||
  [c, ...c.folded, ...view.getAncestors(c).slice(0, 2)].some((a) => a.role === 'columnheader');

/** Returns an element's frame and XPath without positions. They are the same for all entries of a list. */
export const getListPath = ({ frame, xpath }: Candidate): string =>
  `${frame.join('>')} ${xpath.replace(/\[\d+\]/gu, '')}`;

const ENTRY_ROLES: ReadonlySet<string> = new Set([
  'button',
  'listitem',
  'option',
  'menuitem',
  'article',
  'generic',
  'gridcell',
]);

/** Returns the entries of the list that best fits the kind, in page order. */
export function findListEntries(
  view: View,
  kind: RoleWord,
  isAllowed: (c: Candidate) => boolean = () => true,
): Candidate[] {
  if (kind === 'result' && view.observation.text.some(({ text }) => NO_RESULTS.test(text.trim()))) return [];
  if (kind === 'row') {
    const rows = view.candidates.filter((c) => c.tag === 'tr' && !/thead/u.test(c.xpath) && isAllowed(c));
    if (rows.length) return rows;
  }
  const entries = view.candidates.filter(
    (c) =>
      c.interactive &&
      !c.states.disabled &&
      isAllowed(c) &&
      (c.text || c.name).trim().length >= 2 &&
      (isLink(c) || ENTRY_ROLES.has(c.role)),
  );
  const groups = groupBy(entries, getListPath);
  let bestList: Candidate[] = [];
  let bestScore = -Infinity;
  const links = [...groups.values()].filter((members) => isLink(members[0]!));
  for (const members of groups.values()) {
    const score = scoreList(members, kind, view) - (doActOnEntries(members, links) ? 25 : 0);
    if (score > bestScore) [bestList, bestScore] = [members, score];
  }
  return bestScore > 0 ? bestList : [];
}

/**
 * Whether the elements are controls such as "Remove Lamp", which act on the entries next to them. If so, they are not the
 * entries themselves.
 */
function doActOnEntries(members: readonly Candidate[], links: readonly Candidate[][]): boolean {
  if (isLink(members[0]!)) return false;
  const names = members.map((c) => c.name || c.text);
  return links.some(
    (entries) =>
      entries.length >= members.length &&
      names.every((name, i) => {
        const entryName = entries[i]!.text.trim();
        return entryName.length > 2 && name.length > entryName.length && name.includes(entryName);
      }),
  );
}

function scoreList(members: readonly Candidate[], kind: RoleWord, view: View): number {
  const first = members[0]!;
  const outerShare = members.filter((c) => OUTER_LANDMARKS.has(c.landmark)).length / members.length;
  const meanLength =
    members.reduce((sum, c) => sum + Math.min((c.text || c.name).length, 60), 0) / members.length;
  const surroundings = view.getAncestors(first).slice(0, 6);
  const formatHints = (elements: readonly Candidate[]): string =>
    elements
      .map(
        (a) =>
          `${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.attributes['aria-label'] ?? ''} ${a.tag} ${a.role}`,
      )
      .join(' ');
  const hints = formatHints([...surroundings, first]);
  let score = Math.min(members.length, 10) * 2 + meanLength / 4;
  // "Add to cart" beside each entry acts on the entries; it does not name them.
  const distinctNames = new Set(members.map((c) => c.text || c.name));
  score -= 30 * (1 - distinctNames.size / members.length);
  if (/\/h[1-6](?:\[|\/|$)/u.test(first.xpath) || first.folded.some((a) => a.role === 'heading')) score += 14;
  if (KIND_HINT[kind]?.test(hints) || KIND_HINT[kind]?.test(first.section)) score += 16;
  if (/pagination|breadcrumb|tags?\b|toc|social|cookie/iu.test(hints)) score -= 25;
  // Filters narrow a list down; they are not its entries.
  if (FILTERS.test(formatHints([...surroundings.slice(0, 3), first]))) score -= 25;
  if (/^\d+$/u.test(first.text)) score -= 20;
  if (surroundings.some((a) => ['toolbar', 'menubar', 'tablist'].includes(a.role))) score -= 25;
  // Results and articles are opened by links; buttons act on them.
  if (kind !== 'item' && kind !== 'event' && isButton(first)) score -= 10;
  if (surroundings.slice(0, 3).some((a) => a.role === 'row' || a.role === 'article')) score += 8;
  // A single result is still a list if it is in its own row or entry.
  if (members.length === 1 && !surroundings.some((a) => ROW_ROLES.has(a.role))) score -= 10;
  return score - outerShare * 30;
}
