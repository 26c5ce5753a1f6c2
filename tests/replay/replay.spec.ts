import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSession } from '../../src/demonstration/index.js';
import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import type { ProcessResult } from '../support/parley.js';
import { startServer, type TestServer } from '../support/server.js';

/** A list of appointments, each with a button; the server records which buttons are clicked. */
interface Site {
  titles: string[];
  /** The label of every button. */
  buttonLabel: string;
  /** Milliseconds until the list is shown. */
  delayMs: number;
  /** Prefix of the elements' ids and classes. */
  prefix: string;
}

const ORIGINAL: Site = {
  titles: ['Haircut', 'Dentist', 'Lunch'],
  buttonLabel: 'Remove',
  delayMs: 0,
  prefix: 'a',
};

function renderPage({ titles, buttonLabel, delayMs, prefix }: Site): string {
  const items = titles
    .map(
      (title, i) =>
        `<li class="${prefix}"><h3>${title}</h3><button id="${prefix}-${i}" class="${prefix}-b" data-title="${title}">${buttonLabel}</button></li>`,
    )
    .join('');
  return `<!doctype html><title>Diary</title><main><h1>Diary</h1><p>Appointments</p><ul></ul><p role="status"></p></main><script>
    const list = document.querySelector('ul');
    setTimeout(() => { list.innerHTML = ${JSON.stringify(items)}; }, ${delayMs});
    list.addEventListener('click', async (event) => {
      const title = event.target.dataset?.title;
      if (!title) return;
      await fetch('/clicks', { method: 'POST', body: title });
      event.target.closest('li').classList.add('clicked');
      document.querySelector('[role=status]').textContent = 'Done with ' + title + '.';
    });
  </script>`;
}

const site: Site = { ...ORIGINAL };
let clickedTitles: string[] = [];
let server: TestServer;

test.beforeAll(async () => {
  server = await startServer((request, response) => {
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (data: Buffer) => (body += data.toString()));
      request.on('end', () => {
        clickedTitles.push(body);
        response.end();
      });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(renderPage(site));
  });
});

test.afterAll(() => server.close());

test.beforeEach(() => {
  Object.assign(site, ORIGINAL);
  clickedTitles = [];
});

const findOnlyEntry = (folder: string): string =>
  join(
    folder,
    readdirSync(folder).find((name) => !name.startsWith('.'))!,
  );

/** Records a session with the site in its initial state. */
async function recordSession(folder: string, task = 'Click Remove for Dentist.'): Promise<string> {
  const { code, stdout } = await runCommand(['run', task, '--url', server.url, '--results', folder]);
  expect(stdout).toContain('Done:');
  expect(code).toBe(0);
  clickedTitles = [];
  return findOnlyEntry(folder);
}

const replaySession = (session: string, ...flags: string[]): Promise<ProcessResult> =>
  runCommand(['replay', session, ...flags]);

test('the recorded actions are repeated even if the list has another order and other ids and classes', async ({}, info) => {
  const session = await recordSession(info.outputPath('recorded'));
  Object.assign(site, { titles: ['Lunch', 'Gym', 'Dentist', 'Haircut'], prefix: 'zz' });
  const { code, stdout } = await replaySession(session, '--heal', 'deny', '--results', info.outputPath('r'));
  expect(stdout).toContain('Replayed: 1 of 1 line, 1 action; healed: 0 lines');
  expect(code).toBe(0);
  expect(clickedTitles).toEqual(['Dentist']);
  const { events } = readSession(findOnlyEntry(info.outputPath('r')));
  expect(events.at(-1)).toMatchObject({ type: 'end', replay: { lines: 1, replayed: 1, healed: 0 } });
});

test('no action is performed if the recorded element is gone, even if another element looks the same', async ({}, info) => {
  const session = await recordSession(info.outputPath('recorded'));
  site.titles = ['Haircut'];
  const { code, stdout } = await replaySession(session, '--heal', 'deny', '--results', info.outputPath('r'));
  expect(code).toBe(1);
  expect(stdout).toMatch(/Line 1, “Click Remove for Dentist\.”, cannot be replayed\..*“dentist”/su);
  expect(clickedTitles).toEqual([]);
});

test('healing finds a renamed control and reports the new name, and the healed line is saved', async ({}, info) => {
  const session = await recordSession(info.outputPath('recorded'));
  site.buttonLabel = 'Delete';
  const file = info.outputPath('healed.replay.jsonl');
  const { stdout } = await replaySession(
    session,
    '--save',
    file,
    '--confirm',
    'delete=allow',
    '--results',
    info.outputPath('r'),
  );
  expect(stdout).toContain('Changed: Line 1 cannot be replayed. The button “Remove”');
  expect(stdout).toContain('The button “Remove” is now called “Delete”.');
  expect(stdout).toContain('healed: 1 line');
  expect(clickedTitles).toEqual(['Dentist']);

  clickedTitles = [];
  const repeatedReplay = await replaySession(
    file,
    '--heal',
    'deny',
    '--confirm',
    'delete=allow',
    '--results',
    info.outputPath('again'),
  );
  expect(repeatedReplay.stdout).toContain('healed: 0 lines');
  expect(repeatedReplay.code).toBe(0);
  expect(clickedTitles).toEqual(['Dentist']);
});

test('a replay waits for content that appears late', async ({}, info) => {
  const session = await recordSession(info.outputPath('recorded'));
  site.delayMs = 1_500;
  const { code } = await replaySession(session, '--heal', 'deny', '--results', info.outputPath('r'));
  expect(code).toBe(0);
  expect(clickedTitles).toEqual(['Dentist']);
});

test('a session without fingerprints is replayed using its targets and pages', async ({}, info) => {
  const session = await recordSession(info.outputPath('recorded'));
  const oldSession = info.outputPath('old');
  cpSync(session, oldSession, { recursive: true });
  const lines = readFileSync(join(session, 'session.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { fingerprint: _, ms: _ms, ...event } = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(event);
    });
  writeFileSync(join(oldSession, 'session.jsonl'), `${lines.join('\n')}\n`);
  site.titles = ['Lunch', 'Dentist', 'Haircut'];
  const { code } = await replaySession(oldSession, '--heal', 'deny', '--results', info.outputPath('r'));
  expect(code).toBe(0);
  expect(clickedTitles).toEqual(['Dentist']);
});

test('the value of a masked secret comes from the environment; an error names a secret without a value', async ({}, info) => {
  const loginServer = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>Log in</title><h1>Log in</h1><label>Password <input type="password" oninput="document.querySelector('output').textContent = this.value.length + ' characters'"></label><output></output>`,
    );
  });
  try {
    const folder = info.outputPath('recorded');
    await runCommand(['run', 'Type heather-7 into Password.', '--url', loginServer.url, '--results', folder]);
    const session = findOnlyEntry(folder);
    const missingSecretRun = await replaySession(session, '--results', info.outputPath('r'));
    expect(missingSecretRun.code).toBe(2);
    expect(missingSecretRun.stderr).toContain('<PASSWORD>');
    expect(missingSecretRun.stderr).toContain('PARLEY_SECRET_PASSWORD');
    const secretRun = await runCommand(
      ['replay', session, '--heal', 'deny', '--results', info.outputPath('s')],
      {
        env: { PARLEY_SECRET_PASSWORD: 'heather-7' },
      },
    );
    expect(secretRun.code).toBe(0);
    const record = readFileSync(join(findOnlyEntry(info.outputPath('s')), 'session.jsonl'), 'utf8');
    expect(record).toContain('<PASSWORD>');
    expect(record).not.toContain('"heather-7"');
  } finally {
    await loginServer.close();
  }
});

test('invalid input causes an error that suggests a next step', async ({}, info) => {
  const session = await recordSession(info.outputPath('recorded'));
  const log = readFileSync(join(session, 'session.jsonl'), 'utf8');
  const writeFile = (name: string, text: string): string => {
    const file = info.outputPath(name);
    writeFileSync(file, text);
    return file;
  };
  const existing = writeFile('exists.spec.ts', 'mine');
  const cases: [args: string[], code: number, message: RegExp][] = [
    [[info.outputPath('nowhere')], 2, /is not a folder/],
    [[info.outputPath('.')], 2, /has no session\.jsonl/],
    [[writeFile('newer.jsonl', log.replaceAll('"v":2', '"v":9'))], 2, /version 9.*Update Parley/s],
    [[writeFile('empty.jsonl', '')], 2, /is empty/],
    [[writeFile('silent.jsonl', `${log.split('\n')[0]}\n`)], 2, /no instructor lines/],
    [[writeFile('foreign.jsonl', 'hello\n')], 2, /is not an event/],
    [[session, '--to-spec', existing], 2, /--force/],
    [[session, '--url', 'http://127.0.0.1:1/', '--results', info.outputPath('gone')], 5, /127\.0\.0\.1:1/],
  ];
  for (const [args, code, message] of cases) {
    const result = await runCommand(['replay', ...args]);
    expect.soft(result.code, args.join(' ')).toBe(code);
    expect.soft(result.stdout + result.stderr, args.join(' ')).toMatch(message);
  }
  expect(readFileSync(existing, 'utf8')).toBe('mine');
});

test('a truncated session is replayed up to its last event', async ({}, info) => {
  const session = await recordSession(info.outputPath('recorded'));
  const lines = readFileSync(join(session, 'session.jsonl'), 'utf8').split('\n');
  const actionIndex = lines.findIndex((line) => line.includes('"type":"action"'));
  const file = info.outputPath('cut.jsonl');
  writeFileSync(file, `${lines.slice(0, actionIndex + 1).join('\n')}\n{"v":2,"seq`);
  const { code, stdout } = await replaySession(file, '--results', info.outputPath('r'));
  expect(stdout).toContain('was cut off');
  expect(stdout).toContain('The recording ends here.');
  expect(code).toBe(0);
  expect(clickedTitles).toEqual(['Dentist']);
});
