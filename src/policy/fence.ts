/**
 * Where the tabs of a session may be: within the hosts of a scenario, and at no address that it forbids. What a page
 * loads besides is none of it. The first attempt to leave is kept, because it ends the session.
 */
import type { EgressDecision, EgressRefusal } from '../contract/index.js';
import { ruleName, type ForbidRule } from './forbid.js';
import { matches, placeOf, type HostPattern } from './host-patterns.js';

export interface Fence {
  /** A tab is about to go to this address, or is there. */
  judge(url: string): EgressDecision;
  /** A sentence on the first attempt to leave, or null. */
  left(): string | null;
}

export interface FenceRules {
  /** Hosts as they are written, and read; without any, all are allowed. */
  domains: readonly { written: string; pattern: HostPattern }[];
  forbid: readonly ForbidRule[];
}

export function createFence({ domains, forbid }: FenceRules): Fence {
  let left: string | null = null;

  const refusalOf = (url: string): EgressRefusal | null => {
    const place = placeOf(url);
    if (place && domains.length && !domains.some(({ pattern }) => matches(pattern, place.host, place.port)))
      return {
        ok: false,
        reason: `guard.domains allows only ${domains.map(({ written }) => written).join(', ')}`,
        next: 'Add the host to guard.domains if the scenario may go there.',
      };
    const index = forbid.findIndex(
      (rule) =>
        rule.url?.test(url) &&
        rule.target === undefined &&
        rule.intent === undefined &&
        rule.class === undefined,
    );
    return index < 0
      ? null
      : {
          ok: false,
          reason: `${ruleName(forbid, index)} does not allow it`,
          next: 'Take the rule out if the scenario may go there.',
        };
  };

  return {
    judge(url) {
      const refusal = refusalOf(url);
      if (!refusal) return { ok: true };
      left ??= `The session reached ${url}, but ${refusal.reason}.`;
      return refusal;
    },
    left: () => left,
  };
}

/** Whether these hosts hold the one of an address; an address without a host is nowhere else. */
export function within(domains: FenceRules['domains'], url: string): boolean {
  const place = placeOf(url);
  return !place || domains.some(({ pattern }) => matches(pattern, place.host, place.port));
}
