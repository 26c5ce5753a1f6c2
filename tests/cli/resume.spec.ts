/** `parley chat --resume`, `--list` and `--keep-logins`. */
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSession } from '../../src/demonstration/index.js';
import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { startParley } from '../support/parley.js';
import { startServer, type TestServer } from '../support/server.js';

const LOGIN = `<title>Log in</title><form action="/account" method=post><label>User <input name=user></label>
  <label>Password <input name=password type=password></label><button>Log in</button></form>`;

/** Starts a site that sets a session cookie and stores a theme in local storage. */
async function serveAccount(): Promise<TestServer> {
  return startServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const isLoggedIn = request.headers.cookie?.includes('sid=k3jf83hf7shf83') ?? false;
    if (request.method === 'POST') {
      response.writeHead(303, { location: '/account', 'set-cookie': 'sid=k3jf83hf7shf83; HttpOnly' }).end();
      return;
    }
    const account = `<title>Account</title><h1>Orders</h1><label>Search <input></label>
      <script>document.title = 'Account ' + (localStorage.theme ?? 'plain'); localStorage.theme = 'dark'</script>`;
    response.end(request.url === '/account' && isLoggedIn ? account : LOGIN);
  });
}

const SESSION_EVENT = {
  v: 2,
  seq: 0,
  t: 0,
  type: 'session',
  name: 'x',
  startedAt: 1,
  navigator: 'direct',
  ranker: 'r',
  url: 'https://a.test/',
  parleyVersion: '0',
  browser: 'b',
};

const listSessions = (results: string): string[] =>
  readdirSync(results)
    .filter((name) => !name.startsWith('.'))
    .toSorted();

test('a killed chat is resumed with its logins, its last page and its last lines', async ({}, info) => {
  const server = await serveAccount();
  const results = info.outputPath('results');
  const killedChat = startParley([
    'chat',
    server.url,
    '--keep-logins',
    '--results',
    results,
    '--viewport',
    '900x700',
  ]);
  killedChat.child.stdin!.write('Type ida into User, type "hunter-22" as password and click Log in.\n');
  await killedChat.waitForOutput(/Navigator: [^\n]*Account/);
  killedChat.child.stdin!.write('type left over into Search\n');
  await killedChat.waitForOutput(/Navigator: Typed “left over”/);
  killedChat.child.kill('SIGKILL');
  await killedChat.resultPromise;
  const [firstSession] = listSessions(results);
  const logins = join(results, firstSession!, 'logins.json');
  expect(statSync(logins).mode & 0o777).toBe(0o600);

  const sessionList = await runCommand(['chat', '--list', '--results', results]);
  expect(sessionList.stdout).toBe(
    `${firstSession}  killed, 2 lines, “Type ida into User, type "<PASSWORD>" as password and click…”, ` +
      `last page ${server.url}/account, logins kept\n`,
  );

  const { code, stdout } = await runCommand(['chat', '--resume', '--results', results], {
    stdin: 'what is the title of this page?\n/exit\n',
    // The shared browser would keep its own viewport and logins.
    ownBrowser: true,
  });
  expect(code).toBe(0);
  expect(stdout).toContain(`This continues ${firstSession}. Its last lines:\nYou: Type ida into User`);
  expect(stdout).toContain('You: type left over into Search\nNavigator: Typed “left over”');
  expect(stdout).toContain('The page was reloaded, so anything typed but not sent is lost.');
  // The cookie and the local storage come from the earlier session.
  expect(stdout).toContain(`Page: Account dark – ${server.url}/account`);
  expect(stdout).not.toContain('hunter-22');
  await server.close();

  const secondSession = listSessions(results)[1]!;
  const { events } = readSession(join(results, secondSession));
  expect(events[0]).toMatchObject({
    continues: firstSession,
    start: { viewport: { width: 900, height: 700 } },
  });
  expect(events[2]).toMatchObject({ speaker: 'navigator', kind: 'ack' });
  expect(events[2]).toHaveProperty('text', expect.stringMatching(/^I’m continuing session .*reloaded/));
  expect(JSON.stringify(events)).not.toMatch(/hunter-22|k3jf83hf7shf83/);
  // This session was started without --keep-logins.
  expect(readdirSync(join(results, secondSession))).not.toContain('logins.json');
});

test('logins older than a week are deleted when a chat starts; resuming without logins prints a note', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, '<title>Shop</title><button>Save</button>');
  const results = info.outputPath('results');
  const runChat = (args: string[]): ReturnType<typeof runCommand> =>
    runCommand(['chat', ...args, '--results', results], { stdin: 'click Save\n' });
  await runChat([page]);
  const [firstSession] = listSessions(results);
  for (const [name, days] of [
    ['old', 8],
    ['new', 6],
  ] as const) {
    mkdirSync(join(results, name));
    writeFileSync(join(results, name, 'logins.json'), '{}');
    const modifiedAt = new Date(Date.now() - days * 86_400_000);
    utimesSync(join(results, name, 'logins.json'), modifiedAt, modifiedAt);
  }
  // The last word of the id. (A slice of a fixed length could start with a hyphen and be taken for a flag.)
  const partOfId = firstSession!.split('-').at(-1)!;
  const { stdout, code } = await runChat(['--resume', partOfId]);
  expect(code).toBe(0);
  expect(stdout).toContain('Its logins were not kept (see --keep-logins)');
  expect(stdout).toContain('Did: click button “Save”');
  expect(readdirSync(join(results, 'old'))).toEqual([]);
  expect(readdirSync(join(results, 'new'))).toEqual(['logins.json']);
});

test('errors name the problem and suggest a next step', async ({}, info) => {
  const results = info.outputPath('results');
  const sessionList = await runCommand(['chat', '--list', '--results', results]);
  expect(sessionList.code).toBe(0);
  expect(sessionList.stdout).toMatch(/^There is no session in /);
  const line = JSON.stringify({
    ...SESSION_EVENT,
    id: 'x',
  });
  for (const [name, text] of Object.entries({
    'one-abc': `${line}\n`,
    'two-abc': `${line}\n{"v":2,"torn`,
    torn: '{"v":2,"se',
    newer: `${line.replace('"v":2', '"v":3')}\n`,
  })) {
    mkdirSync(join(results, name), { recursive: true });
    writeFileSync(join(results, name, 'session.jsonl'), text);
  }
  const ERRORS: [args: string[], message: RegExp][] = [
    [['--resume', 'zebra'], /No session in .* has “zebra”.*\nparley chat --list/],
    [['--resume', 'abc'], /part of 2 ids: .*\nGive a longer part of the id/],
    [['--resume', 'torn'], /killed before it recorded anything.*\n/],
    [['--resume', 'newer'], /version 3/],
    [['--resume', join(results, 'nowhere')], /is not a folder/],
    [['https://a.test', '--resume'], /needs no address.*\nRemove the address/],
    [['--resume', '--list'], /--list/],
    [
      ['https://a.test', '--keep-logins', '--profile', info.outputPath('p')],
      /does not apply with --profile.*\nRemove/,
    ],
    [['https://a.test', '--keep-logins', '--connect', 'http://127.0.0.1:1'], /does not apply with --connect/],
  ];
  for (const [args, message] of ERRORS) {
    const { code, stderr } = await runCommand(['chat', ...args, '--results', results]);
    expect.soft(stderr, args.join(' ')).toMatch(message);
    expect.soft(code, args.join(' ')).toBe(2);
  }
  const secondList = await runCommand(['chat', '--list', '--results', results]);
  expect(secondList.stdout).toContain('one-abc  killed, 0 lines\n');
  expect(secondList.stderr).toMatch(/Skipped newer: .*version 3/);
});
