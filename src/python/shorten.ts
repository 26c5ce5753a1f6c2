/** Shortens text by code points, because Python counts code points. */

/** Truncates text to `maxLength` code points, the last three of which are `...`. Shorter text stays unchanged. */
export function shorten(text: string, maxLength: number): string {
  if (!isLongerThan(text, maxLength)) return text;
  return maxLength <= 3 ? takeFirst(text, maxLength) : `${takeFirst(text, maxLength - 3)}...`;
}

/** Keeps both ends with `...` between them. If they cannot be equally long, the second is one code point longer. */
export function shortenAtCenter(text: string, maxLength: number): string {
  if (!isLongerThan(text, maxLength)) return text;
  const keptLength = maxLength - 3;
  return `${takeFirst(text, Math.floor(keptLength / 2))}...${takeLast(text, Math.ceil(keptLength / 2))}`;
}

// A code point has one or two UTF-16 units, so `2 * count` units are enough to read. Text can be very long, because
// pages put whole files into attributes.

function isLongerThan(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false;
  return text.length > 2 * maxLength || [...text].length > maxLength;
}

function takeFirst(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');
}

function takeLast(text: string, count: number): string {
  const tail = Array.from(text.slice(text.length - 2 * count));
  return tail.slice(tail.length - count).join('');
}
