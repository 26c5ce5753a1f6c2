/** Shortens text by code points, because Python counts code points (spec 10.3). */

/** Cuts a text to `max` code points, of which the last three are `...`. Shorter texts stay unchanged. */
export function shorten(text: string, max: number): string {
  if (!isLonger(text, max)) return text;
  return max <= 3 ? first(text, max) : `${first(text, max - 3)}...`;
}

/** Keeps both ends with `...` between them. If they differ by one code point, the second is longer (spec 3.2). */
export function shortenAtCenter(text: string, max: number): string {
  if (!isLonger(text, max)) return text;
  const keptLength = max - 3;
  return `${first(text, Math.floor(keptLength / 2))}...${last(text, Math.ceil(keptLength / 2))}`;
}

// A code point has one or two UTF-16 units, so `2 * count` units are enough to read. Texts can be very long, because
// pages put whole files into attributes.

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
