/**
 * Handles canvases on which elements are dropped, such as in diagram editors. Elements on a canvas rarely have a name,
 * so each is remembered under the name of what was dragged there.
 */
import type { Candidate } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { CANVAS_WORDS } from '../lexicon/places.js';
import { scoreAgreement, tokenizeContent } from '../text.js';
import type { Target } from '../language/steps.js';
import { StepVariable } from './step-variable.js';
import type { Context } from './types.js';

/** A drawing that covers at least this share of the viewport is a canvas, not an image. */
const MIN_CANVAS_SHARE = 0.2;
/** Gap between neighbouring elements, in CSS px. */
const NEIGHBOUR_GAP = 50;

const getViewportShare = ({ box }: Candidate, { observation: { viewport } }: View): number => {
  const width = Math.min(box.x + box.width, viewport.width) - Math.max(box.x, 0);
  const height = Math.min(box.y + box.height, viewport.height) - Math.max(box.y, 0);
  return width > 0 && height > 0 ? (width * height) / (viewport.width * viewport.height) : 0;
};

const isDrawing = (c: Candidate): boolean => c.tag === 'svg' || c.tag === 'canvas';
const isDropTarget = (c: Candidate): boolean =>
  /(?:^|[\s_-])drop(?:pable|zone|-zone|-target|-area)(?:$|[\s_-])/iu.test(c.attributes.class ?? '') ||
  (c.attributes['aria-dropeffect'] ?? 'none') !== 'none';

/**
 * Returns the page's only large drawing. If the drawing is larger than the viewport, or its container accepts drops,
 * returns the container.
 */
export function findCanvas(view: View): Candidate | null {
  const isLarge = (c: Candidate): boolean =>
    c.visible && c.inViewport && getViewportShare(c, view) >= MIN_CANVAS_SHARE;
  const drawings = view.candidates.filter(
    (c) => isLarge(c) && (isDrawing(c) || c.folded.some(({ tag }) => tag === 'svg' || tag === 'canvas')),
  );
  const canvasUids = new Set(
    drawings.map((c) => {
      const { width, height } = view.observation.viewport;
      const fitsViewport = c.box.width <= width && c.box.height <= height;
      const container = view
        .getAncestors(c)
        .slice(0, 4)
        .find((a) => a.box.width < c.box.width || a.box.height < c.box.height || isDropTarget(a));
      return (fitsViewport && !(container && isDropTarget(container)) ? c : (container ?? c)).uid;
    }),
  );
  return canvasUids.size === 1 ? (view.byUid.get([...canvasUids][0]!) ?? null) : null;
}

/** Whether the target is only a word for the canvas: "the canvas", "my diagram". */
export const isCanvasName = ({ text, quoted }: Target): boolean => !quoted && CANVAS_WORDS.test(text);

/** Returns the offset that moves `element` next to `neighbour`. */
export function computeOffsetBeside(
  neighbour: Candidate,
  element: Candidate,
  view: View,
): { dx: number; dy: number } {
  const canvas = findCanvas(view);
  const rightEdge = canvas ? canvas.box.x + canvas.box.width : view.observation.viewport.width;
  const getCentre = (c: Candidate): { x: number; y: number } => ({
    x: c.box.x + c.box.width / 2,
    y: c.box.y + c.box.height / 2,
  });
  const [neighbourCentre, elementCentre] = [getCentre(neighbour), getCentre(element)];
  const distance =
    neighbour.box.width / 2 + NEIGHBOUR_GAP + Math.max(element.box.width, neighbour.box.width) / 2;
  const fitsOnRight = neighbourCentre.x + distance + element.box.width / 2 < rightEdge;
  return {
    dx: Math.round(neighbourCentre.x + (fitsOnRight ? distance : -distance) - elementCentre.x),
    dy: Math.round(neighbourCentre.y - elementCentre.y),
  };
}

/** Whether the element is the canvas or lies in it. */
export function isOnCanvas(c: Candidate, view: View): boolean {
  const canvas = findCanvas(view);
  return canvas !== null && (c.uid === canvas.uid || view.getAncestors(c).some((a) => a.uid === canvas.uid));
}

/**
 * After a drop, remembers the new element on the canvas under the name of what was dragged there, because people keep
 * using that name.
 */
export function rememberDroppedElement(name: string, ctx: Context): void {
  const { run, view, memory } = ctx;
  const uidsBefore = uidsBeforeDropVariable.get(run);
  const newElements = view.candidates.filter(
    (c) => c.visible && c.interactive && !uidsBefore?.has(c.uid) && isOnCanvas(c, view) && !isDrawing(c),
  );
  const droppedElement = newElements.find((c) => !view.getAncestors(c).some((a) => newElements.includes(a)));
  if (!droppedElement) return;
  memory.droppedElements = [
    ...(memory.droppedElements ?? []).filter((d) => d.uid !== droppedElement.uid),
    { uid: droppedElement.uid, name },
  ];
  memory.lastTarget = { uid: droppedElement.uid, name };
}

const uidsBeforeDropVariable = new StepVariable<ReadonlySet<string>>();
export function rememberElementsBeforeDrop({ run, view }: Context): void {
  uidsBeforeDropVariable.set(run, new Set(view.candidates.map((c) => c.uid)));
}

/** Returns the latest dropped element that is visible and was dragged under this name. */
export function findDroppedElement(
  { text, quoted, interpretations }: Target,
  { memory, view }: Context,
): Candidate | null {
  if (quoted || interpretations[0].nth !== null) return null;
  const matches = (memory.droppedElements ?? []).filter(({ name }) => {
    const { coverage } = scoreAgreement(name, text);
    return coverage >= 0.95 && tokenizeContent(text).length <= tokenizeContent(name).length + 1;
  });
  const visibleElements = matches.map(({ uid }) => view.byUid.get(uid)).filter((c) => c?.visible);
  return visibleElements.at(-1) ?? null;
}
