/**
 * Finds a control's region (its dialog, else its form, else the nearest ancestor that contains a field) and its row,
 * and folds text for comparison.
 */
import type { Candidate, ConsentClass } from '../../contract/index.js';
import { fold as foldText, undoDisguises } from '../../text/index.js';
import { setUserWords, translateToEnglish } from './languages/index.js';

export const collapseSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Folds a text, replaces lookalike letters and turns guillemets into quotes. */
export const foldLookalikes = (text: string): string => undoDisguises(foldText(text.replace(/[«»]/gu, '"')));

/** Cache of `foldPage`, because the same page text is folded before each action. */
const foldCache = new Map<string, string>();
const MAX_FOLD_CACHE_SIZE = 4_000;

/** Folds text from the page and translates its known words into English. */
export function foldPage(text: string): string {
  const cachedText = foldCache.get(text);
  if (cachedText !== undefined) return cachedText;
  const foldedText = translateToEnglish(foldLookalikes(text));
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
  /** The open dialog that contains the control. */
  dialog: Candidate | null;
  heading: string;
  contains(c: Candidate): boolean;
  /** Lists the other controls with the same parent element as the region's control. */
  listSiblings(c: Candidate): Candidate[];
}

/** If the page has no form, this many ancestors are searched for a field. */
const MAX_ANCESTOR_STEPS = 4;

const getParentPath = (xpath: string): string => xpath.slice(0, Math.max(0, xpath.lastIndexOf('/')));
const isInside = (xpath: string, ancestorXPath: string): boolean =>
  ancestorXPath !== '' && xpath.startsWith(`${ancestorXPath}/`);
const isEditable = (c: Candidate): boolean => c.states.editable === true || c.tag === 'textarea';
const isDialog = (c: Candidate): boolean =>
  c.role === 'dialog' ||
  c.role === 'alertdialog' ||
  c.tag === 'dialog' ||
  c.folded.some((alias) => alias.role === 'dialog' || alias.role === 'alertdialog' || alias.tag === 'dialog');
const isForm = (c: Candidate): boolean =>
  c.role === 'form' || c.tag === 'form' || c.folded.some((alias) => alias.tag === 'form');

function findAncestors(c: Candidate, candidatesByUid: ReadonlyMap<string, Candidate>): Candidate[] {
  const ancestors: Candidate[] = [];
  for (
    let ancestor = c.parent === null ? undefined : candidatesByUid.get(c.parent);
    ancestor && ancestors.length < 40;
  ) {
    ancestors.push(ancestor);
    ancestor = ancestor.parent === null ? undefined : candidatesByUid.get(ancestor.parent);
  }
  return ancestors;
}

/** XPath of the nearest native dialog or form, even if that element is not a candidate. */
function findNativeRootXPath(c: Candidate, tag: 'dialog' | 'form'): string {
  const match = new RegExp(`^.*/${tag}(?:\\[\\d+\\])?(?=/)`, 'u').exec(c.xpath);
  return match?.[0] ?? '';
}

function findRootXPathByFields(c: Candidate, candidates: readonly Candidate[]): string {
  const fields = candidates.filter(isEditable);
  let rootXPath = getParentPath(c.xpath);
  for (
    let step = 0;
    step < MAX_ANCESTOR_STEPS && rootXPath.split('/').length > 3;
    step++, rootXPath = getParentPath(rootXPath)
  )
    if (fields.some((field) => isInside(field.xpath, rootXPath))) return rootXPath;
  return getParentPath(c.xpath);
}

const areInSameFrame = (a: Candidate, b: Candidate): boolean => a.frame.join(' ') === b.frame.join(' ');

export function findRegion(c: Candidate, candidates: readonly Candidate[]): Region {
  const candidatesByUid = new Map(candidates.map((candidate) => [candidate.uid, candidate]));
  const ancestors = findAncestors(c, candidatesByUid);
  const dialog = ancestors.find(isDialog) ?? null;
  const form = dialog ? undefined : ancestors.find(isForm);
  const container = dialog ?? form;
  const rootXPath = container
    ? container.xpath
    : findNativeRootXPath(c, 'dialog') ||
      findNativeRootXPath(c, 'form') ||
      findRootXPathByFields(c, candidates);
  const isInRoot = (candidate: Candidate): boolean =>
    areInSameFrame(candidate, c) && isInside(candidate.xpath, rootXPath);
  const parentXPath = getParentPath(c.xpath);
  return {
    dialog,
    heading: dialog?.name || c.section,
    contains: container
      ? (candidate) => isInRoot(candidate) || findAncestors(candidate, candidatesByUid).includes(container)
      : isInRoot,
    listSiblings: (control) =>
      candidates.filter(
        (other) => other !== control && other.interactive && getParentPath(other.xpath) === parentXPath,
      ),
  };
}

/**
 * Finds the candidates in the control's row: its table row or list entry, or the largest ancestor that contains no
 * other control with the same role and name. Returns `[]` if there is neither a row nor another such control.
 */
export function findRow(c: Candidate, candidates: readonly Candidate[]): Candidate[] {
  const nativeRowXPath = /^.*\/(?:tr|li|article)(?:\[\d+\])?(?=\/)/u.exec(c.xpath)?.[0] ?? '';
  const equalControls = candidates.filter(
    (candidate) =>
      candidate !== c &&
      candidate.visible &&
      candidate.role === c.role &&
      candidate.name === c.name &&
      areInSameFrame(candidate, c),
  );
  let rowXPath = nativeRowXPath;
  if (equalControls.length > 0)
    for (
      let ancestorXPath = getParentPath(c.xpath);
      ancestorXPath !== '' && !equalControls.some((control) => isInside(control.xpath, ancestorXPath));
    )
      [rowXPath, ancestorXPath] = [ancestorXPath, getParentPath(ancestorXPath)];
  return rowXPath === ''
    ? []
    : candidates.filter(
        (candidate) =>
          candidate.visible && areInSameFrame(candidate, c) && isInside(candidate.xpath, rowXPath),
      );
}

/** Finds the smallest ancestor of an element that contains one of the controls; returns the first control in it. */
export function findNearest(
  c: Candidate,
  controls: readonly Candidate[],
  maxSteps: number,
): Candidate | null {
  let ancestorXPath = getParentPath(c.xpath);
  for (
    let step = 0;
    step < maxSteps && ancestorXPath.split('/').length > 2;
    step++, ancestorXPath = getParentPath(ancestorXPath)
  ) {
    const control = controls.find(
      (candidate) => areInSameFrame(candidate, c) && isInside(candidate.xpath, ancestorXPath),
    );
    if (control) return control;
  }
  return null;
}
