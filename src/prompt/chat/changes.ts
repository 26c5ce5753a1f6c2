/** Compares two observations of a page to find new, removed and changed elements. Pure. */
import { formatDialog, formatPageEvent } from '../../action/index.js';
import type { Candidate, Observation, ElementStates, Uid } from '../../contract/index.js';
import { getVisibleName } from './element-line.js';
import type { ElementNumbers } from './numbers.js';
import { toOneLine, quote } from './page-text.js';

interface RememberedElement {
  role: string;
  name: string;
  value: string;
  states: string;
  interactive: boolean;
}

/** What is kept of an observation for comparison with the next one. */
export interface PageMemory {
  url: string;
  elements: ReadonlyMap<Uid, RememberedElement>;
  texts: ReadonlySet<string>;
}

export interface PageChanges {
  newContent: { uids: ReadonlySet<Uid>; texts: ReadonlySet<string> };
  /** Changes that are not visible on the current page, one line each. */
  lines: string[];
}

const NO_REPORTED_CHANGES: PageChanges = { newContent: { uids: new Set(), texts: new Set() }, lines: [] };

/** Describes the states that actions change; ignores focus. */
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

/** Formats page events, answered dialogs and vanished messages since the previous decision. */
export function formatPageEvents({ pageEvents, dialogs, newNotices, notices }: Observation): string[] {
  const vanishedNotices = newNotices.filter((text) => !notices.includes(text));
  return [
    ...pageEvents.slice(0, 5).map((event) => toOneLine(formatPageEvent(event), 300)),
    ...dialogs.slice(0, 5).map((dialog) => toOneLine(formatDialog(dialog), 300)),
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

const MAX_LISTED_CHANGES = 8;
const MAX_NAME_CHARS = 60;
/** If more than this share of the elements vanished, the page counts as another page, even with the same URL. */
const MAX_VANISHED_SHARE = 0.6;
/** A page with fewer elements never counts as another page as long as its URL stays the same. */
const MIN_ELEMENTS_OF_ANOTHER_PAGE = 8;
/** If more than this share of the elements is new after the URL changed, new elements are not marked. */
const MAX_NEW_SHARE = 0.3;

export function comparePages(
  previousPage: PageMemory | null,
  observation: Observation,
  numbers: ElementNumbers,
): PageChanges {
  if (previousPage === null) return NO_REPORTED_CHANGES;
  const visibleCandidates = observation.candidates.filter(({ behindModal }) => !behindModal);
  // A page that reloads or re-renders creates new elements with the same content.
  const vanishedCounts = new Map<string, number>();
  const currentUids = new Set(observation.candidates.map(({ uid }) => uid));
  for (const [uid, { role, name }] of previousPage.elements)
    if (!currentUids.has(uid))
      vanishedCounts.set(`${role} ${name}`, (vanishedCounts.get(`${role} ${name}`) ?? 0) + 1);
  const newCandidates = observation.candidates.filter((candidate) => {
    if (previousPage.elements.has(candidate.uid)) return false;
    const { role, name } = rememberElement(candidate);
    const vanishedCount = vanishedCounts.get(`${role} ${name}`) ?? 0;
    if (vanishedCount > 0) vanishedCounts.set(`${role} ${name}`, vanishedCount - 1);
    return vanishedCount === 0;
  });
  const vanishedTotal = [...vanishedCounts.values()].reduce((sum, count) => sum + count, 0);
  const isSameUrl = previousPage.url === removeFragment(observation.url);
  if (
    vanishedTotal > MAX_VANISHED_SHARE * previousPage.elements.size &&
    (!isSameUrl || previousPage.elements.size >= MIN_ELEMENTS_OF_ANOTHER_PAGE)
  )
    return isSameUrl
      ? { ...NO_REPORTED_CHANGES, lines: ['most of the page has changed'] }
      : NO_REPORTED_CHANGES;
  // On another page nearly everything is new, so marking new elements would be useless.
  if (!isSameUrl && newCandidates.length > MAX_NEW_SHARE * observation.candidates.length)
    return NO_REPORTED_CHANGES;
  const newTexts = new Set(
    observation.text.map(({ text }) => text).filter((text) => !previousPage.texts.has(text)),
  );
  return {
    newContent: {
      uids: new Set(newCandidates.filter(({ behindModal }) => !behindModal).map(({ uid }) => uid)),
      texts: newTexts,
    },
    lines: [
      ...(isSameUrl ? listVanishedElements(previousPage, vanishedCounts) : []),
      ...listChangedElements(previousPage, visibleCandidates, numbers),
    ],
  };
}

/** @param vanishedCounts number of vanished elements by role and name */
function listVanishedElements(
  previousPage: PageMemory,
  vanishedCounts: ReadonlyMap<string, number>,
): string[] {
  const names: string[] = [];
  for (const { role, name, interactive } of previousPage.elements.values()) {
    if (!interactive || !name.trim() || (vanishedCounts.get(`${role} ${name}`) ?? 0) === 0) continue;
    const line = `${role} ${quote(name, MAX_NAME_CHARS)}`;
    if (!names.includes(line)) names.push(line);
  }
  const moreText = names.length > MAX_LISTED_CHANGES ? ` and ${names.length - MAX_LISTED_CHANGES} more` : '';
  return names.length ? [`gone: ${names.slice(0, MAX_LISTED_CHANGES).join(', ')}${moreText}`] : [];
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
  const [previousName, currentName] = [
    quote(previous.name, MAX_NAME_CHARS),
    quote(current.name, MAX_NAME_CHARS),
  ];
  const isOldValue = previous.name === previous.value || previous.name === current.value;
  return previousName === currentName || isOldValue || CONTAINER_ROLES.has(current.role)
    ? []
    : [`called ${currentName}, was ${previousName}`];
}

function listChangedElements(
  previousPage: PageMemory,
  visibleCandidates: readonly Candidate[],
  numbers: ElementNumbers,
): string[] {
  const lines = visibleCandidates.flatMap((candidate) => {
    const previous = previousPage.elements.get(candidate.uid);
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
      `changed: [${numbers.getNumber(candidate.uid)}] ${current.role} ${quote(current.name, MAX_NAME_CHARS)}: ${details.join('; ')}`,
    ];
  });
  return lines.length <= MAX_LISTED_CHANGES
    ? lines
    : [...lines.slice(0, MAX_LISTED_CHANGES), `changed: ${lines.length - MAX_LISTED_CHANGES} more`];
}
