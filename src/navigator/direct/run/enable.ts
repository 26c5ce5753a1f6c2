/** Ticks the check box that enables a disabled field, if it is the only box near the field. */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { isField, isSelect, isTickable } from '../ground/kinds.js';
import { act, type Context, type Move } from './types.js';

/** Number of ancestors in which a field's box is searched for. */
const NEAR = 3;

export function enableFirst(c: Candidate, { view, run }: Context): Move | null {
  if (!isField(c) && !isSelect(c)) return null;
  for (const box of view.getAncestors(c).slice(0, NEAR)) {
    const within = view.candidates.filter(
      (o) => o.visible && view.getAncestors(o).some((a) => a.uid === box.uid),
    );
    if (within.some((o) => o.uid !== c.uid && (isField(o) || isSelect(o)))) return null;
    const boxes = within.filter((o) => isTickable(o) && o.role !== 'radio');
    const [own] = boxes;
    if (boxes.length > 1) return null;
    if (!own) continue;
    if (own.states.checked !== false || own.states.disabled || run.revealedUids.has(own.uid)) return null;
    run.revealedUids.add(own.uid);
    run.sideActions.push(`ticked the box beside ${describeBriefly(c)}`);
    return act('reveal', { intent: 'click', uid: own.uid });
  }
  return null;
}
