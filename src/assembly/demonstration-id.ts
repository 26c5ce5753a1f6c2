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

/** How often each was given out in this process. */
const given = new Map<string, number>();

/** `2026-11-21T17-05-09-find-a-river-4xk`: sorts by time, and says what it was; each process has its own end. */
export function demonstrationId(name: string, now: Date, pid: number): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  const id = `${time}-${slug(name)}-${pid.toString(36)}`;
  // Several conversations of one process may begin in the same second.
  const before = given.get(id) ?? 0;
  given.set(id, before + 1);
  return before === 0 ? id : `${id}-${before + 1}`;
}
