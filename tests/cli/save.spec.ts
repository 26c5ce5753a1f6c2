/** `parley save` and `/save`: conversations on the fixture sites become scenarios that pass. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { FIXTURE_PATHS } from '../../src/assembly/fixture-sites.js';
import { DemonstrationWriter } from '../../src/demonstration/index.js';
import { FIXTURE_SITE_WORDS } from '../../src/save/start.js';
import { createRedactor } from '../../src/secrets/index.js';
import { header } from '../demonstration/test-data.mjs';
import { expect, test } from '../support/browser.js';
import { type CommandOptions, runCommand } from '../support/cli-harness.js';

/** Runs a chat from a pipe. Returns the session's folder and the output. */
async function runChat(
  url: string,
  results: string,
  lines: readonly string[],
  { args = [], ...options }: CommandOptions & { args?: string[] } = {},
): Promise<{ session: string; stdout: string }> {
  const { code, stdout, stderr } = await runCommand(['chat', url, '--results', results, ...args], {
    stdin: `${lines.join('\n')}\n`,
    ...options,
  });
  expect([code, stderr]).toEqual([0, '']);
  const session = readdirSync(results)
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .at(-1)!;
  return { session: join(results, session), stdout };
}

const CONVERSATIONS: Record<
  string,
  { path: string; lines: string[]; expectedPatterns: RegExp[]; env?: Record<string, string> }
> = {
  'a shop: a question, a line that was not understood, an answer, a value': {
    path: '/shop/',
    lines: [
      'Search for jacket and open the first result.',
      'Put it in the basket.',
      'L',
      'How much does it cost?',
      'Flibber the wotsit.',
      'Open the basket and set the quantity to 2.',
    ],
    expectedPatterns: [
      /about: size\n {4}say: L\n/,
      /text: Windrow rain jacket was added/,
      /says: £129\.00/,
      /value: "2"/,
    ],
  },
  'a mail site: an ambiguous name, a page that the instructor opened, a message': {
    path: '/mail/',
    lines: [
      'Open the mail about the harbour map.',
      '/back',
      'Click Compose.',
      'Type "Sunday" as subject and "We come at one." as message.',
      'Type Nora into To.',
      'Choose Nora.',
      'Nora Vance',
      'Send it.',
    ],
    expectedPatterns: [/about: \{ all: \[which, Nora\] \}/, /- say: Go back\./, /text: Message sent/],
  },
  'a calendar: a missing title, a pronoun, deleting': {
    path: '/calendar/',
    lines: [
      'Create a new event on 27 November 2026 from 16:00 to 16:45.',
      'Piano lesson',
      'Open it',
      'When is it?',
      'Please delete it.',
    ],
    expectedPatterns: [
      /about: \[title, name, subject\]/,
      /says: \{ all: \[27 November 2026, "16:00"\] \}/,
      /Event deleted/,
    ],
  },
  'an account: the password is a secret': {
    path: '/shop/',
    lines: [
      'Open My account, use robin as the user name and heather-7 as the password, and log in.',
      'What is the status of order 48204?',
      'Cancel order 48211.',
    ],
    expectedPatterns: [/secrets: \[PASSWORD\]/, /says: On its way/, /text: Order 48211 was cancelled/],
    env: { PARLEY_SECRET_PASSWORD: 'heather-7' },
  },
};

for (const [name, { path, lines, expectedPatterns, env = {} }] of Object.entries(CONVERSATIONS))
  test(`a saved conversation passes as a scenario: ${name}`, async ({ fixtureSites }, info) => {
    const results = info.outputPath('results');
    const { session } = await runChat(`${fixtureSites.url}${path}`, results, lines);
    const file = info.outputPath('saved.scenario.yaml');
    const { code, stdout } = await runCommand(['save', session, file]);
    expect(stdout).toMatch(
      /^Saved .*saved\.scenario\.yaml: \d lines?, (\d repl(y|ies), )?\d checks?\. Read it/,
    );
    expect(code).toBe(0);
    const text = readFileSync(file, 'utf8');
    for (const pattern of expectedPatterns) expect.soft(text).toMatch(pattern);
    expect(text).not.toContain('heather-7');
    expect(await runCommand(['check', file], { env })).toMatchObject({ code: 0 });
    const run = await runCommand(['run', file, '--results', info.outputPath('r')], { env });
    expect(run.stdout).toContain('Done: The conversation is complete.');
    expect(run.code).toBe(0);
  });

test('the session’s date becomes a variable, and the saved scenario passes', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, '<title>Book</title><label>Arrival <input></label>');
  const day = new Date(Date.now() + 2 * 86_400_000);
  const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(
    day,
  );
  const { session } = await runChat(page, info.outputPath('results'), [`Type "${date}" into Arrival.`]);
  const file = info.outputPath('saved.scenario.yaml');
  expect(await runCommand(['save', session, file])).toMatchObject({ code: 0 });
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('in_2_days: { date: +2d, format: d MMMM yyyy }');
  expect(text).toContain('- say: Type "{{in_2_days}}" into Arrival.');
  expect(text).toContain('- element: { role: textbox, name: Arrival, value: "{{in_2_days}}" }');
  const run = await runCommand(['run', file, '--results', info.outputPath('r')]);
  expect(run.stdout).toContain(`type “${date}” into textbox “Arrival”`);
  expect(run.code).toBe(0);
});

test('fixture sites are recognised by their titles', async ({ fixtureSites }) => {
  for (const [path, word] of Object.entries(FIXTURE_SITE_WORDS)) {
    const html = await (await fetch(`${fixtureSites.url}/${path}/`)).text();
    const title = /<title>([^<]*)/.exec(html)?.[1];
    expect.soft(title, path).toContain(word);
  }
  expect(
    Object.keys(FIXTURE_SITE_WORDS)
      .map((path) => `/${path}/`)
      .toSorted(),
  ).toEqual(FIXTURE_PATHS.toSorted());
});

test('/save writes the conversation so far, and overwrites a file only with --force', async ({
  fixtureSites,
}, info) => {
  const cwd = info.outputPath('project');
  mkdirSync(cwd);
  const lines = [
    'Open the haircut.',
    '/save',
    '/save',
    '/save --force',
    'When is it?',
    '/save later',
    '/save no/such/x',
  ];
  const { stdout } = await runChat(`${fixtureSites.url}/calendar/`, info.outputPath('results'), lines, {
    cwd,
  });
  expect(stdout).toMatch(/Saved open-haircut\.scenario\.yaml: 1 line, 1 check\./);
  expect(stdout).toMatch(/“open-haircut\.scenario\.yaml” already exists\. Give another name, or add --force/);
  expect(stdout.match(/Saved open-haircut/g)).toHaveLength(2);
  expect(stdout).toContain('Saved later.scenario.yaml: 2 lines, 2 checks.');
  expect(stdout).toMatch(/its folder does not exist\. Create the folder/);
  expect(readdirSync(cwd).toSorted()).toEqual(['later.scenario.yaml', 'open-haircut.scenario.yaml']);
});

test('session settings become scenario settings; files are relative to the scenario', async ({
  fixtureSites,
}, info) => {
  const state = info.outputPath('state.json');
  writeFileSync(state, '{"cookies":[],"origins":[]}');
  const args = ['--viewport', '900x700', '--storage-state', state, '--timezone', 'Europe/Oslo'];
  const { session } = await runChat(
    `${fixtureSites.url}/calendar/`,
    info.outputPath('results'),
    ['Open the haircut.'],
    // A viewport applies only to a browser that the chat starts.
    { args, ownBrowser: true },
  );
  const folder = info.outputPath('scenarios');
  mkdirSync(folder);
  expect(await runCommand(['save', session, folder])).toMatchObject({ code: 0 });
  const file = join(folder, 'open-haircut.scenario.yaml');
  expect(readFileSync(file, 'utf8')).toContain(
    '  viewport: { width: 900, height: 700 }\n  storage: ../state.json\n  timezone: Europe/Oslo\n',
  );
  expect(await runCommand(['check', file])).toMatchObject({ code: 0 });
});

test('errors name the problem and suggest a next step, and nothing is written', async ({}, info) => {
  const emptyFolder = info.outputPath('empty');
  mkdirSync(emptyFolder);
  const session = info.outputPath('session');
  const writer = DemonstrationWriter.create(session, { ...header, scenario: 'a' }, createRedactor());
  const newerFolder = info.outputPath('newer');
  mkdirSync(newerFolder);
  writeFileSync(
    join(newerFolder, 'session.jsonl'),
    readFileSync(join(session, 'session.jsonl'), 'utf8').replace('"v":2', '"v":3'),
  );
  writer.event({
    type: 'page',
    url: 'https://a.test/',
    title: 'A',
    reason: 'start',
    settle: { reason: 'quiet', ms: 1 },
  });
  const truncatedSession = info.outputPath('torn');
  mkdirSync(truncatedSession);
  writeFileSync(join(truncatedSession, 'session.jsonl'), '{"v":2,"se');
  const sessionWithBraces = info.outputPath('braces');
  const otherWriter = DemonstrationWriter.create(
    sessionWithBraces,
    { ...header, url: 'https://a.test/' },
    createRedactor(),
  );
  otherWriter.event({
    type: 'page',
    url: 'https://a.test/',
    title: 'A',
    reason: 'start',
    settle: { reason: 'quiet', ms: 1 },
  });
  otherWriter.say('instructor', 'Type {{name}} into Name.');
  otherWriter.say('navigator', 'Typed it.', 'report');
  const file = info.outputPath('x.scenario.yaml');
  const ERRORS: [args: string[], message: RegExp][] = [
    [[info.outputPath('nowhere')], /is not a folder.*\nGive the path of a session folder/],
    [[emptyFolder], /has no session\.jsonl.*\nGive the path of a session folder/],
    [[truncatedSession], /killed before it recorded anything.*\nChoose another session/],
    [[newerFolder], /version 3.*\nUpdate Parley/],
    [[session], /no completed line.*\nChoose a session/],
    [
      [sessionWithBraces],
      /cannot be written as a scenario:\n[\s\S]*x\.scenario\.yaml:\d+:\d+ [\s\S]*"name"[\s\S]*\n.*Leave the line out/,
    ],
  ];
  for (const [args, message] of ERRORS) {
    const { code, stderr, stdout } = await runCommand(['save', ...args, file]);
    expect.soft(stderr, args.join(' ')).toMatch(message);
    expect.soft([code, stdout], args.join(' ')).toEqual([2, '']);
  }
  expect(existsSync(file)).toBe(false);
});
