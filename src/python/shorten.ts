/** Cutting text by code points, which is what Python counts (spec 10.3). */

/** At most `max` code points, the last three of them `...` where something was cut. */
export function shorten(text: string, max: number): string {
  if (!isLonger(text, max)) return text;
  return max <= 3 ? first(text, max) : `${first(text, max - 3)}...`;
}

/** The two ends with `...` between them; the second half has the odd one (spec 3.2). */
export function shortenAtCenter(text: string, max: number): string {
  if (!isLonger(text, max)) return text;
  const kept = max - 3;
  return `${first(text, Math.floor(kept / 2))}...${last(text, Math.ceil(kept / 2))}`;
}

// A code point has one or two units, so that only a stretch of the text need be looked at: pages put whole
// files into attributes.

function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}

function first(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');
}

function last(text: string, count: number): string {
  const end = Array.from(text.slice(text.length - 2 * count));
  return end.slice(end.length - count).join('');
}
