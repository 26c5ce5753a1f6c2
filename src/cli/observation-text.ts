/** Formats an observation, without its candidates, as a few lines of text, or as JSON without image bytes. */
import { formatPageEvent } from '../action/index.js';
import type { Candidate, Observation } from '../contract/index.js';

const MAX_ITEMS = 5;
const MAX_TEXT_LENGTH = 80;

const truncate = (text: string): string => {
  const singleLine = text.replace(/\s+/g, ' ').trim();
  return singleLine.length <= MAX_TEXT_LENGTH
    ? singleLine
    : `${singleLine.slice(0, MAX_TEXT_LENGTH - 1).trimEnd()}…`;
};

/** Formats a list as the line `Name (n): a; b; …`. Returns no line if the list is empty. */
function formatList(name: string, items: readonly string[]): string[] {
  if (!items.length) return [];
  const hiddenCountNote = items.length > MAX_ITEMS ? `; … ${items.length - MAX_ITEMS} more` : '';
  return [`${name} (${items.length}): ${items.slice(0, MAX_ITEMS).join('; ')}${hiddenCountNote}`];
}

function formatScrollPosition({ role, tag, name, scroll }: Candidate): string[] {
  if (!scroll) return [];
  const label = `${role === 'generic' ? tag : role}${name ? ` “${truncate(name)}”` : ''}`;
  return [`${label} at ${scroll.x},${scroll.y} of ${scroll.maxX},${scroll.maxY}`];
}

/** Counts how often each kind occurs and formats the counts, such as `3 off-screen, 1 tiny`. */
function formatCounts(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, n]) => `${n} ${kind}`).join(', ');
}

export function formatObservation(observation: Observation): string[] {
  const { dialog, dialogs, pageEvents, newNotices, hiddenTexts, candidates, tabs } = observation;
  return [
    ...(dialog ? [`Open dialog: ${dialog.type} “${truncate(dialog.message)}”`] : []),
    ...formatList(
      'Dialogs',
      dialogs.map(({ type, message, answer }) => `${type} “${truncate(message)}” ${answer}`),
    ),
    ...pageEvents.map((pageEvent) => `Page event: ${formatPageEvent(pageEvent)}`),
    ...formatList(
      'New messages',
      newNotices.map((text) => `“${truncate(text)}”`),
    ),
    ...(hiddenTexts.length
      ? [`Hidden text (${hiddenTexts.length}): ${formatCounts(hiddenTexts.map(({ reason }) => reason))}`]
      : []),
    ...formatList('Scroll containers', candidates.flatMap(formatScrollPosition)),
    ...(tabs.length > 1
      ? formatList(
          'Tabs',
          tabs.map(({ id, url, active }) => `${id} ${truncate(url)}${active ? ' (active)' : ''}`),
        )
      : []),
  ];
}

/** A replacer for `JSON.stringify` that replaces binary data with its size. */
export function replaceBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: value.length } : value;
}
