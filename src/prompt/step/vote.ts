/** Chooses one of several sampled replies. Pure. */

export interface Sample {
  /** Null if the reply cannot be parsed. */
  action: string | null;
}

export type VoteRule = 'first' | 'majority';

/**
 * Normalises an action, so that different spellings count as one vote. Removes only differences in spaces outside
 * brackets, code fences, quotation marks and the case of the verb; ids and texts stay as they are.
 */
export function normaliseVote(action: string): string {
  const bareAction = action
    .trim()
    .replace(/^`{3}(?:\w*\n)?\s*([^]*?)\s*`{3}$/, '$1')
    .replace(/^(["'`])([^]*)\1$/, '$2')
    .trim();
  const bracket = bareAction.indexOf('[');
  const verb = bracket < 0 ? bareAction : bareAction.slice(0, bracket);
  const args = bracket < 0 ? '' : bareAction.slice(bracket).replace(/\][^\S\n]*\[/g, '] [');
  return `${verb.trim().replace(/\s+/g, ' ').toLowerCase()} ${args}`.trim();
}

export interface Election {
  /** Index of the chosen sample. */
  index: number;
  /** Number of votes per action; absent if there was only one sample. */
  votes?: Record<string, number>;
}

/** Samples that cannot be parsed have no vote. If there is a tie, the action that came first wins. */
export function chooseSample(samples: readonly Sample[], rule: VoteRule): Election {
  if (samples.length < 2) return { index: 0 };
  const counts = new Map<string, { count: number; index: number }>();
  for (const [index, { action }] of samples.entries()) {
    if (action === null) continue;
    const key = normaliseVote(action);
    const entry = counts.get(key);
    if (entry) entry.count += 1;
    else counts.set(key, { count: 1, index });
  }
  const votes = Object.fromEntries([...counts].map(([key, { count }]) => [key, count]));
  if (rule === 'first') return { index: 0, votes };
  // The sort is stable, and the map is in sample order, so the earlier action wins a tie.
  const [best] = [...counts.values()].toSorted((a, b) => b.count - a.count);
  return { index: best?.index ?? 0, votes };
}
