/** Which way a turned element faces: one with a hidden back is not drawn when that is turned to people. */
import { drawnParent } from './pass.js';
import { styleOf, type Look } from './style.js';

/** Its own turn; how it is moved does not matter, nor around which point it turns. */
function turnOf({ style }: Look): DOMMatrix {
  const turn = new DOMMatrix();
  const { rotate, transform } = style;
  if (rotate !== 'none') {
    const parts = rotate.split(' ');
    const angle = parseFloat(parts.at(-1)!);
    const axes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[parts[0]!];
    const [x = 0, y = 0, z = 1] = axes ?? (parts.length === 4 ? parts.slice(0, 3).map(Number) : [0, 0, 1]);
    turn.rotateAxisAngleSelf(x, y, z, angle);
  }
  return transform === 'none' ? turn : turn.multiplySelf(new DOMMatrix(transform));
}

/** Its back is hidden and turned to people. Elements in one space with it turn it, too. */
export function isTurnedAway(element: Element, look: Look): boolean {
  if (look.style.backfaceVisibility !== 'hidden') return false;
  let turn = turnOf(look);
  for (let at = drawnParent(element); at; at = drawnParent(at)) {
    const around = styleOf(at);
    if (around.style.transformStyle !== 'preserve-3d') break;
    turn = turnOf(around).multiply(turn);
  }
  // Where the side that faces people goes.
  return turn.inverse().m33 < -0.001;
}
