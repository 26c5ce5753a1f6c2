/** Replays of sessions on the example sites, of resumed sessions, and on sites that are gone. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startFixtures } from '../../fixtures/server.mjs';
import { readSession } from '../../src/demonstration/index.js';
import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { serve } from '../support/server.js';

const newestIn = (folder: string): string =>
  join(
    folder,
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .toSorted()
      .at(-1)!,
  );

test('a session on the example sites is replayed on sites that the replay serves, in the recorded state', async ({}, info) => {
  const file = info.outputPath('example.scenario.yaml');
  writeFileSync(
    file,
    `scenario: 1
name: A day in the calendar
start:
  url: "{{FIXTURES}}/calendar/"
  reset: { post: "{{FIXTURES}}/reset", json: { today: "2026-03-11" } }
dialogue:
  - say: Click Week.
    check:
      - url: "**/week/2026-03-11"
`,
  );
  const recorded = info.outputPath('recorded');
  expect((await runCommand(['run', file, '--results', recorded])).code).toBe(0);
  const session = newestIn(recorded);
  const results = info.outputPath('replayed');
  const { code, stdout } = await runCommand(['replay', session, '--heal', 'deny', '--results', results]);
  expect(stdout).toContain('Replayed: 1 of 1 line');
  expect(code).toBe(0);
  const [before] = readSession(session).events;
  const [now] = readSession(newestIn(results)).events;
  expect(now).toMatchObject({ type: 'session', url: expect.stringMatching(/\/calendar\/$/) });
  expect(now?.type === 'session' && now.url).not.toBe(before?.type === 'session' && before.url);
});

test('if the site is gone, the message names --url', async ({}, info) => {
  const site = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Notes</title><button>Save</button>');
  });
  const folder = info.outputPath('recorded');
  await runCommand(['run', 'Click Save.', '--url', site.url, '--results', folder]);
  await site.close();
  const { code, stdout } = await runCommand(['replay', newestIn(folder), '--results', info.outputPath('r')]);
  expect(code).toBe(5);
  expect(stdout).toContain('--url');
});

test('a conversation that was resumed is saved and replayed', async ({}, info) => {
  test.slow();
  const sites = await startFixtures();
  const results = info.outputPath('results');
  const chat = (flags: string[], stdin: string): ReturnType<typeof runCommand> =>
    runCommand(['chat', ...flags, '--keep-logins', '--results', results], { stdin });
  let resumed: string;
  try {
    await chat([`${sites.url}/shop/`], 'Go to Clothing and open the Fennel scarf.\n');
    await chat(['--resume'], 'Put it in the basket.\nOpen the basket.\n');
    resumed = newestIn(results);
    const { code, stdout } = await runCommand([
      'replay',
      resumed,
      '--heal',
      'deny',
      '--results',
      info.outputPath('r'),
    ]);
    expect(stdout).toContain('Replayed: 2 of 2 lines');
    expect(code).toBe(0);
  } finally {
    await sites.close();
  }
  const file = info.outputPath('basket.scenario.yaml');
  expect((await runCommand(['save', resumed, file])).code).toBe(0);
  expect((await runCommand(['run', file, '--results', info.outputPath('s')])).code).toBe(0);
});
