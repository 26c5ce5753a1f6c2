/** Compares two observations of a page: new, removed and changed elements. Pure. */
import { formatDialog, formatPageEvent } from '../../action/index.js';
import type { Candidate, Observation, ElementStates, Uid } from '../../contract/index.js';
import { shownName } from './element-line.js';
import type { Numbers } from './numbers.js';
import { flatten, quoted } from './page-text.js';

interface Remembered {
  role: string;
  name: string;
  value: string;
  states: string;
  interactive: boolean;
}

/** The parts of an observation that the next one is compared with. */
export interface PageMemory {
  url: string;
  elements: ReadonlyMap<Uid, Remembered>;
  texts: ReadonlySet<string>;
}

export interface PageChanges {
  fresh: { uids: ReadonlySet<Uid>; texts: ReadonlySet<string> };
  /** Changes that the current page does not show, one sentence each. */
  lines: string[];
}

const NONE: PageChanges = { fresh: { uids: new Set(), texts: new Set() }, lines: [] };

/** States that actions change; focus is ignored. */
function telling({ checked, selected, expanded, pressed, disabled, invalid }: ElementStates): string {
  const words = [
    checked === undefined ? '' : checked === 'mixed' ? 'partly checked' : checked ? 'checked' : 'unchecked',
    selected ? 'selected' : '',
    expanded === undefined ? '' : expanded ? 'open' : 'closed',
    pressed === undefined ? '' : pressed ? 'pressed' : 'not pressed',
    disabled ? 'disabled' : '',
    invalid ? 'invalid' : '',
  ];
  return words.filter(Boolean).join(', ');
}

function remembered(candidate: Candidate): Remembered {
  const { role, tag, value, states, interactive, inputType } = candidate;
  return {
    role: role === 'generic' ? tag : role,
    name: shownName(candidate),
    value: inputType === 'password' ? '' : (value ?? ''),
    states: telling(states),
    interactive,
  };
}

export function toPageMemory({ url, candidates, text }: Observation): PageMemory {
  return {
    url: documentOf(url),
    elements: new Map(candidates.map((candidate) => [candidate.uid, remembered(candidate)])),
    texts: new Set(text.map((block) => block.text)),
  };
}

const documentOf = (url: string): string => url.replace(/#.*$/, '');

/** Page events, answered dialogs and new messages since the previous decision. */
export function pageEventLines({
  pageEvents: incidents,
  dialogs,
  newNotices: news,
  notices,
}: Observation): string[] {
  const gone = news.filter((text) => !notices.includes(text));
  return [
    ...incidents.slice(0, 5).map((incident) => flatten(formatPageEvent(incident), 300)),
    ...dialogs.slice(0, 5).map((dialog) => flatten(formatDialog(dialog), 300)),
    ...(gone.length
      ? [
          `message that went away: ${gone
            .slice(0, 5)
            .map((text) => quoted(text, 200))
            .join(', ')}`,
        ]
      : []),
  ];
}

const MAX_COUNT = 8;
const NAME = 60;
/** If more than this share of elements is gone, it counts as another page, even with the same URL. */
const REWRITTEN = 0.6;
const FEW = 8;
const ANOTHER = 0.3;

export function changesSince(before: PageMemory | null, now: Observation, numbers: Numbers): PageChanges {
  if (before === null) return NONE;
  const seen = now.candidates.filter(({ behindModal: behind }) => !behind);
  // A page that reloads or re-renders creates new elements with the same content.
  const gone = new Map<string, number>();
  const here = new Set(now.candidates.map(({ uid }) => uid));
  for (const [uid, { role, name }] of before.elements)
    if (!here.has(uid)) gone.set(`${role} ${name}`, (gone.get(`${role} ${name}`) ?? 0) + 1);
  const fresh = now.candidates.filter((candidate) => {
    if (before.elements.has(candidate.uid)) return false;
    const { role, name } = remembered(candidate);
    const left = gone.get(`${role} ${name}`) ?? 0;
    if (left > 0) gone.set(`${role} ${name}`, left - 1);
    return left === 0;
  });
  const lost = [...gone.values()].reduce((sum, count) => sum + count, 0);
  const same = before.url === documentOf(now.url);
  if (lost > REWRITTEN * before.elements.size && (!same || before.elements.size >= FEW))
    return same ? { ...NONE, lines: ['most of the page is another than before'] } : NONE;
  // On another page nearly everything is new, so stars would carry no information.
  if (!same && fresh.length > ANOTHER * now.candidates.length) return NONE;
  const texts = new Set(now.text.map(({ text }) => text).filter((text) => !before.texts.has(text)));
  return {
    fresh: { uids: new Set(fresh.filter(({ behindModal: behind }) => !behind).map(({ uid }) => uid)), texts },
    lines: [...(same ? vanished(before, gone) : []), ...altered(before, seen, numbers)],
  };
}

function vanished(before: PageMemory, gone: ReadonlyMap<string, number>): string[] {
  const names: string[] = [];
  for (const { role, name, interactive } of before.elements.values()) {
    if (!interactive || !name.trim() || (gone.get(`${role} ${name}`) ?? 0) === 0) continue;
    const line = `${role} ${quoted(name, NAME)}`;
    if (!names.includes(line)) names.push(line);
  }
  const more = names.length > MAX_COUNT ? ` and ${names.length - MAX_COUNT} more` : '';
  return names.length ? [`gone: ${names.slice(0, MAX_COUNT).join(', ')}${more}`] : [];
}

function altered(before: PageMemory, seen: readonly Candidate[], numbers: Numbers): string[] {
  const lines = seen.flatMap((candidate) => {
    const was = before.elements.get(candidate.uid);
    if (!was) return [];
    const is = remembered(candidate);
    const what = [
      ...(was.value === is.value ? [] : [`${quoted(was.value, NAME)} → ${quoted(is.value, NAME)}`]),
      ...(was.states === is.states ? [] : [`${was.states || 'plain'} → ${is.states || 'plain'}`]),
      ...(was.name === is.name ? [] : [`called ${quoted(is.name, NAME)}, was ${quoted(was.name, NAME)}`]),
    ];
    if (!what.length || !is.interactive) return [];
    return [
      `changed: [${numbers.of(candidate.uid)}] ${is.role} ${quoted(is.name, NAME)}: ${what.join('; ')}`,
    ];
  });
  return lines.length <= MAX_COUNT
    ? lines
    : [...lines.slice(0, MAX_COUNT), `changed: ${lines.length - MAX_COUNT} more`];
}
