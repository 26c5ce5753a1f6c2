/**
 * For a step that is repeated for several elements, finds the next element. The page may shorten or re-render its lists
 * meanwhile. Pure.
 */
import type { RepetitionState, RepetitionItem } from './types.js';

const removeDigits = (text: string): string => text.replace(/\d+/gu, '');

/**
 * Returns the next element; null if none is left; `lost` if the page no longer shows the remaining elements. Elements
 * are identified by uid as long as their nodes exist and show the same entries, and otherwise by text.
 */
export function findNextItem(
  currentItems: readonly RepetitionItem[],
  state: RepetitionState,
): RepetitionItem | 'lost' | null {
  const { lastProcessedItem, lastItems, remainingUids } = state;
  if (lastProcessedItem && remainingUids.size > 0) {
    const hasShrunk = currentItems.length < lastItems.length;
    const sameNode = currentItems.find((i) => i.uid === lastProcessedItem.item.uid);
    // The entries moved up: each node now shows the next entry.
    const isNodeReused = sameNode !== undefined && hasShrunk && sameNode.text !== lastProcessedItem.item.text;
    if (isNodeReused || !currentItems.some((i) => remainingUids.has(i.uid))) {
      const remainingTexts = lastItems
        .filter((i) => remainingUids.has(i.uid))
        .map((i) => removeDigits(i.text));
      remainingUids.clear();
      for (const item of currentItems.slice(
        hasShrunk ? lastProcessedItem.index : lastProcessedItem.index + 1,
      )) {
        const textIndex = remainingTexts.indexOf(removeDigits(item.text));
        if (textIndex < 0) continue;
        remainingTexts.splice(textIndex, 1);
        remainingUids.add(item.uid);
      }
      if (remainingUids.size === 0) return 'lost';
    }
  }
  return currentItems.find((i) => remainingUids.has(i.uid)) ?? null;
}
