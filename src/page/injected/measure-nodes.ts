/** Measures nodes that Node passes through the DevTools protocol, and finds the elements that they belong to. */
import type { WireMeasuredNode } from './wire.js';
import { parentNodeOf } from './dom.js';
import { flatTreeParentOf } from './query-cache.js';
import { getUid } from './uids.js';

/** Maximum number of ancestors to list, in case the element itself is not a candidate. */
const MAX_ANCESTORS = 12;

/** Uids of an element and its ancestors, nearest first. */
export function listUidsUpwards(element: Element): string[] {
  const uids: string[] = [];
  for (
    let node: Element | null = element;
    node && uids.length <= MAX_ANCESTORS;
    node = flatTreeParentOf(node)
  )
    uids.push(getUid(node));
  return uids;
}

function measureBox(node: Node, contentOnly: boolean): DOMRect {
  if (node instanceof Element && !contentOnly) return Element.prototype.getBoundingClientRect.call(node);
  const range = document.createRange();
  if (contentOnly) range.selectNodeContents(node);
  else range.selectNode(node);
  return range.getBoundingClientRect();
}

const isEmpty = ({ width, height }: DOMRect): boolean => width === 0 || height === 0;

/**
 * @param mode `point` returns the uids of the element at the centre of each box. `own` returns those of the node's own
 * element, and measures the content of a node without an area
 */
export function measureNodes(nodes: readonly Node[], mode: 'point' | 'own'): (WireMeasuredNode | null)[] {
  return nodes.map((node) => {
    try {
      let rect = measureBox(node, false);
      if (mode === 'own' && isEmpty(rect)) rect = measureBox(node, true);
      const { x, y, width, height } = rect;
      const element =
        mode === 'point'
          ? document.elementFromPoint(x + Math.floor(width / 2), y + Math.floor(height / 2))
          : node instanceof Element
            ? node
            : parentNodeOf(node);
      return {
        box: { x, y, width, height },
        uids: element instanceof Element ? listUidsUpwards(element) : [],
      };
    } catch {
      // Pseudo-elements and documents have no box.
      return null;
    }
  });
}
