/** The part of a page that a control belongs to: its dialog, else its form, else the nearest box that holds a field. */
import type { Candidate } from '../../contract/index.js';
import { fold as foldText } from '../../text/index.js';

/** Folds a text and turns guillemets into quotes. */
export const fold = (text: string): string => foldText(text.replace(/[«»]/gu, '"'));

export interface Region {
  /** The open dialog that it is in. */
  dialog: Candidate | null;
  heading: string;
  holds(c: Candidate): boolean;
  /** Controls that stand side by side with one. */
  beside(c: Candidate): Candidate[];
}

/** How far up a page without forms is looked for what belongs together. */
const MAX_STEPS = 4;

const parentPath = (xpath: string): string => xpath.slice(0, Math.max(0, xpath.lastIndexOf('/')));
const within = (xpath: string, root: string): boolean => root !== '' && xpath.startsWith(`${root}/`);
const editable = (c: Candidate): boolean => c.states.editable === true || c.tag === 'textarea';
const isDialog = (c: Candidate): boolean =>
  c.role === 'dialog' ||
  c.role === 'alertdialog' ||
  c.tag === 'dialog' ||
  c.folded.some((alias) => alias.role === 'dialog' || alias.role === 'alertdialog' || alias.tag === 'dialog');
const isForm = (c: Candidate): boolean =>
  c.role === 'form' || c.tag === 'form' || c.folded.some((a) => a.tag === 'form');

function ancestorsOf(c: Candidate, byUid: ReadonlyMap<string, Candidate>): Candidate[] {
  const out: Candidate[] = [];
  for (let at = c.parent === null ? undefined : byUid.get(c.parent); at && out.length < 40;) {
    out.push(at);
    at = at.parent === null ? undefined : byUid.get(at.parent);
  }
  return out;
}

/** A native dialog or form stands in the path, also where it is no candidate itself. */
function rootOf(c: Candidate, tag: 'dialog' | 'form'): string {
  const match = new RegExp(`^.*/${tag}(?:\\[\\d+\\])?(?=/)`, 'u').exec(c.xpath);
  return match?.[0] ?? '';
}

function rootByFields(c: Candidate, candidates: readonly Candidate[]): string {
  const fields = candidates.filter(editable);
  let root = parentPath(c.xpath);
  for (let step = 0; step < MAX_STEPS && root.split('/').length > 3; step++, root = parentPath(root))
    if (fields.some((field) => within(field.xpath, root))) return root;
  return parentPath(c.xpath);
}

const sameFrame = (a: Candidate, b: Candidate): boolean => a.frame.join(' ') === b.frame.join(' ');

export function regionOf(c: Candidate, candidates: readonly Candidate[]): Region {
  const byUid = new Map(candidates.map((one) => [one.uid, one]));
  const ancestors = ancestorsOf(c, byUid);
  const dialog = ancestors.find(isDialog) ?? null;
  const form = dialog ? undefined : ancestors.find(isForm);
  const box = dialog ?? form;
  const root = box ? box.xpath : rootOf(c, 'dialog') || rootOf(c, 'form') || rootByFields(c, candidates);
  const holds = (one: Candidate): boolean => sameFrame(one, c) && within(one.xpath, root);
  const side = parentPath(c.xpath);
  return {
    dialog,
    heading: dialog?.name || c.section,
    holds: box ? (one) => holds(one) || ancestorsOf(one, byUid).includes(box) : holds,
    beside: (one) =>
      candidates.filter((other) => other !== one && other.interactive && parentPath(other.xpath) === side),
  };
}
