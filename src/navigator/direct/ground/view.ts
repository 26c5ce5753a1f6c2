/** One observation, indexed for grounding: ancestors, link URLs, the open dialog. */
import type { Candidate, Observation } from '../../../contract/index.js';

export interface View {
  observation: Observation;
  candidates: readonly Candidate[];
  byUid: ReadonlyMap<string, Candidate>;
  /** Candidates that contain this one, nearest first. */
  ancestors(candidate: Candidate): Candidate[];
  /** The candidate before it in the same container, if it is text. */
  before(candidate: Candidate): Candidate | null;
  /** The candidate after it in the same container. */
  after(candidate: Candidate): Candidate | null;
  /** The absolute URL of a link; '' if it has no destination. */
  address(candidate: Candidate): string;
  /** Whether it is inside the open dialog (a form in the dialog has its own landmark). */
  inDialog(candidate: Candidate): boolean;
  /** Whether a dialog is open that people would answer first. */
  dialogOpen: boolean;
}

export function createView(observation: Observation): View {
  const byUid = new Map(observation.candidates.map((c) => [c.uid, c]));
  const ancestors = (candidate: Candidate): Candidate[] => {
    const out: Candidate[] = [];
    for (let at = candidate.parent; at !== null && out.length < 60;) {
      const next = byUid.get(at);
      if (!next) break;
      out.push(next);
      at = next.parent;
    }
    return out;
  };
  const children = new Map<string | null, Candidate[]>();
  for (const c of observation.candidates) {
    const list = children.get(c.parent);
    if (list) list.push(c);
    else children.set(c.parent, [c]);
  }
  const before = (candidate: Candidate): Candidate | null => {
    const siblings = children.get(candidate.parent) ?? [];
    const at = siblings.indexOf(candidate);
    const sibling = at > 0 ? siblings[at - 1]! : null;
    return sibling && sibling.text ? sibling : null;
  };
  const after = (candidate: Candidate): Candidate | null => {
    const siblings = children.get(candidate.parent) ?? [];
    const at = siblings.indexOf(candidate);
    return at >= 0 ? (siblings[at + 1] ?? null) : null;
  };
  const address = (candidate: Candidate): string => {
    const href =
      candidate.attributes.href ?? candidate.folded.find((a) => a.attributes.href)?.attributes.href ?? '';
    if (!href || href === '#' || /^javascript:/iu.test(href)) return '';
    try {
      return new URL(href, observation.url).href;
    } catch {
      return href;
    }
  };
  // A dialog that contains only a form is folded into the form.
  const isDialog = (c: Candidate): boolean =>
    [c, ...c.folded].some((x) => x.role === 'dialog' || x.role === 'alertdialog' || x.tag === 'dialog');
  const within = new Map<string, boolean>();
  const inDialog = (c: Candidate): boolean => {
    const known = within.get(c.uid);
    if (known !== undefined) return known;
    const found = c.landmark === 'dialog' || c.overlay !== undefined || ancestors(c).some(isDialog);
    within.set(c.uid, found);
    return found;
  };
  const dialogOpen = observation.candidates.some(
    (c) => (isDialog(c) || c.overlay !== undefined) && c.visible && c.inViewport,
  );
  return {
    observation,
    candidates: observation.candidates,
    byUid,
    ancestors,
    before,
    after,
    address,
    inDialog,
    dialogOpen,
  };
}
