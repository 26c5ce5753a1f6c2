/** Scores elements by the page area that a query names: header, footer, menu bar, side bar, toolbar, dialog. */
import type { Candidate, Viewport } from '../contract/index.js';
import { CANDIDATES_PER_STEP, type Steps } from './steps.js';
import type { CandidateTree } from './tree.js';

/** Class and id names of landmark-like elements on pages without landmarks. */
const LANDMARK_NAMES: Record<string, RegExp> = {
  footer: /\b\w*(footer|bottombar|bottom-bar)\w*\b/i,
  header: /\b\w*(header|topbar|top-bar|masthead|appbar|app-bar|titlebar)\w*\b/i,
  nav: /\b\w*(nav|menubar|menu-bar)\w*\b/i,
  aside: /\b\w*(sidebar|sidenav|side-bar|side-nav|aside)\w*\b/i,
  dialog: /\b\w*(modal|dialog|popup|overlay)\w*\b/i,
  toolbar: /\b(\w*tool-?bar\w*|tools|actions)\b/i,
};

/** Roles that are not landmarks but that people refer to as parts of a page. */
const LANDMARK_ROLES: Record<string, string> = { toolbar: 'toolbar', dialog: 'dialog' };

/** Share of the page's height that counts as header or footer if nothing marks them. */
const EDGE_SHARES = { header: 0.1, footer: 0.15 };

/** Without any marking, the top of a page counts as its header and the bottom as its footer. */
function scoreEdges(
  landmarks: readonly string[],
  { candidates }: CandidateTree,
  { scrollY, scrollHeight }: Viewport,
): Float64Array {
  return Float64Array.from(candidates, ({ box }) => {
    const relativeY = (box.y + scrollY + box.height / 2) / Math.max(1, scrollHeight);
    if (landmarks.includes('footer')) return relativeY > 1 - EDGE_SHARES.footer ? 1 : 0;
    return landmarks.includes('header') && relativeY < EDGE_SHARES.header ? 1 : 0;
  });
}

function looksLikeLandmark(
  { attributes: { id = '', class: className = '' }, role }: Candidate,
  landmark: string,
): boolean {
  if (LANDMARK_ROLES[landmark] === role) return true;
  return (id !== '' || className !== '') && LANDMARK_NAMES[landmark]?.test(`${id} ${className}`) === true;
}

/** Scores 1 for elements in one of the landmarks. If the page has no landmarks, class names decide. */
export function* scoreLandmarks(
  landmarks: readonly string[],
  tree: CandidateTree,
  viewport: Viewport,
): Steps<Float64Array> {
  const { candidates, parents } = tree;
  if (landmarks.length === 0) return new Float64Array(candidates.length);
  const scores = Float64Array.from(candidates, ({ landmark }) => (landmarks.includes(landmark) ? 1 : 0));
  if (scores.some((score) => score > 0)) return scores;
  for (const [i, candidate] of candidates.entries()) {
    if (i % CANDIDATES_PER_STEP === 0) yield;
    const ancestor = parents[i]!;
    // Parents come first, so their result is already known.
    if (
      (ancestor >= 0 && scores[ancestor] === 1) ||
      landmarks.some((landmark) => looksLikeLandmark(candidate, landmark))
    )
      scores[i] = 1;
  }
  return scores.some((score) => score > 0) ? scores : scoreEdges(landmarks, tree, viewport);
}
