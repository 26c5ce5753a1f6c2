/**
 * Cookie banners: the box of a look that asks for consent, and its button for a choice. Pure. A banner is
 * ordinary page content; this finds it only where somebody asked to have banners answered, and rather misses
 * one than takes a newsletter, an age gate or a shop of cookies for one.
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
/** What is to be done about banners; `leave` is nothing at all. */
export type BannerPolicy = 'leave' | BannerChoice;

export type BannerSearch =
  | { kind: 'none' }
  /** There is a banner, and none of its buttons makes this choice at once. */
  | { kind: 'no-direct-way' }
  | { kind: 'button'; button: Candidate };

/** How far above a button its banner may be. */
const MAX_LEVELS = 12;
/** CSS px between a bar and the edge of the window that it sticks to. */
const EDGE = 48;
const MAX_LABEL_LENGTH = 60;
const BOX_ROLES = new Set(['dialog', 'alertdialog', 'region', 'banner', 'complementary', 'alert', 'status']);
/** What a page has and a bar at its edge has not. */
const PAGE_PARTS = new Set(['main', 'nav', 'article']);

type Kind = BannerChoice | 'elsewhere';

export function findBanner(observation: Observation, choice: BannerChoice): BannerSearch {
  if (observation.dialog !== null) return { kind: 'none' };
  const tree = treeOf(observation.candidates);
  const answers = observation.candidates.flatMap((button) => {
    const kind = pressable(button) ? kindOf(labelOf(button)) : null;
    if (kind === null || kind === 'elsewhere') return [];
    const box = boxAround(button, tree, observation.viewport);
    return box === null ? [] : [{ button, kind, box }];
  });
  // Of boxes in boxes the smallest is the banner; what stands beside it in a larger one answers something else.
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

function treeOf(all: readonly Candidate[]): Tree {
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

const pressable = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && c.states.editable !== true && c.tag !== 'select';

const labelOf = (c: Candidate): string => c.name || c.text || c.attributes['value'] || '';

/** The nearest box around a button that stands out of the page and asks for consent to cookies. */
function boxAround(button: Candidate, tree: Tree, viewport: Observation['viewport']): Candidate | null {
  for (const box of tree.ancestors(button).slice(0, MAX_LEVELS)) {
    const how = standsOut(box, viewport);
    if (how === null || !asksForConsent(box)) continue;
    const within = tree.all.filter((c) => tree.inside(c, box));
    // A box with a field to write in wants something else, and a bar with a page in it is the page.
    if (within.some((c) => c.states.editable === true)) return null;
    const page = [box, ...within].some((c) => PAGE_PARTS.has(c.tag) || c.role === 'main');
    return how === 'at-edge' && page ? null : box;
  }
  return null;
}

const called = (c: Candidate): string =>
  [c.attributes['id'], c.attributes['class'], c.attributes['aria-label'], c.name, ...c.frame].join(' ');

/** A dialog, a named region, something called so, or a bar at an edge of the window. */
function standsOut(box: Candidate, viewport: Observation['viewport']): 'named' | 'at-edge' | null {
  if (!box.visible || !box.inViewport || box.tag === 'main') return null;
  const parts = [box, ...box.folded];
  if (parts.some((part) => BOX_ROLES.has(part.role) || part.tag === 'dialog')) return 'named';
  if (CALLED_SO.test(called(box))) return 'named';
  const { y, height } = box.box;
  const atEdge = Math.abs(y + height - viewport.height) <= EDGE || Math.abs(y) <= EDGE;
  return atEdge && height < viewport.height * 0.8 ? 'at-edge' : null;
}

function asksForConsent(box: Candidate): boolean {
  const words = fold(`${box.name} ${box.text}`);
  if (OTHER.test(words)) return false;
  return (COOKIE.test(words) || CALLED_SO.test(called(box))) && ASKS.test(words);
}

/** What pressing it would say; null where it says nothing of consent. */
function kindOf(label: string): Kind | null {
  const words = fold(label);
  if (words === '' || words.length > MAX_LABEL_LENGTH) return null;
  if (LEADS_ON.test(words)) return 'elsewhere';
  if (REFUSES.test(words) || (NEEDED.test(words) && !TURNED.test(words))) return 'decline';
  return ACCEPTS.test(words) || ALONE.has(words.replace(/[\s!.]+$/u, '')) ? 'accept' : null;
}

/** One pattern of whole phrases. Scripts without spaces between words have no word ends to look for. */
function anyOf(phrases: readonly string[]): RegExp {
  const forms = phrases.map((phrase) => {
    const folded = fold(phrase).replace(/[.+?^${}()|[\]\\]/gu, '\\$&');
    if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(folded)) return folded;
    const start = /^\p{L}/u.test(folded) ? '(?<!\\p{L})' : '';
    const inner = folded.replace(/\*$/u, '').replaceAll('*', '\\p{L}*');
    return `${start}${inner}${folded.endsWith('*') ? '' : '(?!\\p{L})'}`;
  });
  return new RegExp(forms.join('|'), 'u');
}

const COOKIE = anyOf(COOKIES);
const ASKS = anyOf(CONSENT);
const OTHER = anyOf(OTHER_MATTERS);
const LEADS_ON = anyOf(ELSEWHERE);
const REFUSES = anyOf(DECLINE);
const NEEDED = anyOf(ESSENTIAL);
const TURNED = anyOf(NOT);
const ACCEPTS = anyOf(ACCEPT);
const ALONE: ReadonlySet<string> = new Set(ACCEPT_ALONE.map(fold));
