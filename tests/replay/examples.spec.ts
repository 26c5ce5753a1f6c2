/** Replays sessions on the fixture sites, resumed sessions, and sessions on sites that no longer exist. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startFixtures } from '../../fixtures/server.mjs';
import { readSession } from '../../src/demonstration/index.js';
import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { startServer } from '../support/server.js';

const findNewestSession = (folder: string): string =>
  join(
    folder,
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .toSorted()
      .at(-1)!,
  );

test('a session on the fixture sites is replayed on fixture sites that the replay starts in the recorded state', async ({}, info) => {
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
  const recordedFolder = info.outputPath('recorded');
  expect((await runCommand(['run', file, '--results', recordedFolder])).code).toBe(0);
  const session = findNewestSession(recordedFolder);
  const results = info.outputPath('replayed');
  const { code, stdout } = await runCommand(['replay', session, '--heal', 'deny', '--results', results]);
  expect(stdout).toContain('Replayed: 1 of 1 line');
  expect(code).toBe(0);
  const [originalStart] = readSession(session).events;
  const [replayedStart] = readSession(findNewestSession(results)).events;
  expect(replayedStart).toMatchObject({ type: 'session', url: expect.stringMatching(/\/calendar\/$/) });
  expect(replayedStart?.type === 'session' && replayedStart.url).not.toBe(
    originalStart?.type === 'session' && originalStart.url,
  );
});

test('if the site cannot be reached, the message names --url', async ({}, info) => {
  const site = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Notes</title><button>Save</button>');
  });
  const folder = info.outputPath('recorded');
  await runCommand(['run', 'Click Save.', '--url', site.url, '--results', folder]);
  await site.close();
  const { code, stdout } = await runCommand([
    'replay',
    findNewestSession(folder),
    '--results',
    info.outputPath('r'),
  ]);
  expect(code).toBe(5);
  expect(stdout).toContain('--url');
});

test('a conversation that was resumed is saved and replayed', async ({}, info) => {
  test.slow();
  const sites = await startFixtures();
  const results = info.outputPath('results');
  const runChat = (flags: string[], stdin: string): ReturnType<typeof runCommand> =>
    runCommand(['chat', ...flags, '--keep-logins', '--results', results], { stdin });
  let resumedSession: string;
  try {
    await runChat([`${sites.url}/shop/`], 'Go to Clothing and open the Fennel scarf.\n');
    await runChat(['--resume'], 'Put it in the basket.\nOpen the basket.\n');
    resumedSession = findNewestSession(results);
    const { code, stdout } = await runCommand([
      'replay',
      resumedSession,
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
  expect((await runCommand(['save', resumedSession, file])).code).toBe(0);
  expect((await runCommand(['run', file, '--results', info.outputPath('s')])).code).toBe(0);
});
