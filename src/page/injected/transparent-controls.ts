/** Recognises transparent fields that pages put over custom controls, so that users operate them without seeing them. */
import { flatTreeParentOf } from './query-cache.js';

const MIN_SIZE = 8;

/**
 * Whether users operate the transparent field: a click at its centre reaches it. Outside the viewport, where that cannot
 * be tested, it must be the only transparent part of its place.
 */
export function isTransparentControl(element: Element, box = element.getBoundingClientRect()): boolean {
  if (!/^(?:select|input|textarea)$/.test(element.localName)) return false;
  if (box.width < MIN_SIZE || box.height < MIN_SIZE) return false;
  // Users see and click the label of a labelled field instead.
  if ((element as HTMLInputElement).labels?.length) return false;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight)
    return (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y) === element;
  const parent = flatTreeParentOf(element);
  return (
    parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) === true &&
    getComputedStyle(element).pointerEvents !== 'none'
  );
}
