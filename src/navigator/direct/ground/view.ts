/** One observation, indexed for grounding: ancestors, link URLs, the open dialog. */
import type { Candidate, Observation } from '../../../contract/index.js';
import { groupBy } from '../group-by.js';

export interface View {
  observation: Observation;
  candidates: readonly Candidate[];
  byUid: ReadonlyMap<string, Candidate>;
  /** Candidates that contain this one, nearest first. */
  getAncestors(candidate: Candidate): Candidate[];
  /** The previous candidate in the same container, if it has text. */
  getPreviousTextSibling(candidate: Candidate): Candidate | null;
  /** The next candidate in the same container. */
  getNextSibling(candidate: Candidate): Candidate | null;
  /** The absolute URL of a link; '' if it has no destination. */
  getUrl(candidate: Candidate): string;
  /** Whether the candidate is inside a dialog. A form in the dialog has its own landmark. */
  isInDialog(candidate: Candidate): boolean;
  /** Whether an open dialog is visible. People would answer it first. */
  isDialogOpen: boolean;
}

/** Some libraries put a zero-width space into empty elements to give them a height. It is not part of a name. */
const INVISIBLE_ENDS = /^[\s\u200b]+|[\s\u200b]+$/gu;

function trimNames(observation: Observation): Observation {
  if (!observation.candidates.some(({ name, text }) => /\u200b/u.test(name + text))) return observation;
  const candidates = observation.candidates.map((c) => ({
    ...c,
    name: c.name.replace(INVISIBLE_ENDS, ''),
    text: c.text.replace(INVISIBLE_ENDS, ''),
  }));
  return { ...observation, candidates };
}

export function createView(pageObservation: Observation): View {
  const observation = trimNames(pageObservation);
  const byUid = new Map(observation.candidates.map((c) => [c.uid, c]));
  const getAncestors = (candidate: Candidate): Candidate[] => {
    const ancestors: Candidate[] = [];
    for (let at = candidate.parent; at !== null && ancestors.length < 60;) {
      const ancestor = byUid.get(at);
      if (!ancestor) break;
      ancestors.push(ancestor);
      at = ancestor.parent;
    }
    return ancestors;
  };
  const children = groupBy(observation.candidates, ({ parent }) => parent);
  const getPreviousTextSibling = (candidate: Candidate): Candidate | null => {
    const siblings = children.get(candidate.parent) ?? [];
    const at = siblings.indexOf(candidate);
    const sibling = at > 0 ? siblings[at - 1]! : null;
    return sibling && sibling.text ? sibling : null;
  };
  const getNextSibling = (candidate: Candidate): Candidate | null => {
    const siblings = children.get(candidate.parent) ?? [];
    const at = siblings.indexOf(candidate);
    return at >= 0 ? (siblings[at + 1] ?? null) : null;
  };
  const getUrl = (candidate: Candidate): string => {
    const href =
      candidate.attributes.href ?? candidate.folded.find((a) => a.attributes.href)?.attributes.href ?? '';
    if (!href || href === '#' || /^javascript:/iu.test(href)) return '';
    try {
      return new URL(href, observation.url).href;
    } catch {
      return href;
    }
  };
  // A dialog that contains only a form is merged into the form's candidate. Some pop-ups are modal without the role.
  const isDialog = (c: Candidate): boolean =>
    [c, ...c.folded].some(
      (x) =>
        x.role === 'dialog' ||
        x.role === 'alertdialog' ||
        x.tag === 'dialog' ||
        x.attributes['aria-modal'] === 'true',
    );
  const isInDialogByUid = new Map<string, boolean>();
  const isInDialog = (c: Candidate): boolean => {
    const cached = isInDialogByUid.get(c.uid);
    if (cached !== undefined) return cached;
    const isInside = c.landmark === 'dialog' || c.overlay !== undefined || getAncestors(c).some(isDialog);
    isInDialogByUid.set(c.uid, isInside);
    return isInside;
  };
  const isDialogOpen = observation.candidates.some(
    (c) => (isDialog(c) || c.overlay !== undefined) && c.visible && c.inViewport,
  );
  return {
    observation,
    candidates: observation.candidates,
    byUid,
    getAncestors,
    getPreviousTextSibling,
    getNextSibling,
    getUrl,
    isInDialog,
    isDialogOpen,
  };
}
