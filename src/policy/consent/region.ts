/** Finds the region of a control: its dialog, else its form, else the nearest ancestor that contains a field. */
import type { Candidate, ConsentClass } from '../../contract/index.js';
import { fold as foldText, unmask } from '../../text/index.js';
import { setOwnWords, toEnglishWords } from './languages/index.js';

/** Folds a text, replaces lookalike letters and turns guillemets into quotes. */
export const fold = (text: string): string => unmask(foldText(text.replace(/[«»]/gu, '"')));

/** Cache of recent results: the texts of a page are folded again before each action. */
const recent = new Map<string, string>();
const MAX_RECENT = 4_000;

/** Folds a text of the page and puts it into English words. */
export function foldPage(text: string): string {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const result = toEnglishWords(fold(text));
  if (recent.size >= MAX_RECENT) recent.clear();
  recent.set(text, result);
  return result;
}

/** The user's own words on controls, by the class of what they do. */
export type ConsentWords = { readonly [key in ConsentClass]?: readonly string[] | undefined };

const VERBS_BY_CLASS: Readonly<Record<ConsentClass, string>> = {
  buy: 'buy',
  send: 'send',
  delete: 'delete',
  account: 'authorize',
};

/** Sets the user's own words for the next session; they replace those of the previous session. */
export function setConsentWords(words: ConsentWords = {}): void {
  const verbs: Record<string, string> = {};
  for (const [consentClass, forms] of Object.entries(words) as [ConsentClass, readonly string[]][])
    if (forms.length > 0) verbs[VERBS_BY_CLASS[consentClass]] = forms.join('|');
  setOwnWords({ verbs, words: {} });
  recent.clear();
}

export interface Region {
  /** The open dialog around the control. */
  dialog: Candidate | null;
  heading: string;
  contains(c: Candidate): boolean;
  /** Sibling controls. */
  siblings(c: Candidate): Candidate[];
}

/** If the page has no form, this many ancestors are searched for a field. */
const MAX_ANCESTOR_STEPS = 4;

const parentPath = (xpath: string): string => xpath.slice(0, Math.max(0, xpath.lastIndexOf('/')));
const isInside = (xpath: string, root: string): boolean => root !== '' && xpath.startsWith(`${root}/`);
const isEditable = (c: Candidate): boolean => c.states.editable === true || c.tag === 'textarea';
const isDialog = (c: Candidate): boolean =>
  c.role === 'dialog' ||
  c.role === 'alertdialog' ||
  c.tag === 'dialog' ||
  c.folded.some((alias) => alias.role === 'dialog' || alias.role === 'alertdialog' || alias.tag === 'dialog');
const isForm = (c: Candidate): boolean =>
  c.role === 'form' || c.tag === 'form' || c.folded.some((a) => a.tag === 'form');

function ancestorsOf(c: Candidate, byUid: ReadonlyMap<string, Candidate>): Candidate[] {
  const out: Candidate[] = [];
  for (let ancestor = c.parent === null ? undefined : byUid.get(c.parent); ancestor && out.length < 40;) {
    out.push(ancestor);
    ancestor = ancestor.parent === null ? undefined : byUid.get(ancestor.parent);
  }
  return out;
}

/** XPath of the nearest native dialog or form, even if that element is not a candidate. */
function findNativeRoot(c: Candidate, tag: 'dialog' | 'form'): string {
  const match = new RegExp(`^.*/${tag}(?:\\[\\d+\\])?(?=/)`, 'u').exec(c.xpath);
  return match?.[0] ?? '';
}

function findRootByFields(c: Candidate, candidates: readonly Candidate[]): string {
  const fields = candidates.filter(isEditable);
  let root = parentPath(c.xpath);
  for (let step = 0; step < MAX_ANCESTOR_STEPS && root.split('/').length > 3; step++, root = parentPath(root))
    if (fields.some((field) => isInside(field.xpath, root))) return root;
  return parentPath(c.xpath);
}

const sameFrame = (a: Candidate, b: Candidate): boolean => a.frame.join(' ') === b.frame.join(' ');

export function findRegion(c: Candidate, candidates: readonly Candidate[]): Region {
  const byUid = new Map(candidates.map((one) => [one.uid, one]));
  const ancestors = ancestorsOf(c, byUid);
  const dialog = ancestors.find(isDialog) ?? null;
  const form = dialog ? undefined : ancestors.find(isForm);
  const box = dialog ?? form;
  const root = box
    ? box.xpath
    : findNativeRoot(c, 'dialog') || findNativeRoot(c, 'form') || findRootByFields(c, candidates);
  const contains = (one: Candidate): boolean => sameFrame(one, c) && isInside(one.xpath, root);
  const parent = parentPath(c.xpath);
  return {
    dialog,
    heading: dialog?.name || c.section,
    contains: box ? (one) => contains(one) || ancestorsOf(one, byUid).includes(box) : contains,
    siblings: (one) =>
      candidates.filter((other) => other !== one && other.interactive && parentPath(other.xpath) === parent),
  };
}

/**
 * The candidates in the row of a control: its table row or list entry, or the largest element around it that contains
 * no other control of the same name. `[]` if nothing on the page repeats around it.
 */
export function findRow(c: Candidate, candidates: readonly Candidate[]): Candidate[] {
  const native = /^.*\/(?:tr|li|article)(?:\[\d+\])?(?=\/)/u.exec(c.xpath)?.[0] ?? '';
  const twins = candidates.filter(
    (one) => one !== c && one.visible && one.role === c.role && one.name === c.name && sameFrame(one, c),
  );
  let root = native;
  if (twins.length > 0)
    for (let path = parentPath(c.xpath); path !== '' && !twins.some((one) => isInside(one.xpath, path));)
      [root, path] = [path, parentPath(path)];
  return root === ''
    ? []
    : candidates.filter((one) => one.visible && sameFrame(one, c) && isInside(one.xpath, root));
}

/** The first of the controls in the smallest ancestor of an element that contains one. */
export function findNear(c: Candidate, controls: readonly Candidate[], maxSteps: number): Candidate | null {
  let root = parentPath(c.xpath);
  for (let step = 0; step < maxSteps && root.split('/').length > 2; step++, root = parentPath(root)) {
    const found = controls.find((one) => sameFrame(one, c) && isInside(one.xpath, root));
    if (found) return found;
  }
  return null;
}
