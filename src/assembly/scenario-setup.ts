/**
 * What a scenario says of the session itself: the state that pages begin in, where the session may be, what it may
 * not do, what it may spend, and the secrets that it uses. What the command line says of the same goes before it.
 */
import { ParleyError, type TextPattern } from '../contract/index.js';
import { compileMatch, globMatches, type Scenario, secretValues } from '../dialogue/index.js';
import type { ModelBudget } from '../llm/index.js';
import type { ContextOptions } from '../page/index.js';
import { createFence, within, type Fence, type FenceRules, type ForbidRule } from '../policy/index.js';
import { SHORTEST_VALUE } from '../secrets/index.js';
import type { BrowserPlan } from './browser-plan.js';
import type { NavigatorPlan } from './navigator-plan.js';
import { hostPatternOf, localeOf, timezoneOf } from './option-values.js';

export interface ScenarioSetup {
  context: ContextOptions;
  fence: FenceRules;
  modelBudget: ModelBudget;
  /** Values by name. */
  secrets: ReadonlyMap<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws Problem `usage` for what cannot be right, or is missing from the environment */
export function setupOf(scenario: Scenario, startUrl: string, env: Environment): ScenarioSetup {
  const { start, guard, budget } = scenario;
  const domains = (guard.domains ?? []).map((written) => ({ written, pattern: hostPatternOf(written) }));
  if (domains.length && !within(domains, startUrl))
    throw new ParleyError(
      'usage',
      `The start page is at ${new URL(startUrl).host}, which is not among guard.domains (${guard.domains!.join(', ')}).`,
      'Add it there.',
    );
  return {
    context: {
      ...(start.viewport ? { viewport: start.viewport } : {}),
      ...(start.storage ? { storageState: start.storage } : {}),
      ...(start.clock ? { clock: new Date(start.clock) } : {}),
      ...(start.har ? { har: { file: start.har.file, notFound: start.har.not_found } } : {}),
      ...(start.locale ? { locale: localeOf(start.locale) } : {}),
      ...(start.timezone ? { timezone: timezoneOf(start.timezone) } : {}),
    },
    fence: { domains, forbid: (guard.forbid ?? []).map(forbidRule) },
    modelBudget: {
      ...(budget.tokens === undefined ? {} : { sessionTokens: budget.tokens }),
      ...(budget.usd === undefined ? {} : { sessionUsd: budget.usd }),
    },
    secrets: hideable(secretValues(scenario.secrets, env)),
  };
}

/** What is short stands in texts by chance, so that it could not be kept out of them. */
function hideable(secrets: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const short = [...secrets].filter(([, value]) => value.length < SHORTEST_VALUE).map(([name]) => name);
  if (short.length === 0) return secrets;
  throw new ParleyError(
    'usage',
    `The secret ${short.join(' and ')} has fewer than ${SHORTEST_VALUE} characters, which cannot be kept out of records.`,
    'Use a longer one for tests, or write it into the scenario if it is none.',
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

interface Planned {
  browser: BrowserPlan;
  navigator: NavigatorPlan;
}

/** The plans of a session with what its scenario adds to them, and the fence around it. */
export function withSetup<P extends Planned & { setup?: ScenarioSetup | undefined }>(
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
            model: { ...navigator.model, budget: { ...setup.modelBudget, ...given(navigator.model.budget) } },
          },
    browser: {
      ...browser,
      context: { ...setup.context, ...given(browser.context) },
      secrets: [...browser.secrets, ...setup.secrets],
      egress: () => {
        const egress = browser.egress();
        return { ...egress, judge: { ...egress.judge, navigation: (url) => fence.judge(url) } };
      },
    },
  };
}

/** Without what was left out. */
function given<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** Whether a secret may be put in on this host: on those of `guard.domains`, or else on that of the start page. */
export function releaseOn({ fence: { domains } }: ScenarioSetup, startUrl: string | undefined) {
  const home = startUrl === undefined ? null : new URL(startUrl).host;
  return (host: string): boolean => {
    if (domains.length === 0) return host === home;
    return host !== '' && within(domains, `http://${host}/`);
  };
}
