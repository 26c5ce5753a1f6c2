/** Decides when a prompt includes a screenshot with numbered elements. */
import type { Candidate, Observation } from '../../contract/index.js';
import { getVisibleName } from '../../prompt/index.js';

export type ScreenshotUse = 'auto' | 'always' | 'never';

/** Minimum size of a drawing in CSS px. Anything smaller is considered an icon. */
const MIN_DRAWING_WIDTH = 100;
const MIN_DRAWING_HEIGHT = 60;

const isDrawing = ({ tag, box }: Candidate): boolean =>
  (tag === 'canvas' || tag === 'svg') && box.width >= MIN_DRAWING_WIDTH && box.height >= MIN_DRAWING_HEIGHT;

const isUnnamedControl = (candidate: Candidate): boolean =>
  candidate.interactive &&
  /^(?:button|link|tab|menuitem|img|image)$/.test(candidate.role) &&
  getVisibleName(candidate).trim() === '';

/**
 * Whether the page's text lacks something that a person sees: a drawing, or the meaning of a control without a name.
 */
export const needsScreenshot = ({ candidates }: Observation): boolean =>
  candidates.some(
    (candidate) =>
      candidate.inViewport && !candidate.behindModal && (isDrawing(candidate) || isUnnamedControl(candidate)),
  );
