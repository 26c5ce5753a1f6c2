import { expect, test } from '@playwright/test';

import { createBrowserPlan } from '../../src/assembly/browser-plan.js';
import {
  createSecretHostCheck,
  createScenarioSetup,
  applyScenarioSetup,
} from '../../src/assembly/scenario-setup.js';
import { createNavigatorPlan } from '../../src/assembly/navigator-plan.js';
import { ParleyError } from '../../src/contract/index.js';
import { bindScenario, parseScenario, type Scenario } from '../../src/dialogue/index.js';

const createScenario = (yaml: string, env: Record<string, string> = {}): Scenario =>
  bindScenario(
    parseScenario(
      'x.scenario.yaml',
      `scenario: 1\nname: x\ndialogue: [{ say: Go. }]\n${yaml.includes('start:') ? '' : `start: { url: "https://shop.test/" }\n`}${yaml}`,
      { env },
    ),
  );
const START =
  'start: { url: "https://shop.test/", clock: "2026-03-02T09:00:00Z", locale: de-CH, timezone: Europe/Oslo, viewport: { width: 800, height: 600 } }';

test('a scenario’s page settings apply unless a flag overrides them', () => {
  const setup = createScenarioSetup(createScenario(START), 'https://shop.test/', {});
  const plans = { setup, navigator: { kind: 'direct' as const } };
  const withoutFlags = applyScenarioSetup({ ...plans, browser: createBrowserPlan({}) });
  expect(withoutFlags.browser.context).toMatchObject({
    clock: new Date('2026-03-02T09:00:00Z'),
    locale: 'de-CH',
    timezone: 'Europe/Oslo',
    viewport: { width: 800, height: 600 },
  });
  const withFlags = applyScenarioSetup({
    ...plans,
    browser: createBrowserPlan({ viewport: '300x400', locale: 'en-GB' }),
  });
  expect(withFlags.browser.context).toMatchObject({
    locale: 'en-GB',
    timezone: 'Europe/Oslo',
    viewport: { width: 300, height: 400 },
  });
});

test('the model budget comes from the scenario unless a flag sets one', async () => {
  const setup = createScenarioSetup(
    createScenario('budget: { tokens: 900, usd: 0.5 }'),
    'https://shop.test/',
    {},
  );
  const flags = { model: 'gpt-5-mini', baseUrl: 'http://127.0.0.1:1/v1', budgetUsd: 2 };
  const navigator = await createNavigatorPlan(flags, { PARLEY_API_KEY: 'k' }, new AbortController().signal);
  const plan = applyScenarioSetup({ setup, navigator, browser: createBrowserPlan({}) });
  expect(plan.navigator).toMatchObject({ model: { budget: { sessionTokens: 900, sessionUsd: 2 } } });
});

test('guard.domains and guard.forbid apply to navigations', () => {
  const yaml =
    'guard: { domains: [shop.test, "*.pay.test"], forbid: [{ url: "**/admin/**" }, { url: "**/x", intent: load }] }';
  const setup = createScenarioSetup(createScenario(yaml), 'https://shop.test/', {});
  const plan = applyScenarioSetup({
    setup,
    navigator: { kind: 'direct' as const },
    browser: createBrowserPlan({}),
  });
  const { checkNavigation } = plan.browser.createEgressOptions().policy;
  const allowed = [
    'https://shop.test/x',
    'https://www.shop.test/',
    'https://a.pay.test/',
    'about:blank',
    'data:,x',
  ];
  for (const url of allowed) expect(checkNavigation!(url)).toEqual({ ok: true });
  expect(checkNavigation!('https://shop.test/admin/users')).toMatchObject({
    ok: false,
    reason: 'rule 1 of guard.forbid (url **/admin/**) does not allow it',
  });
  expect(checkNavigation!('https://pay.test/')).toMatchObject({ ok: false });
});

test('a start page outside guard.domains is reported before anything starts', () => {
  const createSetup = (): unknown =>
    createScenarioSetup(createScenario('guard: { domains: [pay.test] }'), 'https://shop.test/', {});
  expect(createSetup).toThrow(ParleyError);
  expect(createSetup).toThrow(
    'The start page is at shop.test, which guard.domains does not include (pay.test).',
  );
});

test('secrets may be sent to the scenario’s hosts, or by default to the start page’s host', () => {
  const env = { CRM: 'hunter22' };
  const defaultSetup = createScenarioSetup(createScenario('secrets: [CRM]', env), 'https://shop.test/', env);
  expect(defaultSetup.secrets).toEqual(new Map([['CRM', 'hunter22']]));
  const isDefaultHost = createSecretHostCheck(defaultSetup, 'https://shop.test/');
  expect(['shop.test', 'www.shop.test', 'evil.test', ''].map(isDefaultHost)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const setupWithDomains = createScenarioSetup(
    createScenario('secrets: [CRM]\nguard: { domains: [shop.test] }', env),
    'https://shop.test/',
    env,
  );
  const isAllowedHost = createSecretHostCheck(setupWithDomains, 'https://shop.test/');
  expect(['shop.test', 'www.shop.test:8080', 'evil.test', ''].map(isAllowedHost)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(() =>
    createScenarioSetup(createScenario('secrets: [CRM]', env), 'https://shop.test/', { CRM: '123' }),
  ).toThrow('The secret CRM has fewer than 4 characters');
});
