/**
 * Scores whether a candidate is in the place that the instructor names: by landmark, side, heading, row or neighbour.
 */
import type { Candidate } from '../../../contract/index.js';
import type { Place } from '../language/steps.js';
import { scoreAgreement } from '../text.js';
import type { View } from './view.js';

/** Words in the classes and ids of containers that mean a landmark, for pages without landmark elements. */
const LANDMARK_MARKUP: Readonly<Record<string, RegExp>> = {
  footer: /\bfoot(?:er)?\b/iu,
  header: /\b(?:header|topbar|navbar|masthead|banner)\b/iu,
  nav: /\b(?:nav|navbar|menu|sidebar|navigation|sidenav)\b/iu,
  aside: /\b(?:side-?bar|sidenav|aside|drawer)\b/iu,
  main: /\b(?:main|content)\b/iu,
  dialog: /\b(?:modal|dialog|popup|drawer)\b/iu,
  form: /\bform\b/iu,
};

function isInLandmark(c: Candidate, landmarks: readonly string[], view: View): boolean {
  if (landmarks.includes(c.landmark)) return true;
  return view
    .getAncestors(c)
    .some((a) =>
      landmarks.some((l) =>
        LANDMARK_MARKUP[l]?.test(
          `${a.attributes.class ?? ''} ${a.attributes.id ?? ''} ${a.tag}`.replace(/[-_]/gu, ' '),
        ),
      ),
    );
}

function isOnSide(c: Candidate, side: Place['side'], view: View): boolean {
  const { viewport } = view.observation;
  const x = c.box.x + c.box.width / 2;
  const y = c.box.y + viewport.scrollY + c.box.height / 2;
  const height = Math.max(viewport.scrollHeight, viewport.height);
  if (side === 'left') return x < viewport.width * 0.4;
  if (side === 'right') return x > viewport.width * 0.6;
  if (side === 'top') return y < Math.min(height * 0.35, viewport.height * 0.5);
  return y > Math.max(height * 0.6, height - viewport.height) || c.landmark === 'footer';
}

/** Scores how many of the words a short element contains, such as a heading, cell or label that names a place. */
const scoreText = (c: Candidate, words: string): number => {
  const text = c.name || c.text;
  return text.length > 160 ? 0 : scoreAgreement(words, text).coverage;
};

function getCentre(c: Candidate): { x: number; y: number } {
  return { x: c.box.x + c.box.width / 2, y: c.box.y + c.box.height / 2 };
}

/** Scores the closest container with the words. A smaller container more probably describes this candidate. */
function scoreContainer(c: Candidate, words: string, view: View): number {
  for (const ancestor of view.getAncestors(c)) {
    const text = `${ancestor.name} ${ancestor.text}`;
    const { coverage } = scoreAgreement(words, text);
    if (coverage < 0.85) continue;
    const size = ancestor.text.length;
    return size <= 80 ? 1 : size <= 200 ? 0.98 : size < 300 ? 0.9 : 0.5;
  }
  return 0;
}

/** Scores the distance to the nearest element with the words. An element in the same row counts as nearest. */
function scoreNeighbour(c: Candidate, words: string, view: View): number {
  const centre = getCentre(c);
  let best = 0;
  for (const other of view.candidates) {
    if (other.uid === c.uid || scoreText(other, words) < 0.9) continue;
    const otherCentre = getCentre(other);
    const dx = Math.abs(centre.x - otherCentre.x);
    const dy = Math.abs(centre.y - otherCentre.y);
    const isSameRow = dy < Math.max(14, Math.min(c.box.height, other.box.height) / 2);
    const score = isSameRow ? 1 - Math.min(dx / 4000, 0.3) : 0.85 * (1 - Math.min((dx / 2 + dy) / 600, 1));
    best = Math.max(best, score);
  }
  return best;
}

function scoreHeading(c: Candidate, words: string, view: View, isAbove: boolean): number {
  if (!isAbove && scoreAgreement(words, c.section).coverage >= 0.85) return 1;
  let best = 0;
  for (const other of view.candidates) {
    if (other.uid === c.uid || scoreText(other, words) < 0.9 || other.text.length > 120) continue;
    const gap = isAbove ? other.box.y - (c.box.y + c.box.height) : c.box.y - (other.box.y + other.box.height);
    if (gap < -4) continue;
    const horizontalGap = Math.abs(getCentre(other).x - getCentre(c).x);
    best = Math.max(best, 0.97 - Math.min((gap + horizontalGap / 3) / 900, 0.6));
  }
  return best;
}

/**
 * Keeps the candidates under the heading that best matches the place: for "Slide Right", not those under “Slide Right
 * Small”. If no heading matches, keeps all.
 */
export function keepBestPlacedElements(list: readonly Candidate[], place: Place | null): Candidate[] {
  if (!place) return [...list];
  const agreements = list.map((c) => scoreAgreement(place.words, c.section));
  const best = Math.max(0, ...agreements.map((a) => (a.coverage >= 0.9 ? a.precision : 0)));
  return best === 0
    ? [...list]
    : list.filter((_, i) => agreements[i]!.coverage >= 0.9 && agreements[i]!.precision >= best - 0.01);
}

/** Scores from 0 to 1 whether a candidate is in the place; 1 means certainly. */
export function scorePlace(c: Candidate, place: Place, view: View): number {
  let best = 0;
  if (place.landmarks) best = isInLandmark(c, place.landmarks, view) ? 1 : 0.3;
  if (place.side) best = Math.max(best, isOnSide(c, place.side, view) ? 1 : 0.4);
  if (best >= 1) return 1;
  const { words } = place;
  if (scoreAgreement(words, c.section).coverage >= 0.9) best = Math.max(best, 0.98);
  best = Math.max(best, scoreContainer(c, words, view));
  if (place.relation === 'near' || place.relation === 'for')
    best = Math.max(best, scoreNeighbour(c, words, view) * (place.relation === 'near' ? 1 : 0.95));
  if (place.relation === 'under' || place.relation === 'above')
    best = Math.max(best, scoreHeading(c, words, view, place.relation === 'above'));
  return best;
}
