/** Ticks the checkbox that enables a disabled field, if it is the only checkbox near the field. */
import type { Candidate } from '../../../contract/index.js';
import { describeBriefly } from '../ground/describe.js';
import { isField, isSelect, isTickable } from '../ground/kinds.js';
import { act, type Context, type Move } from './types.js';

/** Number of a field's ancestors that are searched for its checkbox. */
const MAX_ANCESTORS = 3;

export function enableFieldFirst(field: Candidate, { view, run }: Context): Move | null {
  if (!isField(field) && !isSelect(field)) return null;
  for (const ancestor of view.getAncestors(field).slice(0, MAX_ANCESTORS)) {
    const elementsInside = view.candidates.filter(
      (o) => o.visible && view.getAncestors(o).some((a) => a.uid === ancestor.uid),
    );
    if (elementsInside.some((o) => o.uid !== field.uid && (isField(o) || isSelect(o)))) return null;
    const checkboxes = elementsInside.filter((o) => isTickable(o) && o.role !== 'radio');
    const [checkbox] = checkboxes;
    if (checkboxes.length > 1) return null;
    if (!checkbox) continue;
    if (checkbox.states.checked !== false || checkbox.states.disabled || run.revealedUids.has(checkbox.uid))
      return null;
    run.revealedUids.add(checkbox.uid);
    run.sideActions.push(`ticked the checkbox next to ${describeBriefly(field)}`);
    return act('reveal', { intent: 'click', uid: checkbox.uid });
  }
  return null;
}
