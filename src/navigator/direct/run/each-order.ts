/**
 * Determines the next element of a step for several elements, on a page whose lists shrink or are re-rendered. Pure.
 */
import type { EachState, EachItem } from './types.js';

const plain = (text: string): string => text.replace(/\d+/gu, '');

/**
 * Returns the next element; null if none is left; `lost` if the page shows something else now. uids identify the
 * remaining elements as long as the nodes live and keep their meaning; otherwise their texts do.
 */
export function findNextItem(now: readonly EachItem[], state: EachState): EachItem | 'lost' | null {
  const { lastProcessedItem: lastActed, lastItems, remainingUids } = state;
  if (lastActed && remainingUids.size > 0) {
    const shrunk = now.length < lastItems.length;
    const still = now.find((i) => i.uid === lastActed.item.uid);
    // The list moved up: each node now shows the entry that came after it.
    const reused = still !== undefined && shrunk && still.text !== lastActed.item.text;
    if (reused || !now.some((i) => remainingUids.has(i.uid))) {
      const due = lastItems.filter((l) => remainingUids.has(l.uid)).map((l) => plain(l.text));
      remainingUids.clear();
      for (const item of now.slice(shrunk ? lastActed.index : lastActed.index + 1)) {
        const at = due.indexOf(plain(item.text));
        if (at < 0) continue;
        due.splice(at, 1);
        remainingUids.add(item.uid);
      }
      if (remainingUids.size === 0) return 'lost';
    }
  }
  return now.find((i) => remainingUids.has(i.uid)) ?? null;
}
