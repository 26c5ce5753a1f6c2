/**
 * Resolves the element that a model names by uid or point to a candidate. The paper's models may name any element of
 * the page; actions need candidates, which represent the elements folded into them.
 */
import { type LiveTarget, findSmallestBoxAt, UID_ATTRIBUTE } from '../../action/index.js';
import type { Box, Candidate, Observation, Uid } from '../../contract/index.js';
import { attributeOf, elementsOf, type LxmlDocument, type LxmlElement } from '../../lxml/index.js';

export type ResolvedAim =
  /** `instead`: the action uses a candidate that represents the named element. */
  { ok: true; uid: Uid; instead?: true } | { ok: false; sentence: string };

interface Point {
  x: number;
  y: number;
}

const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed']);

export function resolveAim(aim: LiveTarget, observation: Observation, page: LxmlDocument | null): ResolvedAim {
  return 'uid' in aim ? atUid(aim.uid, observation, page) : atPoint(aim, observation, page);
}

function atUid(uid: string, observation: Observation, page: LxmlDocument | null): ResolvedAim {
  const owner = candidatesByUid(observation).get(uid);
  if (owner !== undefined) return { ok: true, uid: owner.uid };
  const element = elementWith(uid, page);
  const shown = uid.slice(0, 40);
  if (element === null)
    return { ok: false, sentence: `The model named an element that is not on the page (uid = ${shown}).` };
  const box = observation.weblinx?.boxes[uid];
  const found =
    insideOf(element, box, observation) ?? aroundOf(element, observation) ?? onlyOneIn(element, observation);
  return found === null
    ? { ok: false, sentence: `The model named an element that cannot be acted on (uid = ${shown}).` }
    : { ok: true, uid: found.uid, instead: true };
}

function atPoint({ x, y }: Point, observation: Observation, page: LxmlDocument | null): ResolvedAim {
  const boxes = Object.entries(observation.weblinx?.boxes ?? {}).map(
    ([uid, box]) => [uid, sidesOf(box)] as const,
  );
  const uid = findSmallestBoxAt<string>(boxes, x, y);
  const element = uid === null ? null : elementWith(uid, page);
  const found =
    inFrameAt({ x, y }, element, observation) ??
    candidatesByUid(observation).get(uid ?? '') ??
    aroundOf(element, observation) ??
    candidateAt({ x, y }, observation, () => true);
  const place = `(x = ${Math.round(x)}, y = ${Math.round(y)})`;
  return found === null
    ? { ok: false, sentence: `The model pointed at a place where there is nothing to act on ${place}.` }
    : { ok: true, uid: found.uid };
}

/** The paper's boxes do not include the content of frames. */
function inFrameAt(point: Point, element: LxmlElement | null, observation: Observation): Candidate | null {
  if (element === null || !FRAMES.has(element.tag)) return null;
  return candidateAt(point, observation, ({ frame }) => frame.length > 0);
}

/** Maps uids of candidates and of their folded elements to candidates. */
export function candidatesByUid({ candidates }: Pick<Observation, 'candidates'>): Map<Uid, Candidate> {
  const owners = new Map<Uid, Candidate>();
  for (const candidate of candidates) for (const { uid } of candidate.folded) owners.set(uid, candidate);
  for (const candidate of candidates) owners.set(candidate.uid, candidate);
  return owners;
}

/** The element at its centre, which receives a click. */
function insideOf(element: LxmlElement, box: Box | undefined, observation: Observation): Candidate | null {
  if (!box) return null;
  const inside = new Set(candidatesIn(element, observation));
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return candidateAt(middle, observation, (candidate) => inside.has(candidate));
}

/** The nearest candidate that contains the element. */
function aroundOf(element: LxmlElement | null, observation: Observation): Candidate | null {
  const owners = candidatesByUid(observation);
  for (let at = element?.parent ?? null; at !== null; at = at.parent) {
    const owner = owners.get(attributeOf(at, UID_ATTRIBUTE) ?? '');
    if (owner) return owner;
  }
  return null;
}

/** For a form or wrapper that contains exactly one suitable control, that control. */
function onlyOneIn(element: LxmlElement, observation: Observation): Candidate | null {
  const controls = candidatesIn(element, observation).filter(({ interactive }) => interactive);
  if (element.tag === 'form') return controls[0] ?? null;
  return controls.length === 1 ? controls[0]! : null;
}

function candidatesIn(element: LxmlElement, observation: Observation): Candidate[] {
  const owners = candidatesByUid(observation);
  const found = [...elementsOf([element])].map((one) => owners.get(attributeOf(one, UID_ATTRIBUTE) ?? ''));
  return [...new Set(found.filter((one) => one !== undefined))];
}

function candidateAt(
  { x, y }: Point,
  { candidates }: Observation,
  fits: (candidate: Candidate) => boolean,
): Candidate | null {
  const there = candidates.filter((one) => one.visible && one.inViewport && !one.behindModal && fits(one));
  return findSmallestBoxAt<Candidate>(
    there.map((one) => [one, sidesOf(one.box)] as const),
    x,
    y,
  );
}

function elementWith(uid: string, page: LxmlDocument | null): LxmlElement | null {
  if (page === null) return null;
  for (const element of elementsOf(page.roots))
    if (attributeOf(element, UID_ATTRIBUTE) === uid) return element;
  return null;
}

function sidesOf({ x, y, width, height }: Box) {
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
}
