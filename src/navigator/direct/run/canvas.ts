/**
 * Canvases and drawings on which things are dropped, which rarely have a name. Remembers what was dropped there and
 * under which name, and resolves places next to it.
 */
import type { Candidate } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { CANVAS_WORDS } from '../lexicon/places.js';
import { agreement, contentTokens } from '../text.js';
import type { Target } from '../language/steps.js';
import type { Context } from './types.js';

/** A drawing with at least this share of the viewport is a canvas, not a picture. */
const LARGE = 0.2;
/** Gap between neighbouring things, CSS px. */
const GAP = 50;

const seenSize = ({ box }: Candidate, { observation: { viewport } }: View): number => {
  const width = Math.min(box.x + box.width, viewport.width) - Math.max(box.x, 0);
  const height = Math.min(box.y + box.height, viewport.height) - Math.max(box.y, 0);
  return width > 0 && height > 0 ? (width * height) / (viewport.width * viewport.height) : 0;
};

const isDrawing = (c: Candidate): boolean => c.tag === 'svg' || c.tag === 'canvas';
const takesDrops = (c: Candidate): boolean =>
  /(?:^|[\s_-])drop(?:pable|zone|-zone|-target|-area)(?:$|[\s_-])/iu.test(c.attributes.class ?? '') ||
  (c.attributes['aria-dropeffect'] ?? 'none') !== 'none';

/**
 * Returns the page's only large drawing, or rather the box that shows it, because scrolled content may be larger than
 * its box.
 */
export function findSurface(view: View): Candidate | null {
  const large = (c: Candidate): boolean => c.visible && c.inViewport && seenSize(c, view) >= LARGE;
  const drawings = view.candidates.filter(
    (c) => large(c) && (isDrawing(c) || c.folded.some(({ tag }) => tag === 'svg' || tag === 'canvas')),
  );
  const shown = new Set(
    drawings.map((c) => {
      const { width, height } = view.observation.viewport;
      const within = c.box.width <= width && c.box.height <= height;
      const holder = view
        .getAncestors(c)
        .slice(0, 4)
        .find((a) => a.box.width < c.box.width || a.box.height < c.box.height || takesDrops(a));
      return (within && !(holder && takesDrops(holder)) ? c : (holder ?? c)).uid;
    }),
  );
  return shown.size === 1 ? (view.byUid.get([...shown][0]!) ?? null) : null;
}

/** "The canvas", "the workspace", "the flow": words for a canvas. A longer name means something else. */
export const meansSurface = ({ text, quoted }: Target): boolean => !quoted && CANVAS_WORDS.test(text);

/** Returns the offset that moves an element next to `other`. */
export function offsetBeside(other: Candidate, thing: Candidate, view: View): { dx: number; dy: number } {
  const surface = findSurface(view);
  const right = surface ? surface.box.x + surface.box.width : view.observation.viewport.width;
  const middle = (c: Candidate): { x: number; y: number } => ({
    x: c.box.x + c.box.width / 2,
    y: c.box.y + c.box.height / 2,
  });
  const [to, from] = [middle(other), middle(thing)];
  const far = other.box.width / 2 + GAP + Math.max(thing.box.width, other.box.width) / 2;
  const fits = to.x + far + thing.box.width / 2 < right;
  return { dx: Math.round(to.x + (fits ? far : -far) - from.x), dy: Math.round(to.y - from.y) };
}

/** Whether it is on the canvas. */
export function isOnSurface(c: Candidate, view: View): boolean {
  const surface = findSurface(view);
  return (
    surface !== null && (c.uid === surface.uid || view.getAncestors(c).some((a) => a.uid === surface.uid))
  );
}

/**
 * After a drop, remembers new elements on the canvas under the name of what was dragged there, because people continue
 * to call them that.
 */
export function rememberDropped(name: string, ctx: Context): void {
  const { run, view, memory } = ctx;
  const before = new Set(run.givenValues.get(BEFORE)?.split(' '));
  const fresh = view.candidates.filter(
    (c) => c.visible && c.interactive && !before.has(c.uid) && isOnSurface(c, view) && !isDrawing(c),
  );
  const one = fresh.find((c) => !view.getAncestors(c).some((a) => fresh.includes(a)));
  if (!one) return;
  memory.dropped = [...(memory.dropped ?? []).filter((d) => d.uid !== one.uid), { uid: one.uid, name }];
  memory.target = { uid: one.uid, name };
}

const BEFORE = 'drop:before';
export function rememberSurface({ run, view }: Context): void {
  run.givenValues.set(BEFORE, view.candidates.map((c) => c.uid).join(' '));
}

/** Returns a dropped element that still exists and has that name. */
export function findDropped({ text, quoted, readings }: Target, { memory, view }: Context): Candidate | null {
  if (quoted || readings[0].nth !== null) return null;
  const fits = (memory.dropped ?? []).filter(({ name }) => {
    const { coverage } = agreement(name, text);
    return coverage >= 0.95 && contentTokens(text).length <= contentTokens(name).length + 1;
  });
  const there = fits.map(({ uid }) => view.byUid.get(uid)).filter((c) => c?.visible);
  return there.at(-1) ?? null;
}
