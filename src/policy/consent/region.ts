/**
 * Finds a control's region (its dialog, else its form, else the nearest ancestor that contains a field) and its row,
 * and folds text for comparison.
 */
import type { Candidate, ConsentClass } from '../../contract/index.js';
import { fold as foldText, unmask } from '../../text/index.js';
import { setUserWords, toEnglishWords } from './languages/index.js';

/** Folds a text, replaces lookalike letters and turns guillemets into quotes. */
export const fold = (text: string): string => unmask(foldText(text.replace(/[«»]/gu, '"')));

/** Cache of `foldPage`: a page's texts are folded again before each action. */
const foldCache = new Map<string, string>();
const MAX_FOLD_CACHE_SIZE = 4_000;

/** Folds a text of the page and translates its known words into English. */
export function foldPage(text: string): string {
  const cachedText = foldCache.get(text);
  if (cachedText !== undefined) return cachedText;
  const foldedText = toEnglishWords(fold(text));
  if (foldCache.size >= MAX_FOLD_CACHE_SIZE) foldCache.clear();
  foldCache.set(text, foldedText);
  return foldedText;
}

/** The user's additional words on controls, by the class of their action. */
export type ConsentWords = { readonly [key in ConsentClass]?: readonly string[] | undefined };

const VERBS_BY_CLASS: Readonly<Record<ConsentClass, string>> = {
  buy: 'buy',
  send: 'send',
  delete: 'delete',
  account: 'authorize',
};

/** Sets the user's words for the next session; they replace those of the previous session. */
export function setConsentWords(words: ConsentWords = {}): void {
  const verbs: Record<string, string> = {};
  for (const [consentClass, forms] of Object.entries(words) as [ConsentClass, readonly string[]][])
    if (forms.length > 0) verbs[VERBS_BY_CLASS[consentClass]] = forms.join('|');
  setUserWords({ verbs, words: {} });
  foldCache.clear();
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

const getParentPath = (xpath: string): string => xpath.slice(0, Math.max(0, xpath.lastIndexOf('/')));
const isInside = (xpath: string, root: string): boolean => root !== '' && xpath.startsWith(`${root}/`);
const isEditable = (c: Candidate): boolean => c.states.editable === true || c.tag === 'textarea';
const isDialog = (c: Candidate): boolean =>
  c.role === 'dialog' ||
  c.role === 'alertdialog' ||
  c.tag === 'dialog' ||
  c.folded.some((alias) => alias.role === 'dialog' || alias.role === 'alertdialog' || alias.tag === 'dialog');
const isForm = (c: Candidate): boolean =>
  c.role === 'form' || c.tag === 'form' || c.folded.some((a) => a.tag === 'form');

function findAncestors(c: Candidate, byUid: ReadonlyMap<string, Candidate>): Candidate[] {
  const ancestors: Candidate[] = [];
  for (
    let ancestor = c.parent === null ? undefined : byUid.get(c.parent);
    ancestor && ancestors.length < 40;
  ) {
    ancestors.push(ancestor);
    ancestor = ancestor.parent === null ? undefined : byUid.get(ancestor.parent);
  }
  return ancestors;
}

/** XPath of the nearest native dialog or form, even if that element is not a candidate. */
function findNativeRoot(c: Candidate, tag: 'dialog' | 'form'): string {
  const match = new RegExp(`^.*/${tag}(?:\\[\\d+\\])?(?=/)`, 'u').exec(c.xpath);
  return match?.[0] ?? '';
}

function findRootByFields(c: Candidate, candidates: readonly Candidate[]): string {
  const fields = candidates.filter(isEditable);
  let root = getParentPath(c.xpath);
  for (
    let step = 0;
    step < MAX_ANCESTOR_STEPS && root.split('/').length > 3;
    step++, root = getParentPath(root)
  )
    if (fields.some((field) => isInside(field.xpath, root))) return root;
  return getParentPath(c.xpath);
}

const areInSameFrame = (a: Candidate, b: Candidate): boolean => a.frame.join(' ') === b.frame.join(' ');

export function findRegion(c: Candidate, candidates: readonly Candidate[]): Region {
  const byUid = new Map(candidates.map((one) => [one.uid, one]));
  const ancestors = findAncestors(c, byUid);
  const dialog = ancestors.find(isDialog) ?? null;
  const form = dialog ? undefined : ancestors.find(isForm);
  const container = dialog ?? form;
  const root = container
    ? container.xpath
    : findNativeRoot(c, 'dialog') || findNativeRoot(c, 'form') || findRootByFields(c, candidates);
  const isInRoot = (one: Candidate): boolean => areInSameFrame(one, c) && isInside(one.xpath, root);
  const parentXPath = getParentPath(c.xpath);
  return {
    dialog,
    heading: dialog?.name || c.section,
    contains: container ? (one) => isInRoot(one) || findAncestors(one, byUid).includes(container) : isInRoot,
    siblings: (one) =>
      candidates.filter(
        (other) => other !== one && other.interactive && getParentPath(other.xpath) === parentXPath,
      ),
  };
}

/**
 * The candidates in the row of a control: its table row or list entry, or the largest element around it that contains
 * no other control with the same role and name. `[]` if there is no row and no such control.
 */
export function findRow(c: Candidate, candidates: readonly Candidate[]): Candidate[] {
  const nativeRowXPath = /^.*\/(?:tr|li|article)(?:\[\d+\])?(?=\/)/u.exec(c.xpath)?.[0] ?? '';
  const equalControls = candidates.filter(
    (one) => one !== c && one.visible && one.role === c.role && one.name === c.name && areInSameFrame(one, c),
  );
  let root = nativeRowXPath;
  if (equalControls.length > 0)
    for (
      let path = getParentPath(c.xpath);
      path !== '' && !equalControls.some((one) => isInside(one.xpath, path));
    )
      [root, path] = [path, getParentPath(path)];
  return root === ''
    ? []
    : candidates.filter((one) => one.visible && areInSameFrame(one, c) && isInside(one.xpath, root));
}

/** Finds the smallest ancestor of an element that contains one of the controls; returns the first control in it. */
export function findNearest(
  c: Candidate,
  controls: readonly Candidate[],
  maxSteps: number,
): Candidate | null {
  let root = getParentPath(c.xpath);
  for (let step = 0; step < maxSteps && root.split('/').length > 2; step++, root = getParentPath(root)) {
    const control = controls.find((one) => areInSameFrame(one, c) && isInside(one.xpath, root));
    if (control) return control;
  }
  return null;
}
