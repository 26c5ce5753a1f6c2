/** Finds the cookie banner in an observation, and the button that makes a choice. Pure. */
import type { Candidate, Observation } from '../contract/index.js';
import { fold } from '../text/index.js';
import {
  ACCEPT_LABELS,
  ACCEPT_PHRASES,
  BANNER_NAME_PATTERN,
  CLOSE_LABELS,
  CONSENT_NAME_PATTERN,
  CONSENT_PHRASES,
  COOKIE_PHRASES,
  DECLINE_LABELS,
  DECLINE_PHRASES,
  ESSENTIAL_PHRASES,
  NEGATING_PHRASES,
  OTHER_BUTTON_PHRASES,
  OTHER_TOPIC_PHRASES,
  PRIVACY_PHRASES,
} from './banner-words/index.js';

export type BannerChoice = 'decline' | 'accept';
/** What to do about cookie banners. `leave` leaves them as they are. */
export const BANNER_POLICIES = ['leave', 'decline', 'accept'] as const satisfies readonly (
  | 'leave'
  | BannerChoice
)[];
export type BannerPolicy = (typeof BANNER_POLICIES)[number];
/** What a button of a banner does. */
export type BannerButtonKind = BannerChoice | 'close';

/**
 * How much evidence the search needs. `strict` is for banners that Parley answers without being asked: it would
 * rather miss a banner than mistake a newsletter, an age gate or a cookie shop for one. `lenient` is for a banner
 * that the user mentioned or that covers an element: any short text about cookies or privacy is enough.
 */
export type BannerEvidence = 'strict' | 'lenient';

export interface BannerSearchOptions {
  evidence?: BannerEvidence;
  /** Returns a button's labels, best first. Default: its name, text or value. */
  getLabels?: (button: Candidate) => readonly string[];
}

export type BannerSearch =
  | { kind: 'none' }
  /** There is a banner, but no button makes this choice directly. */
  | { kind: 'no-direct-way' }
  | { kind: 'button'; button: Candidate };

/** Maximum number of ancestors between a button and its banner. */
const MAX_ANCESTORS = 12;
/** Maximum distance in CSS px between a bar and the edge of the viewport that it belongs to. */
const MAX_EDGE_DISTANCE = 48;
const MAX_LABEL_LENGTH = 60;
/** An element with longer text is not a banner, unless its markup names it as one. */
const MAX_LENIENT_TEXT_LENGTH = 400;
const BANNER_ROLES = new Set([
  'dialog',
  'alertdialog',
  'region',
  'banner',
  'complementary',
  'alert',
  'status',
]);
const TOGGLE_ROLES = new Set(['checkbox', 'radio', 'switch']);
/** Page landmarks that a banner does not contain. */
const PAGE_LANDMARKS = new Set(['main', 'nav', 'article']);

/** @param requestedKinds the kind of button to find, or several kinds in order of preference */
export function findBanner(
  observation: Observation,
  requestedKinds: BannerButtonKind | readonly BannerButtonKind[],
  { evidence = 'strict', getLabels = getDefaultLabels }: BannerSearchOptions = {},
): BannerSearch {
  if (observation.dialog !== null) return { kind: 'none' };
  const kinds: readonly BannerButtonKind[] =
    typeof requestedKinds === 'string' ? [requestedKinds] : requestedKinds;
  const tree = createCandidateTree(observation.candidates);
  const answerButtons: AnswerButton[] = observation.candidates.flatMap((button) => {
    const action = isPressable(button) ? classifyButton(getLabels(button)) : null;
    // A close button alone does not make an element a banner.
    if (action === null || (action.kind === 'close' && !kinds.includes('close'))) return [];
    const container = findBannerContainer(button, tree, observation.viewport);
    const isNearBanner = container !== null || (evidence === 'lenient' && isNearBannerText(button, tree));
    return isNearBanner ? [{ button, ...action, container }] : [];
  });
  if (answerButtons.length === 0) return { kind: 'none' };
  // If several containers are nested, the smallest is the banner. Buttons outside it belong to something else.
  const containers = answerButtons.flatMap(({ container }) => container ?? []);
  const banner = containers.toSorted((a, b) => computeArea(a) - computeArea(b))[0] ?? null;
  const bannerButtons = answerButtons.filter((answer) => banner !== null && answer.container === banner);
  for (const kind of kinds) {
    const button =
      pickButton(kind, bannerButtons) ?? (evidence === 'lenient' ? pickButton(kind, answerButtons) : null);
    if (button) return { kind: 'button', button };
  }
  return { kind: 'no-direct-way' };
}

interface ButtonAction {
  kind: BannerButtonKind;
  /** 0 for the clearest labels: “Reject all” ranks before “Only necessary”, “Accept” before “OK”. */
  rank: number;
}

interface AnswerButton extends ButtonAction {
  button: Candidate;
  /** The banner that contains the button; null if only text near the button mentions cookies. */
  container: Candidate | null;
}

const pickButton = (kind: BannerButtonKind, answerButtons: readonly AnswerButton[]): Candidate | null =>
  answerButtons.filter((answer) => answer.kind === kind).toSorted((a, b) => a.rank - b.rank)[0]?.button ??
  null;

const computeArea = ({ box }: Candidate): number => box.width * box.height;

interface CandidateTree {
  listAncestors(candidate: Candidate): Candidate[];
  isInside(candidate: Candidate, container: Candidate): boolean;
  candidates: readonly Candidate[];
}

function createCandidateTree(candidates: readonly Candidate[]): CandidateTree {
  const candidatesByUid = new Map(candidates.map((c) => [c.uid, c]));
  const listAncestors = (candidate: Candidate): Candidate[] => {
    const ancestors: Candidate[] = [];
    let ancestor = candidate.parent === null ? undefined : candidatesByUid.get(candidate.parent);
    for (
      ;
      ancestor && ancestors.length < MAX_ANCESTORS * 2;
      ancestor = ancestor.parent === null ? undefined : candidatesByUid.get(ancestor.parent)
    )
      ancestors.push(ancestor);
    return ancestors;
  };
  return {
    candidates,
    listAncestors,
    isInside: (candidate, container) => listAncestors(candidate).includes(container),
  };
}

const isPressable = (c: Candidate): boolean =>
  c.visible &&
  c.interactive &&
  !c.states.disabled &&
  c.states.editable !== true &&
  c.tag !== 'select' &&
  !isToggle(c);

/** Whether this is a category switch, such as “Necessary”, or its label. It has no effect until the user saves. */
const isToggle = (c: Candidate): boolean =>
  TOGGLE_ROLES.has(c.role) || (c.tag === 'label' && c.role !== 'button' && c.role !== 'link');

const getDefaultLabels = (c: Candidate): readonly string[] => [
  c.name || c.text || c.attributes['value'] || '',
];

/** Finds the nearest ancestor that looks like a banner and asks for consent to cookies. */
function findBannerContainer(
  button: Candidate,
  tree: CandidateTree,
  viewport: Observation['viewport'],
): Candidate | null {
  for (const container of tree.listAncestors(button).slice(0, MAX_ANCESTORS)) {
    const placement = findBannerPlacement(container, viewport);
    if (placement === null || !asksForConsent(container)) continue;
    const contents = tree.candidates.filter((c) => tree.isInside(c, container));
    // An element with an input field is not a banner. A bar that contains page landmarks is the page itself.
    if (contents.some((c) => c.states.editable === true)) return null;
    const containsLandmark = [container, ...contents].some(
      (c) => PAGE_LANDMARKS.has(c.tag) || c.role === 'main',
    );
    return placement === 'at-edge' && containsLandmark ? null : container;
  }
  return null;
}

const joinMarkupNames = (c: Candidate): string =>
  [c.attributes['id'], c.attributes['class'], c.attributes['aria-label'], c.name, ...c.frame].join(' ');

/**
 * Returns how the element is recognised as a possible banner. `named`: by its role or tag (a dialog or a region), or
 * by a name in its markup that banners use. `at-edge`: as a bar at an edge of the viewport. Null: it is not a banner.
 */
function findBannerPlacement(
  container: Candidate,
  viewport: Observation['viewport'],
): 'named' | 'at-edge' | null {
  if (!container.visible || !container.inViewport || container.tag === 'main') return null;
  const mergedElements = [container, ...container.folded];
  if (mergedElements.some((element) => BANNER_ROLES.has(element.role) || element.tag === 'dialog'))
    return 'named';
  if (BANNER_NAME_PATTERN.test(joinMarkupNames(container))) return 'named';
  const { y, height } = container.box;
  const isAtEdge =
    Math.abs(y + height - viewport.height) <= MAX_EDGE_DISTANCE || Math.abs(y) <= MAX_EDGE_DISTANCE;
  return isAtEdge && height < viewport.height * 0.8 ? 'at-edge' : null;
}

function asksForConsent(container: Candidate): boolean {
  const foldedText = fold(`${container.name} ${container.text}`);
  if (OTHER_TOPIC_MATCHER.test(foldedText)) return false;
  return (
    (COOKIE_MATCHER.test(foldedText) || BANNER_NAME_PATTERN.test(joinMarkupNames(container))) &&
    CONSENT_MATCHER.test(foldedText)
  );
}

/**
 * Whether the markup or a short text around the button mentions cookies or privacy. This is enough for lenient
 * evidence.
 */
function isNearBannerText(button: Candidate, tree: CandidateTree): boolean {
  for (const ancestor of tree.listAncestors(button).slice(0, MAX_ANCESTORS)) {
    const markupNames = joinMarkupNames(ancestor);
    const isWholePage = ancestor.tag === 'main' || ancestor.tag === 'body';
    if (
      (isWholePage || ancestor.text.length >= MAX_LENIENT_TEXT_LENGTH) &&
      !CONSENT_NAME_PATTERN.test(markupNames)
    )
      return false;
    if (COOKIE_OR_PRIVACY_MATCHER.test(fold(`${ancestor.text} ${markupNames}`))) return true;
  }
  return false;
}

/** Returns what a button does, by its first recognised label; null if no label is recognised. */
function classifyButton(labels: readonly string[]): ButtonAction | null {
  for (const label of labels) {
    const action = classifyLabel(fold(label));
    if (action) return action;
  }
  return null;
}

function classifyLabel(foldedLabel: string): ButtonAction | null {
  if (foldedLabel === '' || foldedLabel.length > MAX_LABEL_LENGTH || OTHER_BUTTON_MATCHER.test(foldedLabel))
    return null;
  const labelWithoutPunctuation = foldedLabel.replace(/[\s!.]+$/u, '').replaceAll(',', '');
  if (DECLINE_MATCHER.test(foldedLabel)) return { kind: 'decline', rank: 0 };
  if (ESSENTIAL_MATCHER.test(foldedLabel) && !NEGATION_MATCHER.test(foldedLabel))
    return { kind: 'decline', rank: 1 };
  if (FOLDED_DECLINE_LABELS.has(labelWithoutPunctuation)) return { kind: 'decline', rank: 2 };
  if (ACCEPT_MATCHER.test(foldedLabel)) return { kind: 'accept', rank: 0 };
  if (FOLDED_ACCEPT_LABELS.has(labelWithoutPunctuation)) return { kind: 'accept', rank: 1 };
  return FOLDED_CLOSE_LABELS.has(labelWithoutPunctuation) ? { kind: 'close', rank: 0 } : null;
}

/**
 * Matches any of the phrases as whole words. Word boundaries are ignored in scripts without spaces. The pattern is
 * compiled on first use, because compiling all patterns takes 30 ms and most commands never look for a banner.
 */
class PhraseMatcher {
  readonly #phrases: readonly string[];
  #pattern: RegExp | null = null;

  constructor(phrases: readonly string[]) {
    this.#phrases = phrases;
  }

  test(text: string): boolean {
    this.#pattern ??= new RegExp(this.#phrases.map(createPhrasePattern).join('|'), 'u');
    return this.#pattern.test(text);
  }
}

function createPhrasePattern(phrase: string): string {
  const foldedPhrase = fold(phrase).replace(/[.+?^${}()|[\]\\]/gu, '\\$&');
  if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(foldedPhrase)) return foldedPhrase;
  const wordStart = /^\p{L}/u.test(foldedPhrase) ? '(?<!\\p{L})' : '';
  const phrasePattern = foldedPhrase.replace(/\*$/u, '').replaceAll('*', '\\p{L}*');
  return `${wordStart}${phrasePattern}${foldedPhrase.endsWith('*') ? '' : '(?!\\p{L})'}`;
}

const COOKIE_MATCHER = new PhraseMatcher(COOKIE_PHRASES);
const CONSENT_MATCHER = new PhraseMatcher(CONSENT_PHRASES);
const OTHER_TOPIC_MATCHER = new PhraseMatcher(OTHER_TOPIC_PHRASES);
const OTHER_BUTTON_MATCHER = new PhraseMatcher(OTHER_BUTTON_PHRASES);
const DECLINE_MATCHER = new PhraseMatcher(DECLINE_PHRASES);
const ESSENTIAL_MATCHER = new PhraseMatcher(ESSENTIAL_PHRASES);
const NEGATION_MATCHER = new PhraseMatcher(NEGATING_PHRASES);
const ACCEPT_MATCHER = new PhraseMatcher(ACCEPT_PHRASES);
const COOKIE_OR_PRIVACY_MATCHER = new PhraseMatcher([...COOKIE_PHRASES, ...PRIVACY_PHRASES]);
const FOLDED_ACCEPT_LABELS: ReadonlySet<string> = new Set(ACCEPT_LABELS.map(fold));
const FOLDED_DECLINE_LABELS: ReadonlySet<string> = new Set(DECLINE_LABELS.map(fold));
const FOLDED_CLOSE_LABELS: ReadonlySet<string> = new Set(CLOSE_LABELS.map(fold));
