/** What is left of a line for the navigator that heals it. Pure. */
import type { ReplayAction, ReplayLine } from '../../contract/index.js';

/**
 * The requests of the line that are not done yet, in the words of the line: doing them twice could add two items to a
 * basket. Navigator `direct` records the request that each action belongs to, and does not look at what was done before.
 * Null if the whole line is to be done: nothing of it was done, or the navigator sees the turns before.
 */
export function restOfLine(
  line: ReplayLine | null,
  misfit: ReplayAction | null,
  performedCount: number,
  recordedBy: string,
  healer: string,
): string | null {
  if (!line || !misfit || performedCount === 0) return null;
  const isDirect = (name: string): boolean => name === 'direct' || name.endsWith(' direct');
  if (!isDirect(recordedBy) || !isDirect(healer)) return null;
  const actions = line.turns.filter((turn) => turn.type === 'action');
  const left = actions.slice(actions.indexOf(misfit)).map(({ request }) => request);
  const requests = left.filter((request, i) => request !== left[i - 1]);
  return requests.every((request) => request !== undefined && request !== '')
    ? requests.join(', then ')
    : null;
}
