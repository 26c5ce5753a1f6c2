/** `parley.config.yaml` in the commands: init writes it, config explains it, and run, test and doctor use it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';
import { parse } from 'yaml';

import { toFlagName, SETTING_KEYS } from '../../src/config/index.js';
import { readSession } from '../../src/demonstration/index.js';
import { startFakeModelServer } from '../support/fake-model-server.js';
import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { NO_MODEL } from '../support/parley.js';
import { KEYS, openTerminal } from '../support/pty.js';

/** Makes commands read the configuration file, which they ignore by default in tests. */
const WITH_CONFIG = { PARLEY_CONFIG: '' };

const PAGE = '<title>Shop</title><button onclick="this.after(\'Added\')">Add to basket</button>';

function createProject(info: TestInfo, files: Record<string, string> = {}): string {
  const folder = info.outputPath('project');
  for (const [path, text] of Object.entries({ 'page.html': PAGE, ...files })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const runParleyIn = (cwd: string, args: string[], env: Record<string, string> = {}) =>
  runCommand(args, {
    cwd,
    env: { ...NO_MODEL, ...WITH_CONFIG, ...env },
    ownBrowser: 'PARLEY_BROWSER' in env,
  });

test('init writes flags as settings and never overwrites a file; config names the source of each setting', async ({}, info) => {
  const cwd = createProject(info);
  const flags = [
    '--model',
    'tiny',
    '--base-url',
    '127.0.0.1:9',
    '--confirm',
    'buy=deny',
    '--budget-usd',
    '2',
  ];
  expect(await runParleyIn(cwd, ['init', ...flags])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Wrote parley\.config\.yaml\./),
  });
  const text = readFileSync(join(cwd, 'parley.config.yaml'), 'utf8');
  expect(parse(text)).toEqual({
    model: 'tiny',
    base_url: '127.0.0.1:9',
    confirm: { buy: 'deny' },
    budget: { usd: 2 },
  });
  expect(await runParleyIn(cwd, ['init'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/already exists\.\nEdit it, or replace it with --force/),
  });
  expect(readFileSync(join(cwd, 'parley.config.yaml'), 'utf8')).toBe(text);
  const modelLine = text.split('\n').findIndex((line) => line.startsWith('model:')) + 1;
  const { stdout } = await runParleyIn(cwd, ['config', '--locale', 'en-GB'], {
    PARLEY_BASE_URL: 'http://127.0.0.1:8',
  });
  for (const row of [
    /^navigator +chat +default$/m,
    new RegExp(`^model +tiny +parley\\.config\\.yaml:${modelLine}:8$`, 'm'),
    /^base_url +http:\/\/127\.0\.0\.1:8 +PARLEY_BASE_URL$/m,
    /^locale +en-GB +--locale$/m,
    /^confirm\.buy +deny +parley\.config\.yaml:\d+:\d+$/m,
  ])
    expect.soft(stdout).toMatch(row);
});

test('every flag that can apply to several runs has a setting, and every setting has a flag', async ({}, info) => {
  const FLAGS_FOR_ONE_RUN =
    /^(help|version|json|connect|isolated|save-storage-state|seed|playback|cassette(-mode|-strict)?|api-key-command)$/;
  // Limits for scripted runs belong in scenarios and projects.
  const KEYS_WITHOUT_FLAG = /^budget\.(turns|actions|seconds)$/;
  const { stdout } = await runParleyIn(createProject(info), ['config', '--help']);
  const flags = [...stdout.matchAll(/^ {2,6}(?:-\w, )?--([a-z-]+)/gm)].map(([, name = '']) => name);
  expect(flags.filter((name) => !FLAGS_FOR_ONE_RUN.test(name)).toSorted()).toEqual(
    SETTING_KEYS.filter((key) => !KEYS_WITHOUT_FLAG.test(key))
      .map(toFlagName)
      .toSorted(),
  );
});

test('config masks secrets and lists settings without effect', async ({}, info) => {
  const cwd = createProject(info, {
    'parley.config.yaml':
      'navigator: direct\nmodel: tiny\nproxy: http://me:hunter22@proxy.test:3128\nmodel_header: { authorization: Bearer abc, x-key: "${X}" }\n',
  });
  const { stdout } = await runParleyIn(cwd, ['config']);
  expect(stdout).not.toMatch(/hunter22|Bearer abc/);
  expect(stdout).toMatch(/Without effect here:\n.*model +tiny .*does not apply to the navigator “direct”/);
  const { stdout: json } = await runParleyIn(cwd, [
    'config',
    '--json',
    '--model',
    'other',
    '--navigator',
    'chat',
  ]);
  expect(json).not.toMatch(/hunter22|Bearer abc/);
  expect(JSON.parse(json)).toMatchObject({
    file: join(cwd, 'parley.config.yaml'),
    settings: expect.arrayContaining([{ setting: 'model', value: 'other', source: '--model' }]),
    unused: [
      { setting: 'navigator', value: 'direct', reason: 'overridden by --navigator' },
      { setting: 'model', value: 'tiny', reason: 'overridden by --model' },
    ],
  });
});

test('config shows a scenario’s settings and its folder’s', async ({}, info) => {
  const cwd = createProject(info, {
    'parley.config.yaml': 'locale: en\ntimezone: UTC\nfolders: { shop: { timezone: Europe/Oslo } }\n',
    'shop/a.scenario.yaml':
      'scenario: 1\nname: x\nagent: { navigator: direct }\nstart: { url: ../page.html, locale: de }\ndialogue: [{ say: x }]\n',
  });
  const { stdout } = await runParleyIn(cwd, ['config', 'shop/a.scenario.yaml']);
  expect(stdout).toMatch(/^navigator +direct +shop\/a\.scenario\.yaml:3:21$/m);
  expect(stdout).toMatch(/^locale +de +shop\/a\.scenario\.yaml:4:/m);
  expect(stdout).toMatch(/^timezone +Europe\/Oslo +parley\.config\.yaml:3:/m);
});

test('a broken file ends every command with code 2 before a browser starts', async ({}, info) => {
  const cwd = createProject(info, { 'parley.config.yaml': 'modle: x\n' });
  const noBrowser = { PARLEY_BROWSER: '/nowhere' };
  for (const args of [
    ['run', 'click x', '--url', 'page.html'],
    ['look', 'page.html'],
    ['chat'],
    ['doctor'],
    ['config'],
    ['test', '.'],
  ]) {
    const { code, stderr } = await runParleyIn(cwd, args, noBrowser);
    expect.soft(stderr, args[0]).toMatch(/^parley\.config\.yaml:1:1 modle: .* Did you mean "model"\?\n/);
    expect.soft(code, args[0]).toBe(2);
  }
});

test('if api_key_env refers to an empty variable, commands that use a model report its line, and other commands work', async ({}, info) => {
  const cwd = createProject(info, {
    'parley.config.yaml': 'model: tiny\nbase_url: 127.0.0.1:9\napi_key_env: MY_KEY\n',
  });
  const task = ['run', 'click Add to basket', '--url', 'page.html'];
  expect(await runParleyIn(cwd, task, { MY_KEY: '', PARLEY_BROWSER: '/nowhere' })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^parley\.config\.yaml:3:14 api_key_env: The variable MY_KEY contains no key\.\n/,
    ),
  });
  expect(await runParleyIn(cwd, [...task, '--navigator', 'direct', '--ranker', 'lexical'])).toMatchObject({
    code: 0,
  });
});

test('run uses the file’s settings, and flags override them', async ({}, info) => {
  const cwd = createProject(info, {
    'parley.config.yaml': 'ranker: lexical\nresults: kept\nviewport: 640x480\nbudget: { turns: 1 }\n',
    'sub/note.txt': '',
  });
  const task = ['run', 'click Add to basket', '--url', '../page.html'];
  const limitedRun = await runParleyIn(join(cwd, 'sub'), task);
  expect(limitedRun).toMatchObject({
    code: 4,
    stdout: expect.stringMatching(/The budget of 1 turn is used up/),
  });
  const [folder = ''] = readdirSync(join(cwd, 'kept'));
  const [start] = readSession(join(cwd, 'kept', folder)).events;
  expect(start).toMatchObject({ type: 'session', ranker: 'lexical' });
  await runParleyIn(join(cwd, 'sub'), [...task, '--results', 'own']);
  expect(existsSync(join(cwd, 'sub/own'))).toBe(true);
});

test('the model set in the file is used, unless a flag chooses another', async ({}, info) => {
  const models: unknown[] = [];
  const server = await startFakeModelServer(({ body }) => {
    models.push(body['model']);
    return { text: '{"actions":[{"do":"report","text":"Done.","done":true}]}' };
  });
  try {
    const cwd = createProject(info, {
      'parley.config.yaml': `model: tiny\nbase_url: ${server.url}\nranker: lexical\n`,
    });
    const task = ['run', 'click Add to basket', '--url', 'page.html'];
    await runParleyIn(cwd, task);
    await runParleyIn(cwd, [...task, '--model', 'other']);
    expect([...new Set(models)]).toEqual(['tiny', 'other']);
  } finally {
    await server.close();
  }
});

test('in a terminal, init asks questions, offers the models on this machine, and writes the answers to the file', async ({}, info) => {
  const cwd = createProject(info);
  const terminal = openTerminal(['init'], cwd, 110, { ...WITH_CONFIG, PARLEY_DISCOVERY: 'false' });
  try {
    await terminal.waitForScreen(/0 +none: the built-in navigator[\s\S]*Number \[0\]:$/);
    terminal.type(`seven${KEYS.enter}`);
    await terminal.waitForScreen(/seven\n *Number \[0\]:/);
    terminal.type(`1${KEYS.enter}`);
    await terminal.waitForScreen(/Name of the model:/);
    terminal.type(`tiny${KEYS.enter}`);
    await terminal.waitForScreen(/URL of its server/);
    terminal.type(`http://127.0.0.1:9${KEYS.enter}`);
    await terminal.waitForScreen(/Environment variable with its key/);
    terminal.type(KEYS.enter);
    await terminal.waitForScreen(/Cookie banners/);
    terminal.type(`decline${KEYS.enter}`);
    await terminal.waitForScreen(/Folder for demonstrations/);
    terminal.type(KEYS.enter);
    expect(await terminal.exitCode).toBe(0);
  } finally {
    terminal.close();
  }
  expect(parse(readFileSync(join(cwd, 'parley.config.yaml'), 'utf8'))).toEqual({
    model: 'tiny',
    base_url: 'http://127.0.0.1:9',
    banners: 'decline',
  });
});

test('when init is asking a question, Ctrl-C writes nothing and exits with code 130', async ({}, info) => {
  const cwd = createProject(info);
  const terminal = openTerminal(['init'], cwd, 110, { ...WITH_CONFIG, PARLEY_DISCOVERY: 'false' });
  await terminal.waitForScreen(/Number \[0\]:$/);
  terminal.type(KEYS.ctrlC);
  expect(await terminal.exitCode).toBe(130);
  expect(existsSync(join(cwd, 'parley.config.yaml'))).toBe(false);
});

test.describe('a model server at its default port', () => {
  // These tests use fixed ports, so they run one after another.
  test.describe.configure({ mode: 'serial' });
  const OLLAMA_PORT = 11434;
  let server: Server;
  let isPortFree = true;

  test.beforeAll(async () => {
    server = createServer((_, response) =>
      response.end('{"object":"list","data":[{"id":"qwen2.5vl:7b","owned_by":"library"}]}'),
    );
    await new Promise<void>((resolve) => {
      server.once('error', () => {
        isPortFree = false;
        resolve();
      });
      server.listen(OLLAMA_PORT, '127.0.0.1', resolve);
    });
  });
  test.afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  test.beforeEach(() => {
    test.skip(!isPortFree, `Another program uses port ${OLLAMA_PORT}; stop it to run this test.`);
  });

  const MODEL_FLAGS = '--model qwen2.5vl:7b --base-url http://127.0.0.1:11434';

  test('is listed by doctor, with the command that uses it; --no-discovery skips the search', async ({}, info) => {
    const cwd = createProject(info);
    const env = { PARLEY_DISCOVERY: '', ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' };
    const doctorResult = await runParleyIn(cwd, ['doctor'], env);
    expect(doctorResult.stdout).toMatch(
      /Model +none configured; found Ollama at http:\/\/127\.0\.0\.1:11434 \(qwen2\.5vl:7b\)/,
    );
    expect(doctorResult.stdout).toContain(`parley chat https://example.org ${MODEL_FLAGS}`);
    const resultWithoutDiscovery = await runParleyIn(cwd, ['doctor', '--no-discovery'], env);
    expect(resultWithoutDiscovery.stdout).not.toContain('Ollama');
  });

  test('is offered by init, and chat in a terminal shows the command that uses it', async ({}, info) => {
    const cwd = createProject(info);
    const env = { ...WITH_CONFIG, PARLEY_DISCOVERY: '', PARLEY_RANKER: 'lexical' };
    const chat = openTerminal(['chat', 'page.html'], cwd, 200, env);
    await chat.waitForScreen(/Ollama is running on this machine[\s\S]*You:$/);
    expect(chat.readScreen()).toContain(
      `Ollama is running on this machine. This uses its model:\n  parley chat page.html ${MODEL_FLAGS}`,
    );
    chat.type(`/exit${KEYS.enter}`);
    expect(await chat.exitCode).toBe(0);
    const init = openTerminal(['init', '--banners', 'leave', '--results', 'results'], cwd, 110, env);
    await init.waitForScreen(
      /1 +qwen2\.5vl:7b \(Ollama at http:\/\/127\.0\.0\.1:11434\)[\s\S]*Number \[0\]:$/,
    );
    init.type(`1${KEYS.enter}`);
    expect(await init.exitCode).toBe(0);
    expect(parse(readFileSync(join(cwd, 'parley.config.yaml'), 'utf8'))).toMatchObject({
      model: 'qwen2.5vl:7b',
      base_url: 'http://127.0.0.1:11434',
    });
  });
});
