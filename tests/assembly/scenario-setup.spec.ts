import { expect, test } from '@playwright/test';

import { browserPlanOf } from '../../src/assembly/browser-plan.js';
import { releaseOn, setupOf, withSetup } from '../../src/assembly/scenario-setup.js';
import { navigatorPlanOf } from '../../src/assembly/navigator-plan.js';
import { ParleyError } from '../../src/contract/index.js';
import { bindScenario, parseScenario, type Scenario } from '../../src/dialogue/index.js';

const scenario = (rest: string, env: Record<string, string> = {}): Scenario =>
  bindScenario(
    parseScenario(
      'x.scenario.yaml',
      `scenario: 1\nname: x\ndialogue: [{ say: Go. }]\n${rest.includes('start:') ? '' : `start: { url: "https://shop.test/" }\n`}${rest}`,
      { env },
    ),
  );
const START =
  'start: { url: "https://shop.test/", clock: "2026-03-02T09:00:00Z", locale: de-CH, timezone: Europe/Oslo, viewport: { width: 800, height: 600 } }';

test('what a scenario says of its pages holds where no flag says otherwise', () => {
  const setup = setupOf(scenario(START), 'https://shop.test/', {});
  const plans = { setup, navigator: { kind: 'direct' as const } };
  const plain = withSetup({ ...plans, browser: browserPlanOf({}) });
  expect(plain.browser.context).toMatchObject({
    clock: new Date('2026-03-02T09:00:00Z'),
    locale: 'de-CH',
    timezone: 'Europe/Oslo',
    viewport: { width: 800, height: 600 },
  });
  const flagged = withSetup({ ...plans, browser: browserPlanOf({ viewport: '300x400', locale: 'en-GB' }) });
  expect(flagged.browser.context).toMatchObject({
    locale: 'en-GB',
    timezone: 'Europe/Oslo',
    viewport: { width: 300, height: 400 },
  });
});

test('the budget of a language model is that of the scenario, unless a flag sets another', async () => {
  const setup = setupOf(scenario('budget: { tokens: 900, usd: 0.5 }'), 'https://shop.test/', {});
  const flags = { model: 'gpt-5-mini', baseUrl: 'http://127.0.0.1:1/v1', budgetUsd: 2 };
  const navigator = await navigatorPlanOf(flags, { PARLEY_API_KEY: 'k' }, new AbortController().signal);
  const plan = withSetup({ setup, navigator, browser: browserPlanOf({}) });
  expect(plan.navigator).toMatchObject({ model: { budget: { sessionTokens: 900, sessionUsd: 2 } } });
});

test('hosts and addresses that a tab may not show are judged in every session anew', () => {
  const rest =
    'guard: { domains: [shop.test, "*.pay.test"], forbid: [{ url: "**/admin/**" }, { url: "**/x", intent: load }] }';
  const setup = setupOf(scenario(rest), 'https://shop.test/', {});
  const plans = { setup, navigator: { kind: 'direct' as const }, browser: browserPlanOf({}) };
  const first = withSetup(plans);
  const { navigation } = first.browser.egress().judge;
  const allowed = [
    'https://shop.test/x',
    'https://www.shop.test/',
    'https://a.pay.test/',
    'about:blank',
    'data:,x',
  ];
  for (const url of allowed) expect(navigation!(url)).toEqual({ ok: true });
  expect(first.fence!.left()).toBeNull();
  expect(navigation!('https://shop.test/admin/users')).toMatchObject({
    ok: false,
    why: 'rule 1 of guard.forbid (url **/admin/**) does not allow it',
  });
  expect(navigation!('https://pay.test/')).toMatchObject({ ok: false });
  expect(first.fence!.left()).toBe(
    'The way led to https://shop.test/admin/users, and rule 1 of guard.forbid (url **/admin/**) does not allow it.',
  );
  expect(withSetup(plans).fence!.left()).toBeNull();
});

test('a start page outside the hosts is told before anything starts', () => {
  const start = (): unknown => setupOf(scenario('guard: { domains: [pay.test] }'), 'https://shop.test/', {});
  expect(start).toThrow(ParleyError);
  expect(start).toThrow('The start page is at shop.test, which is not among guard.domains (pay.test).');
});

test('secrets belong on the hosts of the scenario, or on that of the start page', () => {
  const env = { CRM: 'hunter22' };
  const home = setupOf(scenario('secrets: [CRM]', env), 'https://shop.test/', env);
  expect(home.secrets).toEqual(new Map([['CRM', 'hunter22']]));
  const onHome = releaseOn(home, 'https://shop.test/');
  expect(['shop.test', 'www.shop.test', 'evil.test', ''].map(onHome)).toEqual([true, false, false, false]);
  const wider = setupOf(
    scenario('secrets: [CRM]\nguard: { domains: [shop.test] }', env),
    'https://shop.test/',
    env,
  );
  const onWider = releaseOn(wider, 'https://shop.test/');
  expect(['shop.test', 'www.shop.test:8080', 'evil.test', ''].map(onWider)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(() => setupOf(scenario('secrets: [CRM]', env), 'https://shop.test/', { CRM: '123' })).toThrow(
    'The secret CRM has fewer than 4 characters',
  );
});
