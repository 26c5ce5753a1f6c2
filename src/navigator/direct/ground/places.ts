/** Scores how well a candidate is in the named place: landmarks, sides, headings above, rows around, neighbours. */
import type { Candidate } from '../../../contract/index.js';
import type { Place } from '../language/steps.js';
import { agreement } from '../text.js';
import type { View } from './view.js';

/** Words in the class and id of containers, for markup without landmarks. */
const CONTAINER: Readonly<Record<string, RegExp>> = {
  footer: /\bfoot(?:er)?\b/iu,
  header: /\b(?:header|topbar|navbar|masthead|banner)\b/iu,
  nav: /\b(?:nav|navbar|menu|sidebar|navigation|sidenav)\b/iu,
  aside: /\b(?:side-?bar|sidenav|aside|drawer)\b/iu,
  main: /\b(?:main|content)\b/iu,
  dialog: /\b(?:modal|dialog|popup|drawer)\b/iu,
  form: /\bform\b/iu,
};

function inLandmark(c: Candidate, landmarks: readonly string[], view: View): boolean {
  if (landmarks.includes(c.landmark)) return true;
  return view
    .ancestors(c)
    .some((a) =>
      landmarks.some((l) =>
        CONTAINER[l]?.test(
          `${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.tag}`.replace(/[-_]/gu, ' '),
        ),
      ),
    );
}

function onSide(c: Candidate, side: Place['side'], view: View): boolean {
  const { viewport } = view.observation;
  const x = c.box.x + c.box.width / 2;
  const y = c.box.y + viewport.scrollY + c.box.height / 2;
  const height = Math.max(viewport.scrollHeight, viewport.height);
  if (side === 'left') return x < viewport.width * 0.4;
  if (side === 'right') return x > viewport.width * 0.6;
  if (side === 'top') return y < Math.min(height * 0.35, viewport.height * 0.5);
  return y > Math.max(height * 0.6, height - viewport.height) || c.landmark === 'footer';
}

/** Scores how well a text that may name a place (heading, cell, label, item) contains the words. */
const textFit = (c: Candidate, words: string): number => {
  const text = c.name || c.text;
  return text.length > 160 ? 0 : agreement(words, text).coverage;
};

function centre(c: Candidate): { x: number; y: number } {
  return { x: c.box.x + c.box.width / 2, y: c.box.y + c.box.height / 2 };
}

/** Scores the closest container with the words. A smaller container is more probably about this candidate. */
function containerFit(c: Candidate, words: string, view: View): number {
  for (const ancestor of view.ancestors(c)) {
    const text = `${ancestor.name} ${ancestor.text}`;
    const { coverage } = agreement(words, text);
    if (coverage < 0.85) continue;
    const size = ancestor.text.length;
    return size <= 80 ? 1 : size <= 200 ? 0.98 : size < 300 ? 0.9 : 0.5;
  }
  return 0;
}

/** Scores the distance to the nearest element with the words. An element in the same row counts as nearest. */
function neighbourFit(c: Candidate, words: string, view: View): number {
  const from = centre(c);
  let best = 0;
  for (const other of view.candidates) {
    if (other.uid === c.uid || textFit(other, words) < 0.9) continue;
    const to = centre(other);
    const dx = Math.abs(from.x - to.x);
    const dy = Math.abs(from.y - to.y);
    const sameRow = dy < Math.max(14, Math.min(c.box.height, other.box.height) / 2);
    const score = sameRow ? 1 - Math.min(dx / 4000, 0.3) : 0.85 * (1 - Math.min((dx / 2 + dy) / 600, 1));
    best = Math.max(best, score);
  }
  return best;
}

function headingFit(c: Candidate, words: string, view: View, above: boolean): number {
  if (!above && agreement(words, c.section).coverage >= 0.85) return 1;
  let best = 0;
  for (const other of view.candidates) {
    if (other.uid === c.uid || textFit(other, words) < 0.9 || other.text.length > 120) continue;
    const gap = above ? other.box.y - (c.box.y + c.box.height) : c.box.y - (other.box.y + other.box.height);
    if (gap < -4) continue;
    const aside = Math.abs(centre(other).x - centre(c).x);
    best = Math.max(best, 0.97 - Math.min((gap + aside / 3) / 900, 0.6));
  }
  return best;
}

/**
 * Returns the candidates in the place. If some are under a heading with exactly that name, the others are excluded
 * ("Slide Right Small" for "Slide Right").
 */
export function keepBestPlaced(list: readonly Candidate[], place: Place | null): Candidate[] {
  if (!place) return [...list];
  const agreements = list.map((c) => agreement(place.words, c.section));
  const best = Math.max(0, ...agreements.map((a) => (a.coverage >= 0.9 ? a.precision : 0)));
  return best === 0
    ? [...list]
    : list.filter((_, i) => agreements[i]!.coverage >= 0.9 && agreements[i]!.precision >= best - 0.01);
}

/** Returns 0 to 1; 1 means certainly in the place. */
export function scorePlace(c: Candidate, place: Place, view: View): number {
  let best = 0;
  if (place.landmarks) best = inLandmark(c, place.landmarks, view) ? 1 : 0.3;
  if (place.side) best = Math.max(best, onSide(c, place.side, view) ? 1 : 0.4);
  if (best >= 1) return 1;
  const { words } = place;
  if (agreement(words, c.section).coverage >= 0.9) best = Math.max(best, 0.98);
  best = Math.max(best, containerFit(c, words, view));
  if (place.relation === 'near' || place.relation === 'for')
    best = Math.max(best, neighbourFit(c, words, view) * (place.relation === 'near' ? 1 : 0.95));
  if (place.relation === 'under' || place.relation === 'above')
    best = Math.max(best, headingFit(c, words, view, place.relation === 'above'));
  return best;
}
