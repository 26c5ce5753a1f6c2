/** Conversations with a model on the command line: waits, interrupts, errors, costs, and replays from a cassette. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';

import { expect, test as base } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import {
  startFakeModelServer,
  type FakeModelServer,
  type AnswerFunction,
} from '../support/fake-model-server.js';
import { parseEvents } from '../support/parley.js';
import { KEYS, openTerminal, type Terminal } from '../support/pty.js';

const PAGE = '<title>Shop</title><h1>Shop</h1><button>Save</button><p>Delivery takes 3 days.</p>';
const FINE_ANSWER = {
  text: JSON.stringify({ thought: '', note: null, steps: [{ do: 'report', on: null, value: 'Fine.' }] }),
};

const test = base.extend<{
  serve: (policy: AnswerFunction) => Promise<FakeModelServer>;
  chat: (...args: string[]) => Terminal;
  shop: string;
}>({
  shop: async ({}, use, info) => {
    const file = info.outputPath('page.html');
    writeFileSync(file, PAGE);
    await use(file);
  },
  serve: async ({}, use) => {
    const servers: FakeModelServer[] = [];
    await use(async (policy) => {
      servers.push(await startFakeModelServer(policy));
      return servers.at(-1)!;
    });
    for (const server of servers) await server.close();
  },
  chat: async ({ shop }, use, info) => {
    const terminals: Terminal[] = [];
    await use((...args) => {
      terminals.push(openTerminal(['chat', shop, ...args], info.outputDir));
      return terminals.at(-1)!;
    });
    for (const terminal of terminals) terminal.close();
  },
});

/** Two time zones that never have the same date. */
const [TIMEZONE_AHEAD, TIMEZONE_BEHIND] = ['Pacific/Kiritimati', 'Pacific/Midway'];

const createModelFlags = (server: FakeModelServer): string[] => ['--model', 'tiny', '--base-url', server.url];

function runSaveTask(shop: string, info: TestInfo, ...args: string[]) {
  const env = { XDG_CACHE_HOME: info.outputPath('cache'), PARLEY_API_KEY: 'key-of-the-tests' };
  return runCommand(['run', 'save it', '--url', shop, '--results', info.outputPath('r'), ...args], { env });
}

test('Ctrl-C stops a model that does not answer, waits are reported, and /why and /cost describe the answer', async ({
  serve,
  chat,
}) => {
  const server = await serve(({ requestIndex }) => {
    if (requestIndex === 0) return { silence: true };
    return requestIndex === 1
      ? { status: 429, message: 'slow', headers: { 'retry-after': '1' } }
      : FINE_ANSWER;
  });
  const terminal = chat(...createModelFlags(server), '--model-price', '1,2', '--budget-usd', '1');
  await terminal.waitForScreen(/Parley with tiny at 127\.0\.0\.1:\d+\.[\s\S]*You:$/);
  terminal.type(`hello${KEYS.enter}`);
  await expect.poll(() => server.requests.length).toBe(1);
  terminal.type(KEYS.ctrlC);
  await terminal.waitForScreen(/Note: Stopped\. No action has been completed yet\.[\s\S]*You:$/);
  await expect.poll(() => server.countOpenConnections()).toBe(0);
  terminal.type(`again${KEYS.enter}`);
  await terminal.waitForScreen(
    /Note: tiny accepts no more requests for now; trying again in 1 s[\s\S]*Navigator: Fine\.[\s\S]*You:$/,
  );
  terminal.type(`/why${KEYS.enter}`);
  await terminal.waitForScreen(
    /Decision 1 of 1, turn 2: say Fine\.[\s\S]*Model: tiny, 1 answer, [\s\S]*Answer: [\s\S]*You:$/,
  );
  terminal.type(`/cost${KEYS.enter}`);
  await terminal.waitForScreen(/1 answer, \d+ tokens[\s\S]*Budget: \$1\.00, \$1\.00 left[\s\S]*You:$/);
  terminal.type(`/exit${KEYS.enter}`);
  expect(await terminal.exitCode).toBe(0);
});

test('after a wrong key a chat continues, and a run ends with exit code 5', async ({ serve, shop }, info) => {
  const server = await serve(() => ({ status: 401, message: 'no such key' }));
  const env = { PARLEY_API_KEY: 'key-of-the-tests' };
  const args = ['chat', shop, ...createModelFlags(server), '--results', info.outputPath('c')];
  const chat = await runCommand(args, { env, stdin: 'hello\nagain\n' });
  expect(chat.code).toBe(0);
  const keyNote =
    /Note: The model server at \S+ does not accept the key from PARLEY_API_KEY.* Check the key and .*\n/g;
  expect(chat.stdout.match(keyNote)).toHaveLength(2);
  const result = await runSaveTask(shop, info, ...createModelFlags(server));
  expect(result.code).toBe(5);
  expect(result.stdout).toMatch(/Infrastructure error: The model server at .*\nCheck the key and /);
  expect(chat.stdout + result.stdout + result.stderr).not.toContain('key-of-the-tests');
});

test('if the first call would exceed the budget, the run ends with exit code 4 before any request', async ({
  serve,
  shop,
}, info) => {
  const server = await serve(() => FINE_ANSWER);
  const result = await runSaveTask(shop, info, ...createModelFlags(server), '--budget-tokens', '100');
  expect(result).toMatchObject({
    code: 4,
    stdout: expect.stringContaining('Budget used up: This call could take'),
  });
  expect(server.requests).toHaveLength(0);
});

test('a cassette replays on another day without the server, and only the cassette contains its seed', async ({
  serve,
  shop,
}, info) => {
  const server = await serve(() => FINE_ANSWER);
  const cassette = info.outputPath('talk.jsonl');
  const args = [...createModelFlags(server), '--temperature', '0.4', '--cassette', cassette, '--json'];
  const recordedRun = await runSaveTask(
    shop,
    info,
    ...args,
    '--cassette-mode',
    'record',
    '--timezone',
    TIMEZONE_AHEAD,
  );
  expect(recordedRun).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 recorded answer was written to'),
  });
  expect(parseEvents(recordedRun.stdout).at(-1)).toMatchObject({
    type: 'end',
    model: { calls: 1, recorded: 0 },
  });
  const cassetteLines = readFileSync(cassette, 'utf8').split('\n');
  const { seed, today } = JSON.parse(cassetteLines[0]!) as { seed: string; today: string };
  expect(seed).toMatch(/^[0-9a-f]{32}$/);
  expect(server.requests[0]!.prompt).toContain(`, ${today};`);
  expect(server.requests[0]!.body).toMatchObject({ temperature: 0.4 });
  await server.close();
  const replayedRun = await runSaveTask(
    shop,
    info,
    ...args,
    '--cassette-strict',
    '--timezone',
    TIMEZONE_BEHIND,
  );
  expect(replayedRun).toMatchObject({ code: 0, stderr: '' });
  expect(parseEvents(replayedRun.stdout).at(-1)).toMatchObject({
    type: 'end',
    model: { calls: 1, recorded: 1 },
  });
  const results = info.outputPath('r');
  const [demonstration] = readdirSync(results);
  expect(JSON.parse(readFileSync(join(results, demonstration!, 'metadata.json'), 'utf8'))).toMatchObject({
    parley: { temperature: 0.4 },
  });
  for (const folder of readdirSync(results))
    for (const file of ['session.jsonl', 'replay.json', 'run.log', 'metadata.json', 'form.json'])
      expect(readFileSync(join(results, folder, file), 'utf8')).not.toContain(seed);
});
