/** Lists the elements that the WebLINX paper's ranker considers, and computes ranks from its scores. */
import { attributeOf, elementsOf, type LxmlDocument, createPathLookup } from '../../lxml/index.js';
import { isCandidateBox, type WeblinxBoxes } from './boxes.js';
import { formatDocument, type ElementFields, createElementFields } from './document.js';

const UID = 'data-webtasks-id';

export interface WeblinxCandidate {
  uid: string;
  fields: ElementFields;
  /** The encoder's input. */
  document: string;
}

/**
 * Lists the candidates in document order, including elements that share a uid.
 *
 * @param page null if the turn has no HTML
 */
export function findWeblinxCandidates(
  page: LxmlDocument | null,
  boxes: WeblinxBoxes,
  viewport: { height: number | null; width: number | null },
): WeblinxCandidate[] {
  if (page === null) return [];
  const getPath = createPathLookup(page);
  const candidates: WeblinxCandidate[] = [];
  for (const element of elementsOf(page.roots)) {
    const uid = attributeOf(element, UID);
    const box = uid === undefined ? undefined : boxes.get(uid);
    if (uid === undefined || box === undefined || !isCandidateBox(box, viewport)) continue;
    const fields = createElementFields(element, getPath(element), box);
    candidates.push({ uid, fields, document: formatDocument(fields) });
  }
  return candidates;
}

/**
 * The order of the official files: the target of the action first, so that ties favour it. Only for comparison with
 * those files; live pages are ranked in document order.
 */
export function putTargetFirst<C extends { uid: string }>(candidates: readonly C[], target: string): C[] {
  const isTarget = (candidate: C): boolean => candidate.uid === target;
  return [...candidates.filter(isTarget), ...candidates.filter((candidate) => !isTarget(candidate))];
}

/** Ranks from 1 by uid, best score first, ties in the given order. The last score of a repeated uid counts. */
export function computeRanks(scoredUids: readonly { uid: string; score: number }[]): Map<string, number> {
  const scores = new Map(scoredUids.map(({ uid, score }) => [uid, score]));
  const sortedScores = [...scores].sort(([, a], [, b]) => b - a);
  return new Map(sortedScores.map(([uid], i) => [uid, i + 1]));
}
