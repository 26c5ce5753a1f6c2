/** Decides when a screenshot with numbered elements goes along with a prompt. */
import type { Candidate, Observation } from '../../contract/index.js';
import { getVisibleName } from '../../prompt/index.js';

export type PictureUse = 'auto' | 'always' | 'never';

/** CSS px: smaller drawings are icons. */
const MIN_DRAWING_WIDTH = 100;
const MIN_DRAWING_HEIGHT = 60;

const isDrawing = ({ tag, box }: Candidate): boolean =>
  (tag === 'canvas' || tag === 'svg') && box.width >= MIN_DRAWING_WIDTH && box.height >= MIN_DRAWING_HEIGHT;

const isUnnamedControl = (candidate: Candidate): boolean =>
  candidate.interactive &&
  /^(?:button|link|tab|menuitem|img|image)$/.test(candidate.role) &&
  getVisibleName(candidate).trim() === '';

/** Whether the text of the page leaves out something that a person sees: a drawing, or what a control without a name is. */
export const needsPicture = ({ candidates }: Observation): boolean =>
  candidates.some(
    (candidate) =>
      candidate.inViewport && !candidate.behindModal && (isDrawing(candidate) || isUnnamedControl(candidate)),
  );
