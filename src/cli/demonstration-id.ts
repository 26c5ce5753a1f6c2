/** What the folder of a demonstration is called. */

/** Words after which a line is likely to hold what should not be in a folder name. */
const DELICATE = /\b(?:pass(?:word|code|phrase)|secret|token|pin|api key|credit card)\b/i;

function slug(line: string): string {
  const name = DELICATE.test(line) ? 'task' : line;
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words.slice(0, 40).replace(/-+$/, '') || 'session';
}

/** `2026-11-21T17-05-09-find-a-river`: sorts by time, and says what it was. */
export function demonstrationId(name: string, now: Date, pid: number): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  return `${time}-${slug(name)}-${pid.toString(36)}`;
}
