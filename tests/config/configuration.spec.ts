/** Settings from `parley.config.yaml` and the environment, and the errors for invalid values. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { expect, test, type TestInfo } from '@playwright/test';

import { readConfiguration } from '../../src/assembly/index.js';
import { renderConfig, SETTING_KEYS, getVariableName } from '../../src/config/index.js';
import type { ParleyError } from '../../src/contract/index.js';
import { parseDocument } from 'yaml';

type Env = Record<string, string>;

function writeConfig(info: TestInfo, text: string, path = 'parley.config.yaml'): string {
  const file = info.outputPath(path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Reads the configuration of the test's output folder. */
const readConfig = (info: TestInfo, env: Env = {}, folder = '.') =>
  readConfiguration(info.outputPath(folder), env);

function readValues(info: TestInfo, env: Env = {}, scenario?: string): Record<string, unknown> {
  return Object.fromEntries(
    readConfig(info, env)
      .settings(scenario)
      .map(({ key, value }) => [key, value]),
  );
}

function readError(info: TestInfo, env: Env = {}, folder = '.'): string {
  try {
    readConfig(info, env, folder);
    return 'no error';
  } catch (error) {
    const { kind, message, next } = error as ParleyError;
    return `${kind}: ${message}\n${next}`.replaceAll(info.outputPath('.'), '.');
  }
}

test('settings are named after flags and have a line and column', ({}, info) => {
  writeConfig(info, '# comment\nmodel: tiny\nbudget:\n  usd: 0.5\nviewport: { width: 800, height: 600 }\n');
  expect(readConfig(info).settings()).toEqual([
    { key: 'model', value: 'tiny', source: { kind: 'file', file: 'parley.config.yaml', line: 2, column: 8 } },
    { key: 'budget.usd', value: 0.5, source: expect.objectContaining({ line: 4, column: 8 }) },
    { key: 'viewport', value: '800x600', source: expect.objectContaining({ line: 5 }) },
  ]);
});

test('the nearest file above the working directory is used; an empty file has no settings', ({}, info) => {
  writeConfig(info, 'model: upper\n');
  mkdirSync(info.outputPath('a/b'), { recursive: true });
  expect(readConfig(info, {}, 'a/b').file).toBe(info.outputPath('parley.config.yaml'));
  writeConfig(info, '# nothing yet\n', 'a/parley.config.yml');
  const nearestConfiguration = readConfig(info, {}, 'a/b');
  expect(nearestConfiguration.file).toBe(info.outputPath('a/parley.config.yml'));
  expect(nearestConfiguration.settings()).toEqual([]);
});

test('PARLEY_CONFIG can select another file, or turn the configuration off', ({}, info) => {
  writeConfig(info, 'model: found\n');
  const other = writeConfig(info, 'model: named\n', 'other.yaml');
  expect(readValues(info, { PARLEY_CONFIG: other })).toEqual({ model: 'named' });
  expect(readValues(info, { PARLEY_CONFIG: 'none' })).toEqual({});
  expect(readError(info, { PARLEY_CONFIG: 'gone.yaml' })).toMatch(
    /^usage: PARLEY_CONFIG names gone\.yaml, which/,
  );
});

test('the environment overrides the file; empty variables count as unset', ({}, info) => {
  writeConfig(info, 'model: file\nheaded: true\nallow_host: a.test\n');
  const env = {
    PARLEY_MODEL: 'variable',
    PARLEY_HEADED: 'no',
    PARLEY_ALLOW_HOST: 'b.test, *.c.test',
    PARLEY_BUDGET_TURNS: '7',
    PARLEY_RANKER: '',
  };
  expect(readValues(info, env)).toEqual({
    model: 'variable',
    headed: false,
    allow_host: ['b.test', '*.c.test'],
    'budget.turns': 7,
  });
});

test('consent policies from several sources are combined separately for each class', ({}, info) => {
  writeConfig(info, 'confirm: { buy: deny, send: deny }\nfolders: { shop: { confirm: { send: allow } } }\n');
  const scenario = info.outputPath('shop/a.scenario.yaml');
  expect(readValues(info, { PARLEY_CONFIRM: 'delete=ask' }, scenario)).toEqual({
    confirm: { buy: 'deny', send: 'allow', delete: 'ask' },
  });
});

test('a folder’s settings apply to the scenarios in it, and settings of inner folders take precedence', ({}, info) => {
  writeConfig(
    info,
    'model: top\nlocale: en\nfolders:\n  a: { model: outer, timezone: UTC }\n  a/b: { model: inner }\n',
  );
  const readValuesFor = (path: string): unknown => readValues(info, {}, info.outputPath(path));
  expect(readValuesFor('x.scenario.yaml')).toEqual({ model: 'top', locale: 'en' });
  expect(readValuesFor('a/x.scenario.yaml')).toEqual({ model: 'outer', timezone: 'UTC', locale: 'en' });
  expect(readValuesFor('a/b/x.scenario.yaml')).toEqual({ model: 'inner', timezone: 'UTC', locale: 'en' });
  expect(readValuesFor('ab/x.scenario.yaml')).toEqual({ model: 'top', locale: 'en' });
});

test('a model set in the environment is used even if the file sets the navigator to direct', ({}, info) => {
  writeConfig(info, 'navigator: direct\nmodel: file\n');
  expect(readValues(info)).toEqual({ navigator: 'direct', model: 'file' });
  expect(readValues(info, { PARLEY_MODEL: 'variable' })).toEqual({ model: 'variable' });
});

test('paths are relative to the file, or to the home folder', ({}, info) => {
  writeConfig(info, 'results: out\nprofile: ~/shop\nbrowser_path: chromium\nallow_upload: [a.pdf, /b.pdf]\n');
  mkdirSync(info.outputPath('deep'));
  const settings = readConfig(info, {}, 'deep').settings();
  expect(Object.fromEntries(settings.map(({ key, value }) => [key, value]))).toEqual({
    results: info.outputPath('out'),
    profile: join(homedir(), 'shop'),
    browser_path: 'chromium',
    allow_upload: [info.outputPath('a.pdf'), '/b.pdf'],
  });
});

test('each invalid value is reported with its file, line and column, a message and a suggestion', ({}, info) => {
  const CASES: [yaml: string, error: RegExp][] = [
    ['modle: x', /parley\.config\.yaml:1:1 modle: .* Did you mean "model"\?/],
    ['base-url: x', /:1:1 base-url: .* Did you mean "base_url"\?/],
    ['model: 5', /:1:8 model: must be a string; got a number, so put quotes around it: "5"/],
    ['model: ""', /:1:8 model: is empty/],
    ['model:', /:1:7 model: is empty/],
    ['navigator: chatt', /:1:12 navigator: There is no navigator “chatt”\. Did you mean chat\?/],
    ['base_url: ftp://x', /:1:11 base_url: “ftp:\/\/x” is not the URL of a model server\. .*base_url: http/],
    ['viewport: big', /:1:11 viewport: needs a size such as 1280x800, not “big”/],
    ['device: Pixl 7', /:1:9 device: Playwright has no device “Pixl 7”\. Did you mean device: "Pixel 7"\?/],
    ['locale: "!"', /:1:9 locale: needs a language/],
    ['allow_host: [ok.test, "http://x/y"]', /:1:23 allow_host\[1\]: needs a host/],
    ['temperature: 3', /:1:14 temperature: must be a number from 0 to 2/],
    [
      'banners: declined',
      /:1:10 banners: must be one of leave, decline, accept; .* Did you mean "decline"\?/,
    ],
    ['confirm: { by: deny }', /:1:12 confirm\.by: .* Did you mean "buy"\?/],
    ['confirm: { buy: never }', /:1:17 confirm\.buy: must be one of allow, deny, ask/],
    ['budget: { usd: -1 }', /:1:16 budget\.usd: must be more than 0/],
    ['budget_usd: 1', /:1:1 budget_usd: .* budget: \{ usd: … \}/],
    ['api_key_command: pass x', /:1:1 api_key_command: .* api_key_env/],
    ['api_key_env: sk-123456', /:1:14 api_key_env: must be the name of an environment variable/],
    ['headed: yes please', /:1:9 headed: must be true or false/],
    ['folders: { ../up: { model: a } }', /:1:12 folders\.\.\.\/up: must be a folder below this file/],
    ['folders: { a: { results: x } }', /:1:17 folders\.a\.results: "results" is not a known key/],
    ['profile: a\nstorage_state: b', /:2:1 storage_state: cannot be combined with profile/],
    ['model: a\nmodel: b', /:2:1: the key "model" occurs twice/],
    ['- model', /:1:1: the configuration is a map/],
    ['model: "a', /:1:8: the text that starts here has no closing quote/],
    ['\tmodel: a', /:1:1: .*tab/],
  ];
  for (const [yaml, expected] of CASES) {
    writeConfig(info, `${yaml}\n`);
    const error = readError(info);
    expect.soft(error, yaml).toMatch(expected);
    expect.soft(error, yaml).toMatch(/^usage: [\s\S]*\n.*docs\/configuration\.md/);
  }
});

test('all errors in a file are reported at once', ({}, info) => {
  writeConfig(info, 'modle: x\nviewport: big\nfolders: { a: { locle: x } }\n');
  expect(readError(info).match(/parley\.config\.yaml:\d+:\d+ /g)).toHaveLength(3);
});

test('a file that cannot be read causes a usage error', ({}, info) => {
  mkdirSync(info.outputPath('folder/parley.config.yaml'), { recursive: true });
  expect(readError(info, {}, 'folder')).toBe(
    'usage: parley.config.yaml is a folder, not a configuration file.\nRename or remove the folder.',
  );
  mkdirSync(info.outputPath('loop'));
  symlinkSync('parley.config.yaml', info.outputPath('loop/parley.config.yaml'));
  expect(readError(info, {}, 'loop')).toMatch(/is a link that leads back to itself/);
  writeConfig(info, 'model: a', 'two/parley.config.yaml');
  writeConfig(info, 'model: b', 'two/parley.config.yml');
  expect(readError(info, {}, 'two')).toMatch(
    /two configuration files in .*parley\.config\.yaml and parley\.config\.yml/,
  );
  writeConfig(info, 'model: \0', 'binary/parley.config.yaml');
  expect(readError(info, {}, 'binary')).toMatch(/:1:8: this is not text/);
  const locked = writeConfig(info, 'model: a', 'locked/parley.config.yaml');
  chmodSync(locked, 0);
  // The superuser can read every file.
  if (process.getuid?.() !== 0)
    expect(readError(info, {}, 'locked')).toMatch(/cannot be read: permission was denied/);
});

test('the error for an invalid environment variable names it', ({}, info) => {
  const CASES: [Env, RegExp][] = [
    [{ PARLEY_VIEWPORT: 'big' }, /^usage: PARLEY_VIEWPORT: needs a size such as 1280x800/],
    [{ PARLEY_RANKER_DEVICE: 'tpu' }, /^usage: PARLEY_RANKER_DEVICE: must be one of auto, cpu/],
    [{ PARLEY_HEADED: 'maybe' }, /^usage: PARLEY_HEADED: must be true or false/],
    [{ PARLEY_BUDGET_USD: 'much' }, /^usage: PARLEY_BUDGET_USD: must be a number/],
    [{ PARLEY_CONFIRM: 'buy' }, /^usage: PARLEY_CONFIRM: must be one of allow, deny, ask/],
  ];
  for (const [env, expected] of CASES) expect.soft(readError(info, env)).toMatch(expected);
});

test('every setting with a single value has its own environment variable', () => {
  const variables = SETTING_KEYS.map(getVariableName).filter((name) => name !== null);
  expect(new Set(variables).size).toBe(variables.length);
  expect(variables).toContain('PARLEY_BASE_URL');
});

test('the written file is valid, even with every example uncommented', ({}, info) => {
  writeConfig(info, renderConfig({}));
  expect(readValues(info)).toEqual({});
  // Lines with an example, as opposed to sentences.
  const uncommentedConfig = renderConfig({}).replace(/^# (?=( *[a-z_/]+:( |$)))/gm, '');
  writeConfig(info, uncommentedConfig);
  expect(readError(info)).toBe('no error');
  const keys = Object.keys(readValues(info));
  expect(keys).toContain('model');
  expect(keys.length).toBeGreaterThan(25);
});

test('the written file contains the given values', ({}, info) => {
  const givenSettings = {
    model: 'a: b #c',
    confirm: { buy: 'deny' },
    model_body: { top_k: 1 },
    'budget.call_usd': 0.1,
    user_agent: 'null',
  };
  writeConfig(info, renderConfig(givenSettings));
  expect(readValues(info)).toEqual(givenSettings);
  expect(parseDocument(renderConfig(givenSettings)).errors).toEqual([]);
});
