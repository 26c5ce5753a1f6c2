import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test as base } from '../support/browser.js';
import { readSession } from '../../src/demonstration/index.js';
import { runCommand } from '../support/cli-harness.js';
import { runParley } from '../support/parley.js';
import { KEYS, openTerminal, type Terminal } from '../support/pty.js';
import { startServer } from '../support/server.js';

const PAGE = `<title>Shop</title><h1>Shop</h1><button onclick="this.after('Added')">Add to basket</button>
  <a href="/never">Reports</a><input aria-label="City"><p>Delivery takes 3 days.</p>`;

const test = base.extend<{ url: string; chat: (...args: string[]) => Terminal }>({
  url: async ({}, use) => {
    // `/never` never answers, so the user has to stop loading it.
    const server = await startServer((request, response) => {
      if (request.url !== '/never') response.setHeader('content-type', 'text/html').end(PAGE);
    });
    await use(server.url);
    await server.close();
  },
  chat: async ({ url }, use, info) => {
    const terminals: Terminal[] = [];
    await use((...args) => {
      const terminal = openTerminal(['chat', url, ...args], info.outputDir);
      terminals.push(terminal);
      return terminal;
    });
    for (const [i, terminal] of terminals.entries()) {
      if (info.status !== info.expectedStatus)
        writeFileSync(info.outputPath(`screen-${i + 1}.txt`), terminal.readScreen());
      terminal.close();
    }
  },
});

test.beforeEach(({}, info) => {
  writeFileSync(info.outputPath('.keep'), '');
});

test('the navigator carries out a typed line and reports the outcome; /exit saves the session and exits with code 0', async ({
  chat,
}, info) => {
  const terminal = chat();
  await terminal.waitForScreen(/You:$/);
  terminal.type(`click add to basket${KEYS.enter}`);
  await terminal.waitForScreen(/Did: click button “Add to basket”[\s\S]*Navigator: [\s\S]*You:$/);
  terminal.type(`/exit${KEYS.enter}`);
  expect(await terminal.exitCode).toBe(0);
  const results = info.outputPath('results');
  const folder = readdirSync(results).find((name) => !name.startsWith('.'))!;
  expect(readSession(join(results, folder)).events.at(-1)).toMatchObject({ type: 'end', verdict: 'done' });
});

test('slash commands print the help and the page, save a screenshot and navigate; a mistyped one gets a suggestion', async ({
  chat,
  url,
}, info) => {
  const terminal = chat();
  await terminal.waitForScreen(/You:$/);
  terminal.type(`/hlep${KEYS.enter}`);
  await terminal.waitForScreen(/Unknown command: \/hlep\. Did you mean \/help\?[\s\S]*You:$/);
  terminal.type(`/help${KEYS.enter}`);
  await terminal.waitForScreen(/\/shot [\s\S]*\/exit [\s\S]*You:$/);
  terminal.type(`/page${KEYS.enter}`);
  const screen = await terminal.waitForScreen(/Page: Shop\n[\s\S]*Buttons: “Add to basket”[\s\S]*You:$/);
  expect(screen).toContain(`Address: ${url}/`);
  terminal.type(`/shot here.png${KEYS.enter}`);
  await terminal.waitForScreen(/Saved here\.png/);
  expect(readFileSync(info.outputPath('here.png')).subarray(1, 4).toString()).toBe('PNG');
  terminal.type(`/goto${KEYS.enter}`);
  await terminal.waitForScreen(/Add the address to open[\s\S]*You:$/);
  terminal.type(`/goto ${url}/other${KEYS.enter}`);
  await terminal.waitForScreen(new RegExp(`Page: Shop – ${url}/other[\\s\\S]*You:$`));
  terminal.type(`/back${KEYS.enter}`);
  await terminal.waitForScreen(/Went back to http[\s\S]*You:$/);
  terminal.type(`/goto nowhere.invalid${KEYS.enter}`);
  await terminal.waitForScreen(/could not be opened[\s\S]*You:$/);
});

test('/why explains the last decision, /why 2 explains the one before it, and /cost reports that there was no cost', async ({
  chat,
}) => {
  const terminal = chat();
  await terminal.waitForScreen(/You:$/);
  terminal.type(`/why${KEYS.enter}`);
  await terminal.waitForScreen(/The navigator has not decided anything yet\.[\s\S]*You:$/);
  terminal.type(`click add to basket${KEYS.enter}`);
  await terminal.waitForScreen(/Navigator: [\s\S]*You:$/);
  terminal.type(`/why 2${KEYS.enter}`);
  await terminal.waitForScreen(
    /Decision 1 of 2, turn 1: click button “Add to basket”\n[\s\S]*Query: [\s\S]*1\. \d\.\d+ “Add to basket” \(chosen\)[\s\S]*You:$/,
  );
  terminal.type(`/why${KEYS.enter}`);
  await terminal.waitForScreen(/Decision 2 of 2, turn 2: say [\s\S]*You:$/);
  terminal.type(`/cost${KEYS.enter}`);
  await terminal.waitForScreen(/This session uses no language model, so it costs nothing\.[\s\S]*You:$/);
});

test('Ctrl-C stops the navigator but not the session; the up arrow recalls the last line', async ({
  chat,
}) => {
  const terminal = chat();
  await terminal.waitForScreen(/You:$/);
  terminal.type(`click reports${KEYS.enter}`);
  await terminal.waitForScreen(/You: click reports/);
  terminal.type(KEYS.ctrlC);
  await terminal.waitForScreen(/Note: Stopped\.[\s\S]*You:$/);
  terminal.type(KEYS.up);
  await terminal.waitForScreen(/You: click reports$/);
});

test('Ctrl-C stops the loading of a page, and the session continues', async ({ chat, url }) => {
  const terminal = chat();
  await terminal.waitForScreen(/You:$/);
  terminal.type(`/goto ${url}/never${KEYS.enter}`);
  await terminal.waitForScreen(/goto .*never$/);
  terminal.type(KEYS.ctrlC);
  await terminal.waitForScreen(/Note: Stopped opening[\s\S]*You:$/);
  terminal.type(`what is the title of this page?${KEYS.enter}`);
  await terminal.waitForScreen(/Navigator: .*“Shop”[\s\S]*You:$/);
});

test('Ctrl-C twice at the prompt quits', async ({ chat }) => {
  const terminal = chat();
  await terminal.waitForScreen(/You:$/);
  terminal.type(KEYS.ctrlC);
  await terminal.waitForScreen(/To leave, press Ctrl-C again or type \/exit\.[\s\S]*You:$/);
  terminal.type(KEYS.ctrlC);
  expect(await terminal.exitCode).toBe(0);
});

test('invalid options are reported before the conversation and its recording begin', async ({
  url,
}, info) => {
  const results = info.outputPath('r');
  const { code, stdout, stderr } = await runCommand([
    'chat',
    url,
    '--navigator',
    'chat',
    '--results',
    results,
  ]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^The navigator “chat” needs a language model.*\nChoose one with --model.*\n$/);
  expect(existsSync(results)).toBe(false);
});

test('when lines come from a pipe, the chat prints no escape codes', async ({ url }, info) => {
  const results = info.outputPath('r');
  const stdin = 'click add to basket\n\r\n/page\n/why 2\n/why all\n/cost\nhow long does delivery take?\n';
  const { code, stdout } = await runParley(['chat', url, '--results', results], { stdin });
  expect(code).toBe(0);
  expect(stdout).toMatch(/You: click add to basket\n {2}Did: click button “Add to basket”\nNavigator: /);
  expect(stdout).toMatch(/You: how long does delivery take\?\nNavigator: .*3 days/);
  expect(stdout).toMatch(
    /Decision 1 of 2, turn 1: click button “Add to basket”\nStep: .*\nQuery: .*\nRanked: /,
  );
  expect(stdout).toContain(
    'Type /why for the last decision, or /why 2 for the one before it.\nThis session uses no language model',
  );
  expect(stdout).not.toMatch(/\u001b|\r/);
  expect(existsSync(join(results, '.history'))).toBe(false);
});
