/**
 * Restricts the URLs of tabs: the scenario must allow the host and must not forbid the URL. A page's subresources are
 * not restricted here. Pure.
 */
import type { EgressDecision, EgressRefusal } from '../contract/index.js';
import { describeRule, type ForbidRule } from './forbid.js';
import { matchesHost, parseHostAndPort, type HostPattern } from './host-patterns.js';

export interface NavigationGuard {
  check(url: string): EgressDecision;
}

export interface NavigationRules {
  /** Allowed hosts: `text` as in the scenario, and the pattern parsed from it. An empty list allows all hosts. */
  domains: readonly { text: string; pattern: HostPattern }[];
  forbid: readonly ForbidRule[];
}

export function createNavigationGuard({ domains, forbid }: NavigationRules): NavigationGuard {
  const findRefusal = (url: string): EgressRefusal | null => {
    const address = parseHostAndPort(url);
    if (
      address &&
      domains.length &&
      !domains.some(({ pattern }) => matchesHost(pattern, address.host, address.port))
    )
      return {
        ok: false,
        reason: `guard.domains allows only ${domains.map(({ text }) => text).join(', ')}`,
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
          reason: `${describeRule(forbid, index)} does not allow it`,
          next: 'Remove the rule if the scenario may go there.',
        };
  };

  return { check: (url) => findRefusal(url) ?? { ok: true } };
}

/** Whether one of the domains matches the URL's host. True for URLs without a host, such as `about:blank` and files. */
export function isWithinDomains(domains: NavigationRules['domains'], url: string): boolean {
  const address = parseHostAndPort(url);
  return !address || domains.some(({ pattern }) => matchesHost(pattern, address.host, address.port));
}
