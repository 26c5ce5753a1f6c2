/**
 * Determines the next element of a step for several elements, on a page whose lists shrink or are re-rendered. Pure.
 */
import type { EachState, Item } from './types.js';

const plain = (text: string): string => text.replace(/\d+/gu, '');

/**
 * Returns the next element; null if none is left; `lost` if the page shows something else now. uids identify the
 * remaining elements as long as the nodes live and keep their meaning; otherwise their texts do.
 */
export function findNextItem(now: readonly Item[], state: EachState): Item | 'lost' | null {
  const { lastActed: acted, lastItems: last, remainingUids: open } = state;
  if (acted && open.size > 0) {
    const shrunk = now.length < last.length;
    const still = now.find((i) => i.uid === acted.item.uid);
    // The list moved up: each node now shows the entry that came after it.
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
