/** Finds policies that can call each other for ever. Pure. */

interface CallingPolicy {
  name: string;
  aliases: readonly string[];
  calls: readonly string[];
  max_steps?: number | undefined;
}

/**
 * A cycle of calls in which no policy has `max_steps`; null if there is none. A policy with `max_steps` ends, so a
 * cycle through it does too.
 *
 * @returns the names in the order of the calls
 */
export function findUnlimitedCycle(policies: readonly CallingPolicy[]): string[] | null {
  const byName = new Map(
    policies.flatMap((policy) => [policy.name, ...policy.aliases].map((name) => [name, policy] as const)),
  );
  const done = new Set<CallingPolicy>();
  const search = (policy: CallingPolicy, path: readonly CallingPolicy[]): string[] | null => {
    if (policy.max_steps !== undefined || done.has(policy)) return null;
    const start = path.indexOf(policy);
    if (start >= 0) return path.slice(start).map(({ name }) => name);
    for (const call of policy.calls) {
      const called = byName.get(call);
      const cycle = called && search(called, [...path, policy]);
      if (cycle) return cycle;
    }
    done.add(policy);
    return null;
  };
  for (const policy of policies) {
    const cycle = search(policy, []);
    if (cycle) return cycle;
  }
  return null;
}
