/** Creates the folder name of a demonstration. */

/** A line with one of these words may contain a secret, so it is not used in a folder name. */
const SENSITIVE = /\b(?:pass(?:word|code|phrase)|secret|token|pin|api key|credit card)\b/i;

function slug(line: string): string {
  const name = SENSITIVE.test(line) ? 'task' : line;
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words.slice(0, 40).replace(/-+$/, '') || 'session';
}

/** How often this process has used each id. */
const useCounts = new Map<string, number>();

/** `2026-11-21T17-05-09-find-a-river-4xk`: sorts by time, names the task and ends with the process id. */
export function createDemonstrationId(name: string, now: Date, pid: number): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  const id = `${time}-${slug(name)}-${pid.toString(36)}`;
  // One process may start several sessions for the same task in one second.
  const uses = useCounts.get(id) ?? 0;
  useCounts.set(id, uses + 1);
  return uses === 0 ? id : `${id}-${uses + 1}`;
}
