/** The order of a step that means all that fit: which is next, on a page whose lists shrink and are drawn anew. Pure. */
import type { EachState, Item } from './types.js';

const plain = (text: string): string => text.replace(/\d+/gu, '');

/**
 * The next one, or null when none is left; `lost` where the page shows something else now. Ids tell which are
 * still due as long as the elements live and stand for the same; else what they say does.
 */
export function nextOf(now: readonly Item[], state: EachState): Item | 'lost' | null {
  const { acted, last, open } = state;
  if (acted && open.size > 0) {
    const shrunk = now.length < last.length;
    const still = now.find((i) => i.uid === acted.item.uid);
    // A list that moved up: each element is used for the one that came after.
    const reused = still !== undefined && shrunk && still.text !== acted.item.text;
    if (reused || !now.some((i) => open.has(i.uid))) {
      const due = last.filter((l) => open.has(l.uid)).map((l) => plain(l.text));
      open.clear();
      for (const item of now.slice(shrunk ? acted.index : acted.index + 1)) {
        const at = due.indexOf(plain(item.text));
        if (at < 0) continue;
        due.splice(at, 1);
        open.add(item.uid);
      }
      if (open.size === 0) return 'lost';
    }
  }
  return now.find((i) => open.has(i.uid)) ?? null;
}
