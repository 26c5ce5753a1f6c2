/**
 * Reads a scenario's session settings: initial page state, allowed hosts, forbidden actions, model budget and secrets.
 * Command-line flags take precedence over these settings.
 */
import { ParleyError, type TextPattern } from '../contract/index.js';
import { compileMatch, matchesGlob, type Scenario, readSecretValues } from '../dialogue/index.js';
import type { ModelBudget } from '../llm/index.js';
import type { ContextOptions } from '../page/index.js';
import {
  createNavigationGuard,
  isWithinDomains,
  type NavigationGuard,
  type NavigationRules,
  type ForbidRule,
} from '../policy/index.js';
import { MIN_SECRET_LENGTH } from '../secrets/index.js';
import type { BrowserPlan } from './browser-plan.js';
import type { ModelPlan } from './model-plan.js';
import type { NavigatorPlan } from './navigator-plan.js';
import { parseAllowedHost, parseLocale, parseTimezone } from './option-values.js';
import type { JudgePlan } from './session-models.js';

export interface ScenarioSetup {
  context: ContextOptions;
  navigationRules: NavigationRules;
  modelBudget: ModelBudget;
  /** Maps the names of secrets to their values. */
  secrets: ReadonlyMap<string, string>;
  /** Hosts that may receive secrets, instead of the hosts that the scenario allows. */
  secretHosts?: ReadonlySet<string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ParleyError `usage` for an invalid setting or a missing environment variable */
export function createScenarioSetup(scenario: Scenario, startUrl: string, env: Environment): ScenarioSetup {
  const { start, guard, budget } = scenario;
  const domains = (guard.domains ?? []).map((text) => ({ text, pattern: parseAllowedHost(text) }));
  if (domains.length && !isWithinDomains(domains, startUrl))
    throw new ParleyError(
      'usage',
      `The start page is at ${new URL(startUrl).host}, which guard.domains does not include (${guard.domains!.join(', ')}).`,
      'Add the host to guard.domains.',
    );
  return {
    context: {
      ...(start.viewport ? { viewport: start.viewport } : {}),
      ...(start.storage ? { storageState: start.storage } : {}),
      ...(start.clock ? { clock: new Date(start.clock) } : {}),
      ...(start.har ? { har: { file: start.har.file, notFound: start.har.not_found } } : {}),
      ...(start.locale ? { locale: parseLocale(start.locale) } : {}),
      ...(start.timezone ? { timezone: parseTimezone(start.timezone) } : {}),
    },
    navigationRules: { domains, forbid: (guard.forbid ?? []).map(toForbidRule) },
    modelBudget: {
      ...(budget.tokens === undefined ? {} : { sessionTokens: budget.tokens }),
      ...(budget.usd === undefined ? {} : { sessionUsd: budget.usd }),
    },
    secrets: assertMaskable(readSecretValues(scenario.secrets, env)),
  };
}

/** Creates the setup of a session without a scenario. @throws ParleyError `usage` for a secret that cannot be masked */
export const createSetupWithoutScenario = (
  secrets: ReadonlyMap<string, string>,
  secretHosts: ReadonlySet<string>,
  context: ContextOptions = {},
): ScenarioSetup => ({
  secretHosts,
  context,
  navigationRules: { domains: [], forbid: [] },
  modelBudget: {},
  secrets: assertMaskable(secrets),
});

/** Rejects short secrets. They can occur in text by chance, so they cannot be masked reliably. */
function assertMaskable(secrets: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const shortNames = [...secrets]
    .filter(([, value]) => value.length < MIN_SECRET_LENGTH)
    .map(([name]) => name);
  if (shortNames.length === 0) return secrets;
  throw new ParleyError(
    'usage',
    `The secret ${shortNames.join(' and ')} has fewer than ${MIN_SECRET_LENGTH} characters and cannot be masked in records.`,
    'Use a longer value, or write it into the scenario if it is not secret.',
  );
}

function toForbidRule({ target, url, intent, class: kind }: ScenarioForbidRule): ForbidRule {
  return {
    ...(target === undefined ? {} : { target: compileMatch(target) }),
    ...(url === undefined ? {} : { url: toGlobPattern(url) }),
    ...(intent === undefined ? {} : { intent }),
    ...(kind === undefined ? {} : { class: kind }),
  };
}

type ScenarioForbidRule = NonNullable<Scenario['guard']['forbid']>[number];

function toGlobPattern(glob: string): TextPattern {
  return { test: (url) => matchesGlob(glob, url), toString: () => glob };
}

interface SessionPlans {
  browser: BrowserPlan;
  navigator: NavigatorPlan;
  judge?: JudgePlan | null;
}

/** Merges the scenario's settings into the session's plans, and creates the navigation guard. */
export function applyScenarioSetup<P extends SessionPlans & { setup?: ScenarioSetup | undefined }>(
  plan: P,
): P & { navigationGuard: NavigationGuard | null } {
  const { setup, browser, navigator, judge = null } = plan;
  if (!setup) return { ...plan, navigationGuard: null };
  const navigationGuard = createNavigationGuard(setup.navigationRules);
  const applyBudget = <M extends ModelPlan>(model: M): M => ({
    ...model,
    budget: { ...setup.modelBudget, ...dropUndefined(model.budget) },
  });
  return {
    ...plan,
    navigationGuard,
    navigator:
      navigator.kind === 'direct' || navigator.model === null
        ? navigator
        : { ...navigator, model: applyBudget(navigator.model) },
    judge: judge && applyBudget(judge),
    browser: {
      ...browser,
      context: { ...setup.context, ...dropUndefined(browser.context) },
      secrets: [...browser.secrets, ...setup.secrets],
      createEgressOptions: () => {
        const egress = browser.createEgressOptions();
        return {
          ...egress,
          policy: { ...egress.policy, checkNavigation: (url) => navigationGuard.check(url) },
        };
      },
    },
  };
}

function dropUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/**
 * Returns a function that checks whether a host may receive secrets: any host in `guard.domains` or, if that is not
 * set, only the start page's host.
 */
export function createSecretHostCheck(
  { navigationRules: { domains }, secretHosts }: ScenarioSetup,
  startUrl: string | undefined,
) {
  if (secretHosts) return (host: string): boolean => secretHosts.has(host);
  const startHost = startUrl === undefined ? null : new URL(startUrl).host;
  return (host: string): boolean => {
    if (domains.length === 0) return host === startHost;
    return host !== '' && isWithinDomains(domains, `http://${host}/`);
  };
}
