/**
 * Finds the candidate for the element that a model names by uid or by coordinates. The paper's models may name any
 * element of the page, but actions need a candidate. A candidate also represents the elements merged into it
 * (`folded`).
 */
import { type LiveTarget, findSmallestBoxAt, UID_ATTRIBUTE } from '../../action/index.js';
import type { Box, Candidate, Observation, Uid } from '../../contract/index.js';
import { attributeOf, elementsOf, type LxmlDocument, type LxmlElement } from '../../lxml/index.js';

export type ResolvedTarget =
  /** `isSubstitute`: the action uses another candidate, which represents the named element. */
  { ok: true; uid: Uid; isSubstitute?: true } | { ok: false; message: string };

interface Point {
  x: number;
  y: number;
}

const FRAME_TAGS: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed']);

export function resolveLiveTarget(
  target: LiveTarget,
  observation: Observation,
  page: LxmlDocument | null,
): ResolvedTarget {
  return 'uid' in target
    ? resolveUid(target.uid, observation, page)
    : resolvePoint(target, observation, page);
}

function resolveUid(uid: string, observation: Observation, page: LxmlDocument | null): ResolvedTarget {
  const ownCandidate = mapCandidatesByUid(observation).get(uid);
  if (ownCandidate !== undefined) return { ok: true, uid: ownCandidate.uid };
  const element = findElementByUid(uid, page);
  const shortUid = uid.slice(0, 40);
  if (element === null)
    return { ok: false, message: `The model named an element that is not on the page (uid = ${shortUid}).` };
  const box = observation.weblinx?.boxes[uid];
  const substitute =
    findCandidateAtCentre(element, box, observation) ??
    findEnclosingCandidate(element, observation) ??
    findInnerControl(element, observation);
  return substitute === null
    ? { ok: false, message: `The model named an element that cannot be acted on (uid = ${shortUid}).` }
    : { ok: true, uid: substitute.uid, isSubstitute: true };
}

function resolvePoint({ x, y }: Point, observation: Observation, page: LxmlDocument | null): ResolvedTarget {
  const boxes = Object.entries(observation.weblinx?.boxes ?? {}).map(
    ([uid, box]) => [uid, toSides(box)] as const,
  );
  const uid = findSmallestBoxAt<string>(boxes, x, y);
  const element = uid === null ? null : findElementByUid(uid, page);
  const candidate =
    findFrameCandidateAt({ x, y }, element, observation) ??
    mapCandidatesByUid(observation).get(uid ?? '') ??
    findEnclosingCandidate(element, observation) ??
    findCandidateAt({ x, y }, observation, () => true);
  const coordinates = `(x = ${Math.round(x)}, y = ${Math.round(y)})`;
  return candidate === null
    ? { ok: false, message: `The model pointed at a place without a usable element ${coordinates}.` }
    : { ok: true, uid: candidate.uid };
}

/** Finds the candidate inside a frame at this point; the paper's boxes do not cover the content of frames. */
function findFrameCandidateAt(
  point: Point,
  element: LxmlElement | null,
  observation: Observation,
): Candidate | null {
  if (element === null || !FRAME_TAGS.has(element.tag)) return null;
  return findCandidateAt(point, observation, ({ frame }) => frame.length > 0);
}

/** Maps the uids of candidates, and of the elements merged into them, to the candidates. */
export function mapCandidatesByUid({ candidates }: Pick<Observation, 'candidates'>): Map<Uid, Candidate> {
  const candidatesByUid = new Map<Uid, Candidate>();
  for (const candidate of candidates)
    for (const { uid } of candidate.folded) candidatesByUid.set(uid, candidate);
  for (const candidate of candidates) candidatesByUid.set(candidate.uid, candidate);
  return candidatesByUid;
}

/** Finds the candidate at the element's centre, which would receive a click. */
function findCandidateAtCentre(
  element: LxmlElement,
  box: Box | undefined,
  observation: Observation,
): Candidate | null {
  if (!box) return null;
  const innerCandidates = new Set(listCandidatesIn(element, observation));
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return findCandidateAt(centre, observation, (candidate) => innerCandidates.has(candidate));
}

/** Finds the nearest candidate that contains the element. */
function findEnclosingCandidate(element: LxmlElement | null, observation: Observation): Candidate | null {
  const candidatesByUid = mapCandidatesByUid(observation);
  for (let ancestor = element?.parent ?? null; ancestor !== null; ancestor = ancestor.parent) {
    const candidate = candidatesByUid.get(attributeOf(ancestor, UID_ATTRIBUTE) ?? '');
    if (candidate) return candidate;
  }
  return null;
}

/** Finds the control inside a form or wrapper: a form's first control, or a wrapper's only one. */
function findInnerControl(element: LxmlElement, observation: Observation): Candidate | null {
  const controls = listCandidatesIn(element, observation).filter(({ interactive }) => interactive);
  if (element.tag === 'form') return controls[0] ?? null;
  return controls.length === 1 ? controls[0]! : null;
}

function listCandidatesIn(element: LxmlElement, observation: Observation): Candidate[] {
  const candidatesByUid = mapCandidatesByUid(observation);
  const innerCandidates = [...elementsOf([element])].map((innerElement) =>
    candidatesByUid.get(attributeOf(innerElement, UID_ATTRIBUTE) ?? ''),
  );
  return [...new Set(innerCandidates.filter((candidate) => candidate !== undefined))];
}

function findCandidateAt(
  { x, y }: Point,
  { candidates }: Observation,
  isEligible: (candidate: Candidate) => boolean,
): Candidate | null {
  const eligibleCandidates = candidates.filter(
    (candidate) =>
      candidate.visible && candidate.inViewport && !candidate.behindModal && isEligible(candidate),
  );
  return findSmallestBoxAt<Candidate>(
    eligibleCandidates.map((candidate) => [candidate, toSides(candidate.box)] as const),
    x,
    y,
  );
}

function findElementByUid(uid: string, page: LxmlDocument | null): LxmlElement | null {
  if (page === null) return null;
  for (const element of elementsOf(page.roots))
    if (attributeOf(element, UID_ATTRIBUTE) === uid) return element;
  return null;
}

function toSides({ x, y, width, height }: Box) {
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
}
