/** Chooses the root policy of a run, and adapts the library's policies to the mode. Pure. */
import { STEP_VERBS } from '../../action/index.js';
import { ParleyError, type StepLibrary, type StepPolicy } from '../../contract/index.js';
import { matchesHost, parseHostAndPort, parseHostPattern } from '../../policy/index.js';
import { buildFlatPolicy, listReachablePolicies, type CountTokens } from '../../prompt/index.js';

export type StepMode =
  /** Policies call each other; their prompts may omit the examples. */
  | { type: 'stack'; withExamples: boolean }
  /**
   * One policy with the instructions of all policies. `cap`: maximum tokens of instructions and examples; null: no
   * limit.
   */
  | { type: 'flat'; withExamples: boolean; cap: number | null }
  /** A person types the actions, without a model. */
  | { type: 'keyboard' }
  | { type: 'playback' };

/**
 * Returns the policy named `rootName`, or else the first root whose site matches the page, or else the root without
 * sites.
 *
 * @param rootName the policy that the user chose; null if none
 * @param siteUrls URLs of sites by name, from the library's variables
 */
export function chooseRoot(
  library: StepLibrary,
  rootName: string | null,
  url: string,
  siteUrls: Readonly<Record<string, string>>,
): StepPolicy | null {
  const matchingRoot = library.roots.find(({ sites }) =>
    sites.some((site) => {
      const siteUrl = siteUrls[site];
      return siteUrl === undefined ? isOnHost(url, site) : isBelowUrl(url, siteUrl);
    }),
  );
  const policyName =
    rootName ?? (matchingRoot ?? library.roots.find(({ sites }) => sites.length === 0))?.policy;
  return (policyName === undefined ? null : library.policies.get(policyName)) ?? null;
}

/** @param rootName the policy that the user chose; null if none was chosen and no root matches the page */
export function createRootError(
  { name, roots }: StepLibrary,
  rootName: string | null,
  url: string,
): ParleyError {
  const names = [...new Set(roots.map(({ policy }) => policy))].join(', ');
  return rootName === null
    ? new ParleyError(
        'usage',
        `The library “${name}” has no root policy for ${url}.`,
        `Choose one with --root: ${names}.`,
        { option: 'root' },
      )
    : new ParleyError(
        'usage',
        `The library “${name}” has no policy “${rootName}”.`,
        `Policies intended for --root: ${names}.`,
        {
          option: 'root',
        },
      );
}

function isOnHost(url: string, pattern: string): boolean {
  const host = parseHostAndPort(url);
  const hostPattern = parseHostPattern(pattern);
  return host !== null && hostPattern !== null && matchesHost(hostPattern, host.host, host.port);
}

/** Sites may share a host and differ in their paths: `http://shop.test/` and `http://shop.test/admin`. */
function isBelowUrl(url: string, siteUrl: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(siteUrl)) return false;
  const [page, site] = [new URL(url), new URL(siteUrl)];
  const path = site.pathname.replace(/\/$/, '');
  return page.origin === site.origin && (page.pathname === path || page.pathname.startsWith(`${path}/`));
}

export interface RunPolicies {
  root: StepPolicy;
  policies: ReadonlyMap<string, StepPolicy>;
}

export function preparePolicies(
  library: StepLibrary,
  root: StepPolicy,
  mode: StepMode,
  countTokens: CountTokens,
): RunPolicies {
  switch (mode.type) {
    case 'stack':
      return mode.withExamples
        ? { root, policies: library.policies }
        : changePolicies(library, root, (policy) => ({ ...policy, examples: [], minExamples: 0 }));
    case 'flat': {
      const reachablePolicies = listReachablePolicies(root, library.policies);
      // With a cap, the prompt includes as much of the whole library as fits, like the paper's flat prompts.
      const mergedPolicies =
        mode.cap === null
          ? reachablePolicies
          : [...new Set([...reachablePolicies, ...library.policies.values()])];
      return {
        root: buildFlatPolicy(mergedPolicies, {
          cap: mode.cap,
          withExamples: mode.withExamples,
          countTokens,
        }),
        policies: library.policies,
      };
    }
    case 'keyboard':
      return changePolicies(library, root, (policy) => ({ ...policy, actions: STEP_VERBS }));
    case 'playback':
      // The recording contains the actions of all policies, without their calls.
      return {
        root: { ...root, actions: STEP_VERBS, calls: [], maxSteps: null },
        policies: library.policies,
      };
  }
}

function changePolicies(
  { policies }: StepLibrary,
  root: StepPolicy,
  change: (policy: StepPolicy) => StepPolicy,
): RunPolicies {
  const changedPolicies = new Map([...new Set(policies.values())].map((policy) => [policy, change(policy)]));
  return {
    root: changedPolicies.get(root)!,
    policies: new Map([...policies].map(([name, policy]) => [name, changedPolicies.get(policy)!])),
  };
}
