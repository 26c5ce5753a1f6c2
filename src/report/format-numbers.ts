/** Formats numbers, times and costs for people. Pure. */

/** `0:02.4`, `1:07.0`, `12:30.5`. */
export function formatClock(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
}

/** `3.2 s`, `1 min 7 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const roundedSeconds = Math.round(seconds);
  return `${Math.floor(roundedSeconds / 60)} min ${roundedSeconds % 60} s`;
}

/** `1 turn`, `1,204 turns`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

export const formatNumber = (value: number): string => value.toLocaleString('en-GB');

/** `$0.0123`, `$1.20`; `unknown` if a price is unknown. */
export function formatCost(usd: number | null): string {
  if (usd === null) return 'unknown';
  if (usd > 0 && usd < 0.0001) return 'less than $0.0001';
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

/** `24 Nov 2026, 19:37 UTC` */
export function formatDate(epochMs: number): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return 'unknown';
  const day = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** Truncates a long text and appends the number of missing characters. */
export function truncate(text: string, maxLength: number, describeRest: (count: number) => string): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}…\n${describeRest(text.length - maxLength)}`;
}
