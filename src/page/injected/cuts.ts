/** What ancestors cut off of an element, handed down as the scan goes. */
import { cutTo, opened, type Edges, type HiddenWhy } from './sight.js';
import type { Look } from './text.js';

/** What ancestors cut off: for good (`clip`), or until somebody scrolls there (`view`). */
export interface Cuts {
  clip: Edges | null;
  view: Edges | null;
}

export const NO_CUTS: Cuts = { clip: null, view: null };

/** As much of an element as says what it does with its content. */
interface Cutting {
  element: Element;
  style: Look;
  box: DOMRect;
  why: HiddenWhy | null;
}

/** A box of a pixel or so that hides what does not fit: text for screen readers. */
export function isSpeck(style: Look, box: DOMRect): boolean {
  return (box.width <= 2 || box.height <= 2) && style.cutX === 'hides' && style.cutY === 'hides';
}

/** What cuts this element: where nothing cuts anything, how it is placed need not be asked. */
export function cutsOf(style: Look, context: { flow: Cuts; placed: Cuts }): Cuts {
  if (context.flow === context.placed && context.flow === NO_CUTS) return NO_CUTS;
  if (style.position === 'fixed') return NO_CUTS;
  return style.position === 'absolute' ? context.placed : context.flow;
}

/** What cuts whatever is in this element. The page itself scrolls, whatever body and root say. */
export function insideCuts({ element, style, box, why }: Cutting, cuts: Cuts): Cuts {
  const { cutX, cutY } = style;
  if (!cutX && !cutY) return cuts;
  if (element === document.body || style.display === 'inline') return cuts;
  const view = cutTo(cuts.view, box, cutX !== '', cutY !== '');
  // What scrolls brings everything in it to where it stands itself, so that nothing further out cuts that off.
  const scrolls = (cutX === 'scrolls' || cutY === 'scrolls') && why === null;
  const outer = scrolls ? opened(cuts.clip, cutX === 'scrolls', cutY === 'scrolls') : cuts.clip;
  const hides = cutX === 'hides' || cutY === 'hides';
  return { clip: hides ? cutTo(outer, box, cutX === 'hides', cutY === 'hides') : outer, view };
}
