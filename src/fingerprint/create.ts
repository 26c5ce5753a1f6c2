/** Creates the fingerprint of an observed element. Pure. */
import type { Candidate, ElementFingerprint, Observation, PageAction } from '../contract/index.js';
import { getNameOrText } from './name.js';
import { findRow, isSameFrame } from './row.js';
import { normalise } from './text.js';

const TEST_ID = /^data-(?:test(?:-?id)?|qa(?:-id)?|cy|automation(?:-id)?|e2e)$/u;
/** Attributes that describe an element; others depend on its state or style. */
const ATTRIBUTES = [
  'id',
  'name',
  'type',
  'href',
  'placeholder',
  'alt',
  'title',
  'for',
  'action',
  'autocomplete',
  'use',
] as const;
/** Input types whose `value` describes the control. In other types it is content. */
const VALUE_TYPES: ReadonlySet<string> = new Set(['radio', 'checkbox', 'submit', 'button', 'image']);
const MAX_TEXT_CHARS = 80;
/** In longer lists, the keys of rows are not checked for uniqueness. */
const MAX_COMPARED_ROWS = 100;

/** The elements of one observation, prepared for fingerprints. */
export interface ElementIndex {
  candidates: readonly Candidate[];
  byUid: ReadonlyMap<string, Candidate>;
  /** Visible elements by role and name. */
  elementsByRoleAndName: ReadonlyMap<string, readonly Candidate[]>;
}

const getRoleAndNameKey = (candidate: Candidate): string =>
  `${candidate.role} ${normalise(getNameOrText(candidate))}`;

export function indexElements({ candidates }: Pick<Observation, 'candidates'>): ElementIndex {
  const elementsByRoleAndName = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    if (!candidate.visible) continue;
    const key = getRoleAndNameKey(candidate);
    const group = elementsByRoleAndName.get(key);
    if (group) group.push(candidate);
    else elementsByRoleAndName.set(key, [candidate]);
  }
  return {
    candidates,
    byUid: new Map(candidates.map((candidate) => [candidate.uid, candidate])),
    elementsByRoleAndName,
  };
}

export const findLookalikes = (
  candidate: Candidate,
  { elementsByRoleAndName }: ElementIndex,
): readonly Candidate[] => elementsByRoleAndName.get(getRoleAndNameKey(candidate)) ?? [candidate];

/** Finds a candidate by its uid or the uid of an element folded into it. */
export const findElement = (uid: string | undefined, { candidates }: Pick<Observation, 'candidates'>) =>
  uid === undefined
    ? undefined
    : candidates.find(
        (candidate) => candidate.uid === uid || candidate.folded.some((folded) => folded.uid === uid),
      );

export function createFingerprint(candidate: Candidate, index: ElementIndex): ElementFingerprint {
  const { tag, role, text, inputType, landmark, section, frame, states, box } = candidate;
  const name = getNameOrText(candidate);
  const lookalikes = findLookalikes(candidate, index);
  const row = findRow(candidate, lookalikes, index.candidates, index.byUid);
  const isKeyUnique =
    row !== null &&
    lookalikes.length <= MAX_COMPARED_ROWS &&
    lookalikes.every(
      (other) =>
        other === candidate || findRow(other, lookalikes, index.candidates, index.byUid)?.key !== row.key,
    );
  const testIds = pickAttributes(candidate, (attribute) => TEST_ID.test(attribute));
  const attributes = pickAttributes(
    candidate,
    (attribute) =>
      (ATTRIBUTES as readonly string[]).includes(attribute) ||
      (attribute === 'value' && VALUE_TYPES.has(inputType ?? '')),
  );
  const { checked, expanded, pressed, selected } = states;
  const toggleStates = removeUndefined({ checked, expanded, pressed, selected });
  const textBefore = findNeighbour(candidate, index, -1);
  const textAfter = findNeighbour(candidate, index, 1);
  const ownText = states.editable ? '' : text.slice(0, MAX_TEXT_CHARS);
  return {
    tag,
    role,
    name,
    ...(ownText !== '' && normalise(ownText) !== normalise(name) ? { text: ownText } : {}),
    ...(inputType === undefined ? {} : { inputType }),
    ...(Object.keys(testIds).length > 0 ? { testIds } : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    landmark,
    section,
    ...(row ? { row: { ...row, isKeyUnique } } : {}),
    ...(textBefore === '' ? {} : { before: textBefore }),
    ...(textAfter === '' ? {} : { after: textAfter }),
    ...(frame.length > 0 ? { frame } : {}),
    ...(Object.keys(toggleStates).length > 0 ? { states: toggleStates } : {}),
    alike: {
      count: lookalikes.length,
      index: lookalikes.indexOf(candidate),
      inSection: lookalikes.filter((other) => other.section === section).length,
    },
    box,
  };
}

/**
 * Returns the fingerprints of the elements that an action uses. A key press or typing without an element uses the
 * focused element.
 */
export function createActionFingerprints(
  action: PageAction,
  observation: Observation,
): { fingerprint?: ElementFingerprint; dropFingerprint?: ElementFingerprint } {
  const uid = 'uid' in action ? action.uid : undefined;
  const usesFocusedElement =
    uid === undefined && (action.intent === 'press' || action.intent === 'textInput');
  const target = usesFocusedElement
    ? observation.candidates.find(({ states }) => states.focused)
    : findElement(uid, observation);
  const dropTarget =
    action.intent === 'drag' && 'uid' in action.to ? findElement(action.to.uid, observation) : undefined;
  if (!target && !dropTarget) return {};
  const index = indexElements(observation);
  const option = target && findOption(action, target);
  return {
    ...(target
      ? { fingerprint: { ...createFingerprint(target, index), ...(option === undefined ? {} : { option }) } }
      : {}),
    ...(dropTarget ? { dropFingerprint: createFingerprint(dropTarget, index) } : {}),
  };
}

/** Returns the label of the option that a `change` chooses, because the option's value may be an id. */
function findOption(action: PageAction, { options = [] }: Candidate): string | undefined {
  if (action.intent !== 'change') return undefined;
  const requestedOption = normalise(action.value);
  const option = options.find(
    ({ value, label }) => value === action.value || normalise(label) === requestedOption,
  );
  return option?.label;
}

function pickAttributes(
  { attributes }: Candidate,
  isWanted: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => isWanted(name) && value !== ''),
  );
}

function removeUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Returns the nearest text before or after the element in the same frame. Skips its ancestors and descendants. */
function findNeighbour(candidate: Candidate, { candidates }: ElementIndex, step: 1 | -1): string {
  const isRelated = (other: Candidate): boolean =>
    candidate.xpath.startsWith(`${other.xpath}/`) || other.xpath.startsWith(`${candidate.xpath}/`);
  for (
    let index = candidates.indexOf(candidate) + step;
    index >= 0 && index < candidates.length;
    index += step
  ) {
    const neighbour = candidates[index]!;
    if (!isSameFrame(neighbour, candidate) || !neighbour.visible || isRelated(neighbour)) continue;
    const text = getNameOrText(neighbour);
    if (text !== '') return text.slice(0, MAX_TEXT_CHARS);
  }
  return '';
}
