/** Finds the cookie banner of an observation and its button for a choice. Pure. */
import type { Candidate, Observation } from '../contract/index.js';
import { fold } from '../text/index.js';
import {
  ACCEPT_LABELS,
  ACCEPT_WORDS,
  BANNER_NAME,
  CLOSE_LABELS,
  CONSENT_NAME,
  CONSENT_WORDS,
  COOKIE_WORDS,
  DECLINE_LABELS,
  DECLINE_WORDS,
  ESSENTIAL_WORDS,
  NEGATING_WORDS,
  OTHER_BUTTON_WORDS,
  OTHER_TOPIC_WORDS,
  PRIVACY_WORDS,
} from './banner-words/index.js';

export type BannerChoice = 'decline' | 'accept';
/** What to do about banners; `leave` does nothing. */
export const BANNER_POLICIES = ['leave', 'decline', 'accept'] as const satisfies readonly (
  | 'leave'
  | BannerChoice
)[];
export type BannerPolicy = (typeof BANNER_POLICIES)[number];
/** What a button of a banner does. */
export type BannerButtonKind = BannerChoice | 'close';

/**
 * How sure the search has to be. `strict` is for banners that Parley answers without a request: it would rather miss a
 * banner than mistake a newsletter, an age gate or a cookie shop for one. `lenient` is for a banner that the user
 * mentioned or that covers an element: any short text about cookies or privacy is enough.
 */
export type BannerEvidence = 'strict' | 'lenient';

export interface BannerSearchOptions {
  evidence?: BannerEvidence;
  /** The labels of a button, best first. Default: its name, text or value. */
  labelsOf?: (button: Candidate) => readonly string[];
}

export type BannerSearch =
  | { kind: 'none' }
  /** There is a banner, but no button makes this choice directly. */
  | { kind: 'no-direct-way' }
  | { kind: 'button'; button: Candidate };

/** Maximum number of ancestors between a button and its banner. */
const MAX_ANCESTORS = 12;
/** CSS px between a bar and the viewport edge that it sticks to. */
const EDGE_DISTANCE = 48;
const MAX_LABEL_LENGTH = 60;
/** An element with a longer text is not a banner, unless its markup names it as one. */
const MAX_LENIENT_TEXT_LENGTH = 400;
const BOX_ROLES = new Set(['dialog', 'alertdialog', 'region', 'banner', 'complementary', 'alert', 'status']);
const TOGGLE_ROLES = new Set(['checkbox', 'radio', 'switch']);
/** Page landmarks that a banner does not contain. */
const PAGE_LANDMARKS = new Set(['main', 'nav', 'article']);

/** @param choice the kind of button to find; of several kinds, the first that the banner has */
export function findBanner(
  observation: Observation,
  choice: BannerButtonKind | readonly BannerButtonKind[],
  { evidence = 'strict', labelsOf = getDefaultLabels }: BannerSearchOptions = {},
): BannerSearch {
  if (observation.dialog !== null) return { kind: 'none' };
  const choices: readonly BannerButtonKind[] = typeof choice === 'string' ? [choice] : choice;
  const tree = createTree(observation.candidates);
  const answers: AnswerButton[] = observation.candidates.flatMap((button) => {
    const action = isPressable(button) ? classifyButton(labelsOf(button)) : null;
    // A close button alone does not make a box a banner.
    if (action === null || (action.kind === 'close' && !choices.includes('close'))) return [];
    const box = findBannerBox(button, tree, observation.viewport);
    const isNear = box !== null || (evidence === 'lenient' && isNearBannerWords(button, tree));
    return isNear ? [{ button, ...action, box }] : [];
  });
  if (answers.length === 0) return { kind: 'none' };
  // The smallest of nested boxes is the banner; buttons outside it in a larger box belong to something else.
  const boxes = answers.flatMap(({ box }) => box ?? []);
  const banner = boxes.toSorted((a, b) => computeArea(a) - computeArea(b))[0] ?? null;
  const bannerAnswers = answers.filter((answer) => banner !== null && answer.box === banner);
  for (const kind of choices) {
    const button =
      pickButton(kind, bannerAnswers) ?? (evidence === 'lenient' ? pickButton(kind, answers) : null);
    if (button) return { kind: 'button', button };
  }
  return { kind: 'no-direct-way' };
}

interface ButtonAction {
  kind: BannerButtonKind;
  /** 0 is the clearest label: “Reject all” before “Only necessary”, “Accept” before “OK”. */
  rank: number;
}

interface AnswerButton extends ButtonAction {
  button: Candidate;
  /** The banner around the button; null if only the words near it mention cookies. */
  box: Candidate | null;
}

const pickButton = (kind: BannerButtonKind, answers: readonly AnswerButton[]): Candidate | null =>
  answers.filter((answer) => answer.kind === kind).toSorted((a, b) => a.rank - b.rank)[0]?.button ?? null;

const computeArea = ({ box }: Candidate): number => box.width * box.height;

interface Tree {
  ancestors(candidate: Candidate): Candidate[];
  isInside(candidate: Candidate, box: Candidate): boolean;
  all: readonly Candidate[];
}

function createTree(candidates: readonly Candidate[]): Tree {
  const byUid = new Map(candidates.map((c) => [c.uid, c]));
  const ancestors = (candidate: Candidate): Candidate[] => {
    const out: Candidate[] = [];
    let ancestor = candidate.parent === null ? undefined : byUid.get(candidate.parent);
    for (
      ;
      ancestor && out.length < MAX_ANCESTORS * 2;
      ancestor = ancestor.parent === null ? undefined : byUid.get(ancestor.parent)
    )
      out.push(ancestor);
    return out;
  };
  return { all: candidates, ancestors, isInside: (candidate, box) => ancestors(candidate).includes(box) };
}

const isPressable = (c: Candidate): boolean =>
  c.visible &&
  c.interactive &&
  !c.states.disabled &&
  c.states.editable !== true &&
  c.tag !== 'select' &&
  !isToggle(c);

/** A category switch such as “Necessary”, or its label: it takes effect only when the user saves. */
const isToggle = (c: Candidate): boolean =>
  TOGGLE_ROLES.has(c.role) || (c.tag === 'label' && c.role !== 'button' && c.role !== 'link');

const getDefaultLabels = (c: Candidate): readonly string[] => [
  c.name || c.text || c.attributes['value'] || '',
];

/** Finds the nearest ancestor that looks like a banner and asks for consent to cookies. */
function findBannerBox(button: Candidate, tree: Tree, viewport: Observation['viewport']): Candidate | null {
  for (const box of tree.ancestors(button).slice(0, MAX_ANCESTORS)) {
    const placement = bannerPlacement(box, viewport);
    if (placement === null || !asksForConsent(box)) continue;
    const contents = tree.all.filter((c) => tree.isInside(c, box));
    // A box with an input field is not a banner, and a bar that contains page sections is the page itself.
    if (contents.some((c) => c.states.editable === true)) return null;
    const containsPagePart = [box, ...contents].some((c) => PAGE_LANDMARKS.has(c.tag) || c.role === 'main');
    return placement === 'at-edge' && containsPagePart ? null : box;
  }
  return null;
}

const describeBox = (c: Candidate): string =>
  [c.attributes['id'], c.attributes['class'], c.attributes['aria-label'], c.name, ...c.frame].join(' ');

/** A dialog, a named region, an element named like a banner, or a bar at an edge of the viewport. */
function bannerPlacement(box: Candidate, viewport: Observation['viewport']): 'named' | 'at-edge' | null {
  if (!box.visible || !box.inViewport || box.tag === 'main') return null;
  const parts = [box, ...box.folded];
  if (parts.some((part) => BOX_ROLES.has(part.role) || part.tag === 'dialog')) return 'named';
  if (BANNER_NAME.test(describeBox(box))) return 'named';
  const { y, height } = box.box;
  const isAtEdge = Math.abs(y + height - viewport.height) <= EDGE_DISTANCE || Math.abs(y) <= EDGE_DISTANCE;
  return isAtEdge && height < viewport.height * 0.8 ? 'at-edge' : null;
}

function asksForConsent(box: Candidate): boolean {
  const words = fold(`${box.name} ${box.text}`);
  if (OTHER_TOPIC_PHRASES.test(words)) return false;
  return (COOKIE_PHRASES.test(words) || BANNER_NAME.test(describeBox(box))) && CONSENT_PHRASES.test(words);
}

/** Lenient evidence: the markup or a short text around the button mentions cookies or privacy. */
function isNearBannerWords(button: Candidate, tree: Tree): boolean {
  for (const ancestor of tree.ancestors(button).slice(0, MAX_ANCESTORS)) {
    const markup = describeBox(ancestor);
    const isPage = ancestor.tag === 'main' || ancestor.tag === 'body';
    if ((isPage || ancestor.text.length >= MAX_LENIENT_TEXT_LENGTH) && !CONSENT_NAME.test(markup))
      return false;
    if (COOKIE_OR_PRIVACY_PHRASES.test(fold(`${ancestor.text} ${markup}`))) return true;
  }
  return false;
}

/** What a button does, by the first of its labels that is recognised; null if none is. */
function classifyButton(labels: readonly string[]): ButtonAction | null {
  for (const label of labels) {
    const action = classifyLabel(fold(label));
    if (action) return action;
  }
  return null;
}

/** @param words folded */
function classifyLabel(words: string): ButtonAction | null {
  if (words === '' || words.length > MAX_LABEL_LENGTH || OTHER_BUTTON_PHRASES.test(words)) return null;
  const label = words.replace(/[\s!.]+$/u, '').replaceAll(',', '');
  if (DECLINE_PHRASES.test(words)) return { kind: 'decline', rank: 0 };
  if (ESSENTIAL_PHRASES.test(words) && !NEGATING_PHRASES.test(words)) return { kind: 'decline', rank: 1 };
  if (FOLDED_DECLINE_LABELS.has(label)) return { kind: 'decline', rank: 2 };
  if (ACCEPT_PHRASES.test(words)) return { kind: 'accept', rank: 0 };
  if (FOLDED_ACCEPT_LABELS.has(label)) return { kind: 'accept', rank: 1 };
  return FOLDED_CLOSE_LABELS.has(label) ? { kind: 'close', rank: 0 } : null;
}

/**
 * Matches any of the phrases as whole words. Scripts without spaces have no word boundaries. The pattern is compiled on
 * first use, because compiling all patterns takes 30 ms and most commands read no banner.
 */
class PhraseMatcher {
  readonly #phrases: readonly string[];
  #pattern: RegExp | null = null;

  constructor(phrases: readonly string[]) {
    this.#phrases = phrases;
  }

  test(text: string): boolean {
    this.#pattern ??= new RegExp(this.#phrases.map(toPatternSource).join('|'), 'u');
    return this.#pattern.test(text);
  }
}

function toPatternSource(phrase: string): string {
  const folded = fold(phrase).replace(/[.+?^${}()|[\]\\]/gu, '\\$&');
  if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(folded)) return folded;
  const start = /^\p{L}/u.test(folded) ? '(?<!\\p{L})' : '';
  const inner = folded.replace(/\*$/u, '').replaceAll('*', '\\p{L}*');
  return `${start}${inner}${folded.endsWith('*') ? '' : '(?!\\p{L})'}`;
}

const COOKIE_PHRASES = new PhraseMatcher(COOKIE_WORDS);
const CONSENT_PHRASES = new PhraseMatcher(CONSENT_WORDS);
const OTHER_TOPIC_PHRASES = new PhraseMatcher(OTHER_TOPIC_WORDS);
const OTHER_BUTTON_PHRASES = new PhraseMatcher(OTHER_BUTTON_WORDS);
const DECLINE_PHRASES = new PhraseMatcher(DECLINE_WORDS);
const ESSENTIAL_PHRASES = new PhraseMatcher(ESSENTIAL_WORDS);
const NEGATING_PHRASES = new PhraseMatcher(NEGATING_WORDS);
const ACCEPT_PHRASES = new PhraseMatcher(ACCEPT_WORDS);
const COOKIE_OR_PRIVACY_PHRASES = new PhraseMatcher([...COOKIE_WORDS, ...PRIVACY_WORDS]);
const FOLDED_ACCEPT_LABELS: ReadonlySet<string> = new Set(ACCEPT_LABELS.map(fold));
const FOLDED_DECLINE_LABELS: ReadonlySet<string> = new Set(DECLINE_LABELS.map(fold));
const FOLDED_CLOSE_LABELS: ReadonlySet<string> = new Set(CLOSE_LABELS.map(fold));
