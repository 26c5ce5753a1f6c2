/** Creates the folder name of a demonstration (a recorded session). */

/** Words that suggest a secret. A task that contains one of them is not used in a folder name. */
const SENSITIVE_WORDS = /\b(?:pass(?:word|code|phrase)|secret|token|pin|api key|credit card)\b/i;

function toSlug(taskName: string): string {
  const name = SENSITIVE_WORDS.test(taskName) ? 'task' : taskName;
  const slugText = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slugText.slice(0, 40).replace(/-+$/, '') || 'session';
}

/** Counts how often this process has used each id. */
const useCounts = new Map<string, number>();

/**
 * Creates an id such as `2026-11-21T17-05-09-find-a-river-4xk`: it sorts by time, names the task and ends with the
 * process id.
 */
export function createDemonstrationId(taskName: string, now: Date, pid: number): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  const id = `${time}-${toSlug(taskName)}-${pid.toString(36)}`;
  // A process may start several sessions for the same task within a second.
  const useCount = useCounts.get(id) ?? 0;
  useCounts.set(id, useCount + 1);
  return useCount === 0 ? id : `${id}-${useCount + 1}`;
}
