/** Detects elements that are hidden because their back faces the viewer (`backface-visibility: hidden`). */
import { flatTreeParentOf } from './query-cache.js';
import { styleOf, type ElementStyle } from './computed-style.js';

/** The element's own rotation. Translation and transform origin have no effect on it. */
function rotationOf({ computed }: ElementStyle): DOMMatrix {
  const rotation = new DOMMatrix();
  const { rotate, transform } = computed;
  if (rotate !== 'none') {
    const parts = rotate.split(' ');
    const angle = parseFloat(parts.at(-1)!);
    const axes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[parts[0]!];
    const [x = 0, y = 0, z = 1] = axes ?? (parts.length === 4 ? parts.slice(0, 3).map(Number) : [0, 0, 1]);
    rotation.rotateAxisAngleSelf(x, y, z, angle);
  }
  return transform === 'none' ? rotation : rotation.multiplySelf(new DOMMatrix(transform));
}

/**
 * Whether the element's back, which is not drawn, faces the viewer. Ancestors in the same 3D rendering context also
 * rotate the element.
 */
export function isBackfaceHidden(element: Element, style: ElementStyle): boolean {
  if (style.computed.backfaceVisibility !== 'hidden') return false;
  let rotation = rotationOf(style);
  for (let ancestor = flatTreeParentOf(element); ancestor; ancestor = flatTreeParentOf(ancestor)) {
    const ancestorStyle = styleOf(ancestor);
    if (ancestorStyle.computed.transformStyle !== 'preserve-3d') break;
    rotation = rotationOf(ancestorStyle).multiply(rotation);
  }
  // Sign of the z component of the surface normal.
  return rotation.inverse().m33 < -0.001;
}
