/** The parts of a look besides its candidates: as a few lines for people, and whole as data without pictures. */
import { incidentSentence } from '../action/index.js';
import type { Candidate, Observation } from '../contract/index.js';

const MOST = 5;
const LONGEST = 80;

const cut = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= LONGEST ? flat : `${flat.slice(0, LONGEST - 1).trimEnd()}…`;
};

/** `Name (n): a; b; …`, or nothing where there is nothing. */
function listed(name: string, items: readonly string[]): string[] {
  if (!items.length) return [];
  const more = items.length > MOST ? `; … ${items.length - MOST} more` : '';
  return [`${name} (${items.length}): ${items.slice(0, MOST).join('; ')}${more}`];
}

function scrolled({ role, tag, name, scroll }: Candidate): string[] {
  if (!scroll) return [];
  const what = `${role === 'generic' ? tag : role}${name ? ` “${cut(name)}”` : ''}`;
  return [`${what} at ${scroll.x},${scroll.y} of ${scroll.maxX},${scroll.maxY}`];
}

/** How many of each kind: `3 off-screen, 1 tiny`. */
function tally(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, n]) => `${n} ${kind}`).join(', ');
}

export function observationLines(observation: Observation): string[] {
  const {
    dialog,
    dialogs,
    pageEvents: incidents,
    newNotices: news,
    hiddenTexts: hidden,
    candidates,
    tabs,
  } = observation;
  return [
    ...(dialog ? [`Open dialog: ${dialog.type} “${cut(dialog.message)}”`] : []),
    ...listed(
      'Dialogs',
      dialogs.map(({ type, message, answer }) => `${type} “${cut(message)}” ${answer}`),
    ),
    ...incidents.map((incident) => `Incident: ${incidentSentence(incident)}`),
    ...listed(
      'News',
      news.map((text) => `“${cut(text)}”`),
    ),
    ...(hidden.length
      ? [`Hidden texts (${hidden.length}): ${tally(hidden.map(({ reason: why }) => why))}`]
      : []),
    ...listed('Scroll containers', candidates.flatMap(scrolled)),
    ...(tabs.length > 1
      ? listed(
          'Tabs',
          tabs.map(({ id, url, active }) => `${id} ${cut(url)}${active ? ' (active)' : ''}`),
        )
      : []),
  ];
}

/** For `JSON.stringify`: of bytes only how many there are. */
export function withoutBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: value.length } : value;
}
