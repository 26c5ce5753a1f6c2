/** The step navigator on the command line, driven by a model, by a person at the keyboard, or by a recording. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';

import { expect, test as base } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { startFakeModelServer } from '../support/fake-model-server.js';
import { runParley } from '../support/parley.js';
import { formatStepReply, StepPrompt } from '../support/step-prompt.js';

const PAGE = `<title>Shop</title><h1>Shop</h1><button type="button"
  onclick="document.querySelector('p').textContent = 'The price is 12.90.'">Show price</button><p></p>`;

const LIBRARY = `library: 1
name: small
description: A library of a test
grammar: live
observation: salient-list
roots:
  - policy: shop
variables:
  currency:
    description: The currency of prices
`;

const formatPolicy = (name: string, furtherKeys: string): string => `policy: 1
name: ${name}
description: Does ${name}
actions: [click, stop]
returns: answer
${furtherKeys}`;

const test = base.extend<{ shop: string; policies: string }>({
  shop: async ({}, use, info) => {
    const file = info.outputPath('page.html');
    writeFileSync(file, PAGE);
    await use(file);
  },
  policies: async ({}, use, info) => {
    const folder = info.outputPath('small');
    const { mkdirSync } = await import('node:fs');
    mkdirSync(folder);
    writeFileSync(join(folder, 'library.yaml'), LIBRARY);
    writeFileSync(
      join(folder, 'shop.yaml'),
      formatPolicy(
        'shop',
        'calls: [find_price]\ninstruction: Prices are in {currency}. Answer with stop [price].\n',
      ),
    );
    writeFileSync(
      join(folder, 'find_price.yaml'),
      formatPolicy(
        'find_price',
        'parameters: [what]\nmodel: cheap\ninstruction: Click what shows the price, then stop [price].\n',
      ),
    );
    await use(folder);
  },
});

const createFlags = (shop: string, info: TestInfo, results: string): string[] => [
  '--url',
  shop,
  '--results',
  info.outputPath(results),
];

const findDemonstration = (info: TestInfo, results: string): string =>
  join(info.outputPath(results), readdirSync(info.outputPath(results))[0]!);

test('a model runs policies from a folder, and one of them names its own model; the prompts can be printed', async ({
  shop,
  policies,
}, info) => {
  const server = await startFakeModelServer((request) => {
    const prompt = new StepPrompt(request);
    const action = prompt.objective.startsWith('find_price')
      ? prompt.previousActions
        ? 'stop [12.90]'
        : `click [${prompt.findId(/Show price/)}]`
      : prompt.previousActions
        ? 'stop [It costs 12.90.]'
        : 'find_price [lamp]';
    return { text: formatStepReply(action) };
  });
  try {
    const { stdout, stderr, code } = await runCommand(
      [
        'run',
        'What is the price?',
        ...createFlags(shop, info, 'results'),
        '--model',
        'tiny',
        '--base-url',
        server.url,
        '--navigator',
        'step',
        '--policies',
        policies,
        '--library',
        'small',
        '--policy-variable',
        'currency=euros',
      ],
      { env: { XDG_CACHE_HOME: info.outputPath('cache') } },
    );
    expect(code, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toContain('It costs 12.90.');
    expect(server.requests.map(({ body }) => body['model'])).toEqual(['tiny', 'cheap', 'cheap', 'tiny']);
    expect(server.requests[0]!.prompt).toContain('Prices are in euros.');
    const demonstration = findDemonstration(info, 'results');
    expect(JSON.parse(readFileSync(join(demonstration, 'metadata.json'), 'utf8'))).toMatchObject({
      parley: { navigator: 'step (tiny, small)' },
    });
    const printedPrompt = await runCommand(['prompt', demonstration, '--turn', '1']);
    expect(printedPrompt.stdout).toContain('OBJECTIVE:\nfind_price [lamp]');
  } finally {
    await server.close();
  }
});

test('a person types the actions, and the recorded session is played back', async ({
  shop,
  policies,
}, info) => {
  const policyFlags = ['--policies', policies, '--library', 'small', '--policy-variable', 'currency=euros'];
  const typedRun = await runParley(
    [
      'run',
      'What is the price?',
      ...createFlags(shop, info, 'typed'),
      '--navigator',
      'step:keyboard',
      ...policyFlags,
    ],
    { stdin: 'find_price [lamp]\nclick [1]\nstop [12.90]\nstop [It costs 12.90.]\n' },
  );
  expect(typedRun.code, typedRun.stderr).toBe(0);
  expect(typedRun.stderr).toContain('OBJECTIVE:\nfind_price [lamp]');
  expect(typedRun.stderr).toMatch(/<button id=1 val=Show price \/>/);
  expect(typedRun.stdout).toContain('It costs 12.90.');
  const playbackRun = await runCommand([
    'run',
    'What is the price?',
    ...createFlags(shop, info, 'played'),
    '--navigator',
    'step:playback',
    '--playback',
    findDemonstration(info, 'typed'),
    ...policyFlags,
  ]);
  expect(playbackRun.code, playbackRun.stderr).toBe(0);
  expect(playbackRun.stdout).toContain('Show price');
  expect(playbackRun.stdout).toContain('It costs 12.90.');
});

test('a variable without a value and an unknown library are reported before anything starts', async ({
  shop,
  policies,
}, info) => {
  const runLook = (...args: string[]) =>
    runCommand(['run', 'Look', ...createFlags(shop, info, 'none'), '--navigator', 'step:keyboard', ...args]);
  const runWithoutVariable = await runLook('--policies', policies, '--library', 'small');
  expect(runWithoutVariable.code).toBe(2);
  expect(runWithoutVariable.stderr).toMatch(
    /currency \(The currency of prices\)[^]*--policy-variable currency=/,
  );
  const runWithUnknownLibrary = await runLook('--library', 'smal');
  expect(runWithUnknownLibrary.code).toBe(2);
  expect(runWithUnknownLibrary.stderr).toContain('There is no policy library “smal”');
});
