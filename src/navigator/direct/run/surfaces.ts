/**
 * Drawing surfaces: canvases and drawings that things are dropped on, which seldom have a name; what was dropped there
 * and by which name it went; and places beside something that stands there.
 */
import type { Candidate } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { SURFACE } from '../lexicon/places.js';
import { agreement, contentTokens } from '../text.js';
import type { Target } from '../language/steps.js';
import type { Context } from './types.js';

/** A drawing of at least this part of the viewport is no picture any more. */
const LARGE = 0.2;
/** Between two things that stand beside each other, CSS px. */
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

/** The one large drawing of the page, as the box that shows it: what scrolls inside a box is larger than that. */
export function surfaceOf(view: View): Candidate | null {
  const large = (c: Candidate): boolean => c.visible && c.inViewport && seenSize(c, view) >= LARGE;
  const drawings = view.candidates.filter(
    (c) => large(c) && (isDrawing(c) || c.folded.some(({ tag }) => tag === 'svg' || tag === 'canvas')),
  );
  const shown = new Set(
    drawings.map((c) => {
      const { width, height } = view.observation.viewport;
      const within = c.box.width <= width && c.box.height <= height;
      const holder = view
        .ancestors(c)
        .slice(0, 4)
        .find((a) => a.box.width < c.box.width || a.box.height < c.box.height || takesDrops(a));
      return (within && !(holder && takesDrops(holder)) ? c : (holder ?? c)).uid;
    }),
  );
  return shown.size === 1 ? (view.byUid.get([...shown][0]!) ?? null) : null;
}

/** "The canvas", "the workspace", "the flow": words for a surface. A name with more in it is somebody else's. */
export const meansSurface = ({ text, quoted }: Target): boolean => !quoted && SURFACE.test(text);

/** Where something goes to stand beside `other`, from where it is now. */
export function besideOf(other: Candidate, thing: Candidate, view: View): { dx: number; dy: number } {
  const surface = surfaceOf(view);
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

/** It stands on the drawing surface. */
export function onSurface(c: Candidate, view: View): boolean {
  const surface = surfaceOf(view);
  return surface !== null && (c.uid === surface.uid || view.ancestors(c).some((a) => a.uid === surface.uid));
}

/**
 * After a drop: what stands on the surface now and did not before goes by the name of what was dragged there, for that
 * is what people go on calling it.
 */
export function noteDropped(name: string, ctx: Context): void {
  const { run, view, memory } = ctx;
  const before = new Set(run.given.get(BEFORE)?.split(' '));
  const fresh = view.candidates.filter(
    (c) => c.visible && c.interactive && !before.has(c.uid) && onSurface(c, view) && !isDrawing(c),
  );
  const one = fresh.find((c) => !view.ancestors(c).some((a) => fresh.includes(a)));
  if (!one) return;
  memory.dropped = [...(memory.dropped ?? []).filter((d) => d.uid !== one.uid), { uid: one.uid, name }];
  memory.target = { uid: one.uid, name };
}

const BEFORE = 'drop:before';
export function noteBefore({ run, view }: Context): void {
  run.given.set(BEFORE, view.candidates.map((c) => c.uid).join(' '));
}

/** What was dropped and is still there, where the words call it so. */
export function droppedAs({ text, quoted, readings }: Target, { memory, view }: Context): Candidate | null {
  if (quoted || readings[0].nth !== null) return null;
  const fits = (memory.dropped ?? []).filter(({ name }) => {
    const { coverage } = agreement(name, text);
    return coverage >= 0.95 && contentTokens(text).length <= contentTokens(name).length + 1;
  });
  const there = fits.map(({ uid }) => view.byUid.get(uid)).filter((c) => c?.visible);
  return there.at(-1) ?? null;
}
