/** Finds policies that could call each other forever. Pure. */

interface CallingPolicy {
  name: string;
  aliases: readonly string[];
  calls: readonly string[];
  max_steps?: number | undefined;
}

/**
 * Finds a cycle of calls in which no policy has `max_steps`. A policy with `max_steps` always terminates,
 * and so does every cycle through it.
 *
 * @returns the names in call order; null if there is no such cycle
 */
export function findUnlimitedCycle(policies: readonly CallingPolicy[]): string[] | null {
  const policiesByName = new Map(
    policies.flatMap((policy) => [policy.name, ...policy.aliases].map((name) => [name, policy] as const)),
  );
  const searchedPolicies = new Set<CallingPolicy>();
  const findCycleFrom = (policy: CallingPolicy, path: readonly CallingPolicy[]): string[] | null => {
    if (policy.max_steps !== undefined || searchedPolicies.has(policy)) return null;
    const start = path.indexOf(policy);
    if (start >= 0) return path.slice(start).map(({ name }) => name);
    for (const call of policy.calls) {
      const calledPolicy = policiesByName.get(call);
      const cycle = calledPolicy && findCycleFrom(calledPolicy, [...path, policy]);
      if (cycle) return cycle;
    }
    searchedPolicies.add(policy);
    return null;
  };
  for (const policy of policies) {
    const cycle = findCycleFrom(policy, []);
    if (cycle) return cycle;
  }
  return null;
}
