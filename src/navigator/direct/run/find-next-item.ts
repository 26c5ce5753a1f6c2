/**
 * Finds the next element of a step for several elements, on a page whose lists shrink or are re-rendered. Pure.
 */
import type { EachState, EachItem } from './types.js';

const removeDigits = (text: string): string => text.replace(/\d+/gu, '');

/**
 * Returns the next element; null if none is left; `lost` if the page no longer shows the remaining elements. They are
 * identified by uid while their nodes exist and show the same entries, otherwise by text.
 */
export function findNextItem(currentItems: readonly EachItem[], state: EachState): EachItem | 'lost' | null {
  const { lastProcessedItem: lastActed, lastItems, remainingUids } = state;
  if (lastActed && remainingUids.size > 0) {
    const hasShrunk = currentItems.length < lastItems.length;
    const sameNode = currentItems.find((i) => i.uid === lastActed.item.uid);
    // The entries moved up: each node now shows the next entry.
    const isNodeReused = sameNode !== undefined && hasShrunk && sameNode.text !== lastActed.item.text;
    if (isNodeReused || !currentItems.some((i) => remainingUids.has(i.uid))) {
      const remainingTexts = lastItems
        .filter((i) => remainingUids.has(i.uid))
        .map((i) => removeDigits(i.text));
      remainingUids.clear();
      for (const item of currentItems.slice(hasShrunk ? lastActed.index : lastActed.index + 1)) {
        const position = remainingTexts.indexOf(removeDigits(item.text));
        if (position < 0) continue;
        remainingTexts.splice(position, 1);
        remainingUids.add(item.uid);
      }
      if (remainingUids.size === 0) return 'lost';
    }
  }
  return currentItems.find((i) => remainingUids.has(i.uid)) ?? null;
}
