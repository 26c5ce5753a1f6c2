/**
 * Session settings of a scenario: initial page state, allowed hosts, forbidden actions, model budget and secrets.
 * Command-line flags win over them.
 */
import { ParleyError, type TextPattern } from '../contract/index.js';
import { compileMatch, globMatches, type Scenario, secretValues } from '../dialogue/index.js';
import type { ModelBudget } from '../llm/index.js';
import type { ContextOptions } from '../page/index.js';
import { createFence, within, type Fence, type FenceRules, type ForbidRule } from '../policy/index.js';
import { MIN_SECRET_LENGTH } from '../secrets/index.js';
import type { BrowserPlan } from './browser-plan.js';
import type { NavigatorPlan } from './navigator-plan.js';
import { parseAllowedHost, parseLocale, parseTimezone } from './option-values.js';

export interface ScenarioSetup {
  context: ContextOptions;
  fence: FenceRules;
  modelBudget: ModelBudget;
  /** Values by name. */
  secrets: ReadonlyMap<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ParleyError `usage` for an invalid setting or a missing environment variable */
export function createScenarioSetup(scenario: Scenario, startUrl: string, env: Environment): ScenarioSetup {
  const { start, guard, budget } = scenario;
  const domains = (guard.domains ?? []).map((written) => ({ written, pattern: parseAllowedHost(written) }));
  if (domains.length && !within(domains, startUrl))
    throw new ParleyError(
      'usage',
      `The start page is at ${new URL(startUrl).host}, which is not among guard.domains (${guard.domains!.join(', ')}).`,
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
    fence: { domains, forbid: (guard.forbid ?? []).map(forbidRule) },
    modelBudget: {
      ...(budget.tokens === undefined ? {} : { sessionTokens: budget.tokens }),
      ...(budget.usd === undefined ? {} : { sessionUsd: budget.usd }),
    },
    secrets: assertMaskable(secretValues(scenario.secrets, env)),
  };
}

/** Short values occur in text by chance, so they cannot be masked reliably. */
function assertMaskable(secrets: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const short = [...secrets].filter(([, value]) => value.length < MIN_SECRET_LENGTH).map(([name]) => name);
  if (short.length === 0) return secrets;
  throw new ParleyError(
    'usage',
    `The secret ${short.join(' and ')} has fewer than ${MIN_SECRET_LENGTH} characters and cannot be masked in records.`,
    'Use a longer value, or write it into the scenario if it is not secret.',
  );
}

function forbidRule({ target, url, intent, class: kind }: Rule): ForbidRule {
  return {
    ...(target === undefined ? {} : { target: compileMatch(target) }),
    ...(url === undefined ? {} : { url: globPattern(url) }),
    ...(intent === undefined ? {} : { intent }),
    ...(kind === undefined ? {} : { class: kind }),
  };
}

type Rule = NonNullable<Scenario['guard']['forbid']>[number];

function globPattern(glob: string): TextPattern {
  return { test: (url) => globMatches(glob, url), toString: () => glob };
}

interface SessionPlans {
  browser: BrowserPlan;
  navigator: NavigatorPlan;
}

/** Merges the scenario's settings into the session's plans and creates the fence (allowed hosts, forbidden actions). */
export function applyScenarioSetup<P extends SessionPlans & { setup?: ScenarioSetup | undefined }>(
  plan: P,
): P & { fence: Fence | null } {
  const { setup, browser, navigator } = plan;
  if (!setup) return { ...plan, fence: null };
  const fence = createFence(setup.fence);
  return {
    ...plan,
    fence,
    navigator:
      navigator.kind === 'direct'
        ? navigator
        : {
            ...navigator,
            model: {
              ...navigator.model,
              budget: { ...setup.modelBudget, ...withoutUndefined(navigator.model.budget) },
            },
          },
    browser: {
      ...browser,
      context: { ...setup.context, ...withoutUndefined(browser.context) },
      secrets: [...browser.secrets, ...setup.secrets],
      egress: () => {
        const egress = browser.egress();
        return { ...egress, policy: { ...egress.policy, navigation: (url) => fence.judge(url) } };
      },
    },
  };
}

/** Drops undefined values. */
function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** Returns a check for hosts that may receive secrets: those in `guard.domains`, or else only the start page's. */
export function createSecretHostCheck({ fence: { domains } }: ScenarioSetup, startUrl: string | undefined) {
  const home = startUrl === undefined ? null : new URL(startUrl).host;
  return (host: string): boolean => {
    if (domains.length === 0) return host === home;
    return host !== '' && within(domains, `http://${host}/`);
  };
}
