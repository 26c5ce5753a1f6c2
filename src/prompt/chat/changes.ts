/** Compares two observations of a page: new, removed and changed elements. Pure. */
import { formatDialog, formatPageEvent } from '../../action/index.js';
import type { Candidate, Observation, ElementStates, Uid } from '../../contract/index.js';
import { getVisibleName } from './element-line.js';
import type { ElementNumbers } from './numbers.js';
import { flatten, quote } from './page-text.js';

interface RememberedElement {
  role: string;
  name: string;
  value: string;
  states: string;
  interactive: boolean;
}

/** The parts of an observation that the next one is compared with. */
export interface PageMemory {
  url: string;
  elements: ReadonlyMap<Uid, RememberedElement>;
  texts: ReadonlySet<string>;
}

export interface PageChanges {
  newContent: { uids: ReadonlySet<Uid>; texts: ReadonlySet<string> };
  /** Changes that the current page does not show, one sentence each. */
  lines: string[];
}

const NO_REPORTED_CHANGES: PageChanges = { newContent: { uids: new Set(), texts: new Set() }, lines: [] };

/** States that actions change; focus is ignored. */
function describeStates({ checked, selected, expanded, pressed, disabled, invalid }: ElementStates): string {
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

function rememberElement(candidate: Candidate): RememberedElement {
  const { role, tag, value, states, interactive, inputType } = candidate;
  return {
    role: role === 'generic' ? tag : role,
    name: getVisibleName(candidate),
    value: inputType === 'password' ? '' : (value ?? ''),
    states: describeStates(states),
    interactive,
  };
}

export function toPageMemory({ url, candidates, text }: Observation): PageMemory {
  return {
    url: removeFragment(url),
    elements: new Map(candidates.map((candidate) => [candidate.uid, rememberElement(candidate)])),
    texts: new Set(text.map((block) => block.text)),
  };
}

const removeFragment = (url: string): string => url.replace(/#.*$/, '');

/** Page events, answered dialogs and new messages since the previous decision. */
export function formatPageEvents({ pageEvents, dialogs, newNotices, notices }: Observation): string[] {
  const vanishedNotices = newNotices.filter((text) => !notices.includes(text));
  return [
    ...pageEvents.slice(0, 5).map((event) => flatten(formatPageEvent(event), 300)),
    ...dialogs.slice(0, 5).map((dialog) => flatten(formatDialog(dialog), 300)),
    ...(vanishedNotices.length
      ? [
          `message that went away: ${vanishedNotices
            .slice(0, 5)
            .map((text) => quote(text, 200))
            .join(', ')}`,
        ]
      : []),
  ];
}

const MAX_LISTED = 8;
const MAX_NAME_CHARS = 60;
/** If more than this share of the elements vanished, the page counts as another page, even with the same URL. */
const MAX_VANISHED_SHARE = 0.6;
/** A page with fewer elements never counts as another page while its URL stays the same. */
const MIN_ELEMENTS = 8;
/** If more than this share of the elements is new after the URL changed, new elements are not marked. */
const MAX_NEW_SHARE = 0.3;

export function comparePages(
  before: PageMemory | null,
  now: Observation,
  numbers: ElementNumbers,
): PageChanges {
  if (before === null) return NO_REPORTED_CHANGES;
  const visible = now.candidates.filter(({ behindModal }) => !behindModal);
  // A page that reloads or re-renders creates new elements with the same content.
  const vanishedCounts = new Map<string, number>();
  const currentUids = new Set(now.candidates.map(({ uid }) => uid));
  for (const [uid, { role, name }] of before.elements)
    if (!currentUids.has(uid))
      vanishedCounts.set(`${role} ${name}`, (vanishedCounts.get(`${role} ${name}`) ?? 0) + 1);
  const newCandidates = now.candidates.filter((candidate) => {
    if (before.elements.has(candidate.uid)) return false;
    const { role, name } = rememberElement(candidate);
    const vanishedCount = vanishedCounts.get(`${role} ${name}`) ?? 0;
    if (vanishedCount > 0) vanishedCounts.set(`${role} ${name}`, vanishedCount - 1);
    return vanishedCount === 0;
  });
  const vanishedTotal = [...vanishedCounts.values()].reduce((sum, count) => sum + count, 0);
  const isSameUrl = before.url === removeFragment(now.url);
  if (
    vanishedTotal > MAX_VANISHED_SHARE * before.elements.size &&
    (!isSameUrl || before.elements.size >= MIN_ELEMENTS)
  )
    return isSameUrl
      ? { ...NO_REPORTED_CHANGES, lines: ['most of the page has changed'] }
      : NO_REPORTED_CHANGES;
  // On another page nearly everything is new, so marks would carry no information.
  if (!isSameUrl && newCandidates.length > MAX_NEW_SHARE * now.candidates.length) return NO_REPORTED_CHANGES;
  const texts = new Set(now.text.map(({ text }) => text).filter((text) => !before.texts.has(text)));
  return {
    newContent: {
      uids: new Set(newCandidates.filter(({ behindModal }) => !behindModal).map(({ uid }) => uid)),
      texts,
    },
    lines: [
      ...(isSameUrl ? listVanishedElements(before, vanishedCounts) : []),
      ...listChangedElements(before, visible, numbers),
    ],
  };
}

/** @param vanishedCounts number of vanished elements by role and name */
function listVanishedElements(before: PageMemory, vanishedCounts: ReadonlyMap<string, number>): string[] {
  const names: string[] = [];
  for (const { role, name, interactive } of before.elements.values()) {
    if (!interactive || !name.trim() || (vanishedCounts.get(`${role} ${name}`) ?? 0) === 0) continue;
    const line = `${role} ${quote(name, MAX_NAME_CHARS)}`;
    if (!names.includes(line)) names.push(line);
  }
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return names.length ? [`gone: ${names.slice(0, MAX_LISTED).join(', ')}${more}`] : [];
}

/** Roles whose name consists of all their content, which is shown anyway. */
const CONTAINER_ROLES: ReadonlySet<string> = new Set([
  'group',
  'region',
  'list',
  'listitem',
  'listbox',
  'table',
  'row',
  'dialog',
  'article',
  'main',
  'div',
  'section',
  'form',
]);

function describeNewName(previous: RememberedElement, current: RememberedElement): string[] {
  const [before, now] = [quote(previous.name, MAX_NAME_CHARS), quote(current.name, MAX_NAME_CHARS)];
  const isOldValue = previous.name === previous.value || previous.name === current.value;
  return before === now || isOldValue || CONTAINER_ROLES.has(current.role)
    ? []
    : [`called ${now}, was ${before}`];
}

function listChangedElements(
  before: PageMemory,
  visible: readonly Candidate[],
  numbers: ElementNumbers,
): string[] {
  const lines = visible.flatMap((candidate) => {
    const previous = before.elements.get(candidate.uid);
    if (!previous) return [];
    const current = rememberElement(candidate);
    const details = [
      ...(previous.value === current.value
        ? []
        : [`${quote(previous.value, MAX_NAME_CHARS)} → ${quote(current.value, MAX_NAME_CHARS)}`]),
      ...(previous.states === current.states
        ? []
        : [`${previous.states || 'plain'} → ${current.states || 'plain'}`]),
      ...describeNewName(previous, current),
    ];
    if (!details.length || !current.interactive) return [];
    return [
      `changed: [${numbers.numberOf(candidate.uid)}] ${current.role} ${quote(current.name, MAX_NAME_CHARS)}: ${details.join('; ')}`,
    ];
  });
  return lines.length <= MAX_LISTED
    ? lines
    : [...lines.slice(0, MAX_LISTED), `changed: ${lines.length - MAX_LISTED} more`];
}
