/** The webvoyager navigator on the command line: its flags, its recording, and models without vision. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { TestInfo } from '@playwright/test';

import { expect, test as base } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { startFakeModelServer, type FakeModelServer } from '../support/fake-model-server.js';
import { formatReply, VoyagerPrompt } from '../support/voyager-prompt.js';

const PAGE = `<title>Shop</title><h1>Shop</h1><button type="button"
  onclick="document.querySelector('p').textContent = 'The price is 12.90.'">Show price</button><p></p>`;

const test = base.extend<{
  shop: string;
  serve: (jsonByPath?: Record<string, unknown>) => Promise<FakeModelServer>;
}>({
  shop: async ({}, use, info) => {
    const file = info.outputPath('page.html');
    writeFileSync(file, PAGE);
    await use(file);
  },
  serve: async ({}, use) => {
    const servers: FakeModelServer[] = [];
    await use(async (jsonByPath = {}) => {
      const server = await startFakeModelServer((request) => {
        const prompt = new VoyagerPrompt(request);
        const isFirst = prompt.messages.length === 2;
        const searchEngine = prompt.messages[1]!.text.includes('Search the web') ? 'Google' : null;
        const firstAction = searchEngine ?? `Click [${prompt.findLabel(/Show price/)}]`;
        const action = isFirst ? firstAction : 'ANSWER; [12.90]';
        return { text: formatReply(action, 'The price is behind the button.') };
      }, jsonByPath);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.close();
  },
});

function runTask(shop: string, server: FakeModelServer, info: TestInfo, ...args: string[]) {
  return runLine('What is the price?', shop, server, info, ...args);
}

function runLine(line: string, shop: string, server: FakeModelServer, info: TestInfo, ...args: string[]) {
  const flags = ['--model', 'tiny', '--base-url', server.url, '--results', info.outputPath('results')];
  return runCommand(['run', line, '--url', shop, ...flags, ...args], {
    env: { XDG_CACHE_HOME: info.outputPath('cache') },
    // The viewport applies only to a browser that the run starts.
    ownBrowser: args.includes('faithful'),
  });
}

/** Finds the folder of the only demonstration. */
function findDemonstration(info: TestInfo): string {
  const results = info.outputPath('results');
  return join(results, readdirSync(results)[0]!);
}

const readJsonFile = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

test('a faithful run uses the paper’s viewport, and its recorded prompts can be printed', async ({
  shop,
  serve,
}, info) => {
  const server = await serve();
  const { stdout, code } = await runTask(
    shop,
    server,
    info,
    '--navigator',
    'webvoyager',
    '--compat',
    'faithful',
  );
  expect(stdout).toContain('12.90');
  expect(code).toBe(0);
  const demonstration = findDemonstration(info);
  expect(readJsonFile(demonstration, 'metadata.json')).toMatchObject({
    parley: { navigator: 'webvoyager (tiny, faithful)' },
  });
  const click = readFileSync(join(demonstration, 'session.jsonl'), 'utf8')
    .split('\n')
    .find((line) => line.includes('"type":"action"'));
  expect(JSON.parse(click!)).toMatchObject({
    action: { intent: 'click' },
    target: { role: 'button', name: 'Show price' },
    evidence: { step: 'The price is behind the button.', model: { calls: 1 } },
  });
  expect(readJsonFile(demonstration, 'replay.json')).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({
        action: expect.objectContaining({
          arguments: expect.objectContaining({
            metadata: expect.objectContaining({ viewportWidth: 1024, viewportHeight: 768 }),
          }),
        }),
      }),
    ]),
  });
  const printedPrompt = await runCommand(['prompt', demonstration, '--turn', '1']);
  expect(printedPrompt.stdout).toContain('Now given a task: What is the price?');
  expect(printedPrompt.stdout).toContain('(a picture: image/png');
});

test('the hardened text navigator sends no screenshots', async ({ shop, serve }, info) => {
  const server = await serve();
  const { stdout, code } = await runTask(shop, server, info, '--navigator', 'webvoyager:text');
  expect(stdout).toContain('12.90');
  expect(code).toBe(0);
  expect(server.requests.map(({ imageCount: images }) => images)).toEqual([0, 0]);
  expect(server.requests[0]!.body).toMatchObject({ temperature: 0 });
});

test('a model that accepts no images is refused before any request', async ({ shop, serve }, info) => {
  const server = await serve({
    '/api/version': { version: '0.13.0' },
    'POST /api/show': { capabilities: ['completion'] },
  });
  const { stderr, code } = await runTask(shop, server, info, '--navigator', 'webvoyager');
  expect(code).toBe(2);
  expect(stderr).toContain('does not accept images');
  expect(stderr).toContain('--navigator webvoyager:text');
  expect(server.requests).toHaveLength(0);
});

test('a scenario names the navigator and its options', async ({ shop, serve }, info) => {
  const server = await serve();
  const scenario = info.outputPath('price.scenario.yaml');
  writeFileSync(
    scenario,
    `scenario: 1
name: Price
agent: { navigator: webvoyager:text, model: tiny, compat: faithful, max_images: 1, max_iter: 3 }
start: { url: "${pathToFileURL(shop).href}" }
dialogue:
  - say: What is the price?
    expect:
      - says: "12.90"
`,
  );
  const { stderr, stdout, code } = await runCommand(
    ['run', scenario, '--base-url', server.url, '--results', info.outputPath('results')],
    { env: { XDG_CACHE_HOME: info.outputPath('cache') } },
  );
  expect(code, `${stdout}${stderr}`).toBe(0);
  const [first, second] = server.requests.map((request) => new VoyagerPrompt(request));
  expect(first!.lastText).toContain('Now given a task: What is the price?');
  expect(second!.messages[1]!.text).toContain('(Omitted in context.)');
});

test('the navigator answers a line in a chat', async ({ shop, serve }, info) => {
  const server = await serve();
  const flags = ['--navigator', 'webvoyager', '--model', 'tiny', '--base-url', server.url];
  const { code, stdout, stderr } = await runCommand(
    ['chat', pathToFileURL(shop).href, ...flags, '--results', info.outputPath('results')],
    { stdin: 'What is the price?\n', env: { XDG_CACHE_HOME: info.outputPath('cache') } },
  );
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('Did: click button “Show price”');
  expect(stdout).toContain('Navigator: 12.90');
  expect(server.requests.map(({ imageCount: images }) => images)).toEqual([1, 2]);
});

test('Google is opened only if its host is allowed; otherwise the page stays the same', async ({
  shop,
  serve,
}, info) => {
  const server = await serve();
  await runLine(
    'Search the web',
    shop,
    server,
    info,
    '--navigator',
    'webvoyager:text',
    '--allow-host',
    'shop.example',
  );
  const [, second] = server.requests.map((request) => new VoyagerPrompt(request));
  expect(second!.lastText).toMatch(/you did: open https:\/\/www\.google\.com\/? → failed \(refused\)/);
  expect(second!.lastText).toContain('button "Show price"');
});

test('invalid values and flags of other navigators cause errors', async ({ shop, serve }, info) => {
  const server = await serve();
  for (const [args, message] of [
    [['--navigator', 'webvoyager', '--max-images', '0'], '--max-images must be a whole number'],
    [['--navigator', 'webvoyager', '--max-iter', '1.5'], '--max-iter must be a whole number'],
    [['--navigator', 'webvoyager', '--compat', 'exact'], 'hardened'],
    [['--navigator', 'webvoyager', '--pictures', 'always'], '--pictures'],
    [['--navigator', 'chat', '--compat', 'faithful'], '--compat'],
    [['--navigator', 'webvoyager:txt'], 'Did you mean webvoyager:text?'],
  ] as const) {
    const { stderr, code } = await runTask(shop, server, info, ...args);
    expect.soft(code, args.join(' ')).toBe(2);
    expect.soft(stderr, args.join(' ')).toContain(message);
  }
  expect(server.requests).toHaveLength(0);
});
