/**
 * Finds the cookie banner of an observation and its button for a choice. Pure. It is used only if the user asked for
 * banners to be answered, and prefers missing one to mistaking a newsletter, an age gate or a cookie shop for one.
 */
import type { Candidate, Observation } from '../contract/index.js';
import { fold } from '../text/index.js';
import {
  ACCEPT,
  ACCEPT_ALONE,
  CALLED_SO,
  CONSENT,
  COOKIES,
  DECLINE,
  ELSEWHERE,
  ESSENTIAL,
  NOT,
  OTHER_MATTERS,
} from './banner-words.js';

export type BannerChoice = 'decline' | 'accept';
/** What to do about banners; `leave` does nothing. */
export type BannerPolicy = 'leave' | BannerChoice;

export type BannerSearch =
  | { kind: 'none' }
  /** There is a banner, but no button makes this choice directly. */
  | { kind: 'no-direct-way' }
  | { kind: 'button'; button: Candidate };

/** Maximum number of ancestors between a button and its banner. */
const MAX_LEVELS = 12;
/** CSS px between a bar and the viewport edge that it sticks to. */
const EDGE_DISTANCE = 48;
const MAX_LABEL_LENGTH = 60;
const BOX_ROLES = new Set(['dialog', 'alertdialog', 'region', 'banner', 'complementary', 'alert', 'status']);
/** Parts of a page that a banner does not contain. */
const PAGE_PARTS = new Set(['main', 'nav', 'article']);

type ButtonKind = BannerChoice | 'elsewhere';

export function findBanner(observation: Observation, choice: BannerChoice): BannerSearch {
  if (observation.dialog !== null) return { kind: 'none' };
  const tree = createTree(observation.candidates);
  const answers = observation.candidates.flatMap((button) => {
    const kind = isPressable(button) ? classifyButton(buttonLabel(button)) : null;
    if (kind === null || kind === 'elsewhere') return [];
    const box = findBannerBox(button, tree, observation.viewport);
    return box === null ? [] : [{ button, kind, box }];
  });
  // The smallest of nested boxes is the banner; buttons outside it in a larger box belong to something else.
  const banner = answers.toSorted((a, b) => area(a.box) - area(b.box))[0]?.box;
  if (!banner) return { kind: 'none' };
  const hit = answers.find((answer) => answer.kind === choice && answer.box === banner);
  return hit ? { kind: 'button', button: hit.button } : { kind: 'no-direct-way' };
}

const area = ({ box }: Candidate): number => box.width * box.height;

interface Tree {
  ancestors(candidate: Candidate): Candidate[];
  inside(candidate: Candidate, box: Candidate): boolean;
  all: readonly Candidate[];
}

function createTree(all: readonly Candidate[]): Tree {
  const byUid = new Map(all.map((c) => [c.uid, c]));
  const ancestors = (candidate: Candidate): Candidate[] => {
    const out: Candidate[] = [];
    let at = candidate.parent === null ? undefined : byUid.get(candidate.parent);
    for (; at && out.length < MAX_LEVELS * 2; at = at.parent === null ? undefined : byUid.get(at.parent))
      out.push(at);
    return out;
  };
  return { all, ancestors, inside: (candidate, box) => ancestors(candidate).includes(box) };
}

const isPressable = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && c.states.editable !== true && c.tag !== 'select';

const buttonLabel = (c: Candidate): string => c.name || c.text || c.attributes['value'] || '';

/** Finds the nearest ancestor that is set apart from the page and asks for consent to cookies. */
function findBannerBox(button: Candidate, tree: Tree, viewport: Observation['viewport']): Candidate | null {
  for (const box of tree.ancestors(button).slice(0, MAX_LEVELS)) {
    const how = bannerPlacement(box, viewport);
    if (how === null || !asksForConsent(box)) continue;
    const within = tree.all.filter((c) => tree.inside(c, box));
    // A box with an input field is not a banner, and a bar that contains page parts is the page itself.
    if (within.some((c) => c.states.editable === true)) return null;
    const page = [box, ...within].some((c) => PAGE_PARTS.has(c.tag) || c.role === 'main');
    return how === 'at-edge' && page ? null : box;
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
  if (CALLED_SO.test(describeBox(box))) return 'named';
  const { y, height } = box.box;
  const atEdge = Math.abs(y + height - viewport.height) <= EDGE_DISTANCE || Math.abs(y) <= EDGE_DISTANCE;
  return atEdge && height < viewport.height * 0.8 ? 'at-edge' : null;
}

function asksForConsent(box: Candidate): boolean {
  const words = fold(`${box.name} ${box.text}`);
  if (OTHER.test(words)) return false;
  return (COOKIE.test(words) || CALLED_SO.test(describeBox(box))) && ASKS.test(words);
}

/** The choice that a button makes; null if its label has nothing to do with consent. */
function classifyButton(label: string): ButtonKind | null {
  const words = fold(label);
  if (words === '' || words.length > MAX_LABEL_LENGTH) return null;
  if (LEADS_ON.test(words)) return 'elsewhere';
  if (REFUSES.test(words) || (NEEDED.test(words) && !TURNED.test(words))) return 'decline';
  return ACCEPTS.test(words) || ALONE.has(words.replace(/[\s!.]+$/u, '')) ? 'accept' : null;
}

/** Combines phrases into one pattern of whole words. Scripts without spaces have no word boundaries. */
function phrasePattern(phrases: readonly string[]): RegExp {
  const forms = phrases.map((phrase) => {
    const folded = fold(phrase).replace(/[.+?^${}()|[\]\\]/gu, '\\$&');
    if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(folded)) return folded;
    const start = /^\p{L}/u.test(folded) ? '(?<!\\p{L})' : '';
    const inner = folded.replace(/\*$/u, '').replaceAll('*', '\\p{L}*');
    return `${start}${inner}${folded.endsWith('*') ? '' : '(?!\\p{L})'}`;
  });
  return new RegExp(forms.join('|'), 'u');
}

const COOKIE = phrasePattern(COOKIES);
const ASKS = phrasePattern(CONSENT);
const OTHER = phrasePattern(OTHER_MATTERS);
const LEADS_ON = phrasePattern(ELSEWHERE);
const REFUSES = phrasePattern(DECLINE);
const NEEDED = phrasePattern(ESSENTIAL);
const TURNED = phrasePattern(NOT);
const ACCEPTS = phrasePattern(ACCEPT);
const ALONE: ReadonlySet<string> = new Set(ACCEPT_ALONE.map(fold));
