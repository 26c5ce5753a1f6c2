/** The policies of a run: which root gets the task, and what a mode changes in the library. Pure. */
import { STEP_VERBS } from '../../action/index.js';
import { ParleyError, type StepLibrary, type StepPolicy } from '../../contract/index.js';
import { matchesHost, parseHostAndPort, parseHostPattern } from '../../policy/index.js';
import { buildFlatPolicy, findReachable, type CountTokens } from '../../prompt/index.js';

export type StepMode =
  /** Policies call each other; with or without their examples. */
  | { type: 'stack'; withExamples: boolean }
  /** One policy with the instructions of all. `cap`: tokens of its instructions and examples; null: no limit. */
  | { type: 'flat'; withExamples: boolean; cap: number | null }
  /** No model: a person types the actions, or a recording gives them. */
  | { type: 'keyboard' }
  | { type: 'playback' };

/**
 * The first root whose site is that of the page, or the one without sites.
 *
 * @param named overrides both
 * @param addresses of sites by name, as the variables of the library give them
 */
export function chooseRoot(
  library: StepLibrary,
  named: string | null,
  url: string,
  addresses: Readonly<Record<string, string>>,
): StepPolicy | null {
  const fitting = library.roots.find(({ sites }) =>
    sites.some((site) => {
      const address = addresses[site];
      return address === undefined ? isOnHost(url, site) : isBelow(url, address);
    }),
  );
  const name = named ?? (fitting ?? library.roots.find(({ sites }) => sites.length === 0))?.policy;
  return (name === undefined ? null : library.policies.get(name)) ?? null;
}

/** @param named the root that the user named; null if none fits the page */
export function createRootError(
  { name, roots }: StepLibrary,
  named: string | null,
  url: string,
): ParleyError {
  const names = [...new Set(roots.map(({ policy }) => policy))].join(', ');
  return named === null
    ? new ParleyError(
        'usage',
        `No root of the library ${name} is for ${url}.`,
        `Name one with --root: ${names}.`,
        { option: 'root' },
      )
    : new ParleyError('usage', `The library ${name} has no policy “${named}”.`, `Its roots are ${names}.`, {
        option: 'root',
      });
}

function isOnHost(url: string, pattern: string): boolean {
  const host = parseHostAndPort(url);
  const parsed = parseHostPattern(pattern);
  return host !== null && parsed !== null && matchesHost(parsed, host.host, host.port);
}

/** Sites may share a host and differ in their path: `http://shop.test/` and `http://shop.test/admin`. */
function isBelow(url: string, address: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(address)) return false;
  const [page, site] = [new URL(url), new URL(address)];
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
      const reachable = findReachable(root, library.policies);
      // With a cap, the prompt holds as much of the whole library as fits, as the paper's flat prompts do.
      const parts =
        mode.cap === null ? reachable : [...new Set([...reachable, ...library.policies.values()])];
      return {
        root: buildFlatPolicy(parts, { cap: mode.cap, withExamples: mode.withExamples, countTokens }),
        policies: library.policies,
      };
    }
    case 'keyboard':
      return changePolicies(library, root, (policy) => ({ ...policy, actions: STEP_VERBS }));
    case 'playback':
      // The recording contains the actions of all policies.
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
  const changed = new Map([...new Set(policies.values())].map((policy) => [policy, change(policy)]));
  return {
    root: changed.get(root)!,
    policies: new Map([...policies].map(([name, policy]) => [name, changed.get(policy)!])),
  };
}
