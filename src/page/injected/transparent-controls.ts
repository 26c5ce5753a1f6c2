/** Recognises transparent fields that pages place over custom controls. Users operate such a field without seeing it. */
import { flatTreeParentOf } from './query-cache.js';

const MIN_SIZE = 8;

/**
 * Whether users can operate this field although it is transparent. In the viewport, a click at its centre must reach
 * it. Outside, where clicks cannot be tested, its parent must be visible and it must receive pointer events.
 *
 * @param element a transparent element
 */
export function canUsersOperate(element: Element, box = element.getBoundingClientRect()): boolean {
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
