/** Settings as defaults for flags: which value takes precedence, and which settings are ignored. */
import { expect, test } from '@playwright/test';

import { applyAgentSettings } from '../../src/assembly/agent-settings.js';
import { applySettings, withSettingSources } from '../../src/assembly/configuration.js';
import type { ConfigSetting, SettingKey, SettingValue } from '../../src/config/index.js';
import { createNavigatorPlan, type NavigatorFlags } from '../../src/assembly/navigator-plan.js';
import { ParleyError } from '../../src/contract/index.js';
import { parseScenario, bindScenario, type Scenario } from '../../src/dialogue/index.js';

/** Creates settings as if from a file, one per line. */
const createSettings = (values: Partial<Record<SettingKey, SettingValue>>): ConfigSetting[] =>
  Object.entries(values).map(([key, value], i) => ({
    key: key as SettingKey,
    value,
    source: { kind: 'file', file: 'parley.config.yaml', line: i + 1, column: key.length + 3 },
  }));

const createScenario = (yaml: string): Scenario =>
  bindScenario(
    parseScenario(
      'a.scenario.yaml',
      `scenario: 1\nname: x\nstart: { url: "https://x.test/" }\ndialogue: [{ say: x }]\n${yaml}`,
    ),
  );

test('flags override settings, and settings provide the rest', () => {
  const { flags, unusedSettings: unused } = applySettings(
    { model: 'flag' },
    createSettings({ model: 'file', base_url: 'http://127.0.0.1:9', headed: true }),
  );
  expect(flags).toEqual({ model: 'flag', baseUrl: 'http://127.0.0.1:9', headed: true });
  expect(unused).toMatchObject([{ setting: { key: 'model' }, reason: 'overridden by --model' }]);
});

test('maps and lists are converted to the format that their flags use', () => {
  const { flags } = applySettings(
    { model: 'm' },
    createSettings({
      model_header: { 'x-team': '${TEAM}' },
      model_body: { top_k: 1 },
      allow_host: ['a.test'],
      'budget.call_tokens': 5,
    }),
  );
  expect(flags).toEqual({
    model: 'm',
    modelHeader: ['x-team: ${TEAM}'],
    modelBody: '{"top_k":1}',
    allowHost: ['a.test'],
    callTokens: 5,
  });
});

test('settings that do not apply with the given flags are ignored without an error', () => {
  const file = createSettings({
    model: 'm',
    pictures: 'always',
    profile: 'p',
    viewport: '800x600',
    headed: true,
    storage_state: 's',
    api_key_env: 'KEY',
  });
  const CASES: [given: Parameters<typeof applySettings>[0], used: SettingKey[]][] = [
    [{ navigator: 'direct' }, ['profile', 'viewport', 'headed', 'storage_state']],
    [{ navigator: 'weblinx' }, ['model', 'profile', 'viewport', 'headed', 'storage_state', 'api_key_env']],
    [{ connect: 'http://127.0.0.1:9222' }, ['model', 'pictures', 'api_key_env']],
    [
      { connect: 'http://127.0.0.1:9222', isolated: true },
      ['model', 'pictures', 'viewport', 'storage_state', 'api_key_env'],
    ],
    [{ storageState: 'x' }, ['model', 'pictures', 'viewport', 'headed', 'api_key_env']],
    [{ apiKeyCommand: 'x' }, ['model', 'pictures', 'profile', 'viewport', 'headed', 'storage_state']],
  ];
  for (const [given, used] of CASES)
    expect
      .soft(
        applySettings(given, file).usedSettings.map(({ key }) => key),
        JSON.stringify(given),
      )
      .toEqual(used);
});

test('a model on the command line is used even if the file names the direct navigator', () => {
  const file = createSettings({ navigator: 'direct', base_url: 'http://127.0.0.1:9' });
  expect(applySettings({}, file).flags).toEqual({ navigator: 'direct' });
  expect(applySettings({ model: 'm' }, file).flags).toEqual({ model: 'm', baseUrl: 'http://127.0.0.1:9' });
});

test('if the command needs a navigator and the file’s navigator lacks a model, the error names the line that sets the navigator', async () => {
  const appliedSettings = applySettings<NavigatorFlags>(
    {},
    createSettings({ headed: true, navigator: 'chat' }),
  );
  const plan = (): Promise<unknown> =>
    createNavigatorPlan(appliedSettings.flags, {}, new AbortController().signal);
  await expect(withSettingSources(appliedSettings, plan)).rejects.toThrow(
    /^parley\.config\.yaml:2:12 navigator: The navigator “chat” needs a language model/,
  );
});

test('a scenario overrides the file, and flags override both', () => {
  const scenario = createScenario(
    'agent: { navigator: direct }\nbudget: { usd: 1, turns: 3 }\nguard: { confirm: { buy: allow } }\n',
  );
  const file = createSettings({
    navigator: 'chat',
    model: 'm',
    'budget.usd': 9,
    'budget.turns': 9,
    'budget.actions': 9,
  });
  const fromScenario = applySettings(applyAgentSettings({}, scenario.agent), file, {
    scenario,
  });
  expect(fromScenario.flags).toEqual({ navigator: 'direct' });
  expect(fromScenario.budget).toEqual({ actions: 9 });
  const flags = { navigator: 'chat', budgetUsd: 2 };
  const fromFlags = applySettings(applyAgentSettings(flags, scenario.agent), file, {
    scenario,
  });
  expect(fromFlags.flags).toEqual({ navigator: 'chat', model: 'm', budgetUsd: 2 });
});

test('an error about a setting names its location in the file', async () => {
  const appliedSettings = applySettings({}, createSettings({ ranker: 'best', ranker_cache: 'f' }));
  const fail = (message: string, option?: string) => () => {
    throw new ParleyError('usage', message, 'Next.', option === undefined ? {} : { option });
  };
  const messageOf = (body: () => never): Promise<string> =>
    withSettingSources(appliedSettings, body).catch((error: Error) => error.message);
  expect(await messageOf(fail('There is no ranker “best”.', 'ranker'))).toBe(
    'parley.config.yaml:1:9 ranker: There is no ranker “best”.',
  );
  expect(await messageOf(fail('--ranker-cache names f, which is a file.', 'ranker-cache'))).toBe(
    'parley.config.yaml:2:15 ranker_cache names f, which is a file.',
  );
  expect(await messageOf(fail('Something else.'))).toBe('Something else.');
  expect(await messageOf(fail('--profile names g.', 'profile'))).toBe('--profile names g.');
});
