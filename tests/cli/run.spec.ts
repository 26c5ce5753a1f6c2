import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { TestInfo } from '@playwright/test';

import { expect, test } from '../support/browser.js';
import { readDemonstration, readSession } from '../../src/demonstration/index.js';
import { BUNDLED_ENCODER_FOLDER, writeRegistry } from '../../src/rank/index.js';
import { CERTIFICATE } from '../support/certificate.js';
import { runCommand } from '../support/cli-harness.js';
import { parseEvents, startParley, type ProcessResult } from '../support/parley.js';
import { createPageListener, startServer } from '../support/server.js';

const getScenarioPath = (name: string): string =>
  fileURLToPath(new URL(`../../scenarios/${name}.scenario.yaml`, import.meta.url));

function findOnlyEntry(folder: string): string {
  const entries = readdirSync(folder).filter((name) => !name.startsWith('.'));
  expect(entries).toHaveLength(1);
  return join(folder, entries[0]!);
}

for (const name of ['demo', 'calendar/ask-for-title'])
  test(`the scenario ${name} passes, and its demonstration can be read`, async ({}, info) => {
    const results = info.outputPath('results');
    const { code, stdout, stderr } = await runCommand(['run', getScenarioPath(name), '--results', results]);
    expect(stderr).toBe('');
    expect(stdout).toContain('Done: The conversation is complete.');
    expect(code).toBe(0);
    const folder = findOnlyEntry(results);
    const session = readSession(folder);
    expect(session.hasIncompleteLine).toBe(false);
    expect(session.events.at(-1)).toMatchObject({ type: 'end', verdict: 'done', exit: 0 });
    expect(readDemonstration(folder).turns.length).toBeGreaterThan(1);
  });

test('a failed check ends the run with verdict check and exit code 1', async ({}, info) => {
  const { code, stdout } = await runCommand([
    'run',
    getScenarioPath('must-fail/check-not-met'),
    '--json',
    '--results',
    info.outputPath('r'),
  ]);
  const sessionEvents = parseEvents(stdout);
  expect(
    sessionEvents
      .filter((event) => event.type === 'check')
      .map((event) => event.type === 'check' && event.result.pass),
  ).toEqual([false]);
  expect(sessionEvents.at(-1)).toMatchObject({ type: 'end', verdict: 'check', exit: 1 });
  expect(code).toBe(1);
});

test('--sentence-model selects the model that compares sentences by meaning', async ({}, info) => {
  const env = { XDG_CONFIG_HOME: info.outputPath('config') };
  const model = {
    name: 'mine',
    kind: 'weblinx-dmr' as const,
    folder: BUNDLED_ENCODER_FOLDER,
    bytes: 1,
    sha256: '',
    trial: 0,
  };
  writeRegistry([model], env);
  writeFileSync(info.outputPath('page.html'), `<button onclick="this.after('Saved')">Save</button>`);
  const file = info.outputPath('a.scenario.yaml');
  const expectations =
    '[{ says: { similar: The Save button was clicked., min: 0.6 } }, { never_says: { similar: I cannot find it. } }]';
  writeFileSync(
    file,
    `scenario: 1\nname: x\nstart: { url: page.html }\ndialogue: [{ say: click Save, expect: ${expectations} }]\n`,
  );
  const results = info.outputPath('results');
  const { code, stdout } = await runCommand(['run', file, '--sentence-model', 'mine', '--results', results], {
    env,
  });
  expect(stdout).toContain('Sentences are compared by mine.');
  expect(stdout).toMatch(/says a sentence like “The Save button was clicked\.”/);
  expect(code).toBe(0);
});

test('--json prints the events of session.jsonl; each action includes its target and outcome', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, `<button id=b class="big" onclick="this.after('Saved')">Save</button>`);
  const results = info.outputPath('results');
  const { code, stdout } = await runCommand([
    'run',
    'click Save',
    '--url',
    page,
    '--json',
    '--results',
    results,
  ]);
  expect(code).toBe(0);
  const sessionEvents = parseEvents(stdout);
  expect(sessionEvents).toEqual(readSession(findOnlyEntry(results)).events);
  expect(sessionEvents.map((event) => event.seq)).toEqual(sessionEvents.map((_, i) => i));
  expect(sessionEvents.find((event) => event.type === 'action')).toMatchObject({
    action: { intent: 'click' },
    target: {
      tag: 'button',
      role: 'button',
      name: 'Save',
      attributes: { id: 'b', class: 'big' },
      xpath: '/html/body/button',
    },
    outcome: { status: 'done', effects: [{ type: 'dom' }] },
  });
});

test('a typed password appears only in the instruction that contains it', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, `<label>Password <input type=password></label>`);
  const args = ['run', 'type "open sesame 42" into the password field', '--url', page, '--json'];
  const { code, stdout } = await runCommand([...args, '--results', info.outputPath('r')]);
  expect(code).toBe(0);
  const [firstInstruction, ...rest] = parseEvents(stdout).filter(
    (event) => event.type === 'say' || event.type === 'action',
  );
  expect(JSON.stringify(firstInstruction)).toContain('open sesame 42');
  expect(JSON.stringify(rest)).not.toContain('open sesame 42');
  expect(JSON.stringify(rest)).toContain('<PASSWORD>');
});

test('a task that the page makes impossible is not reported as done', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, '<button>Save</button><p>Nothing else here.</p>');
  const runTask = async (task: string): Promise<string> => {
    const { code, stdout } = await runCommand([
      'run',
      task,
      '--url',
      page,
      '--json',
      '--results',
      info.outputPath('r'),
    ]);
    const end = parseEvents(stdout).at(-1)!;
    return `${code} ${end.type === 'end' ? end.verdict : end.type}`;
  };
  expect(await runTask('click Save')).toMatch(/^[14] (stuck|dialogue)$/);
  expect(await runTask('open the billing settings')).toMatch(/^[14] (stuck|dialogue)$/);
});

test.describe('invalid input is reported with a message, a next step and an exit code, but without a stack trace:', () => {
  const getOutput = ({ stdout, stderr }: { stdout: string; stderr: string }): string => {
    const text = stdout + stderr;
    expect(text).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)|undefined|\[object/);
    return text;
  };

  const runClickSave = (url: string, info: TestInfo): Promise<ProcessResult> =>
    runCommand(['run', 'click Save', '--url', url, '--results', info.outputPath('r')]);

  test('an address that does not answer', async ({}, info) => {
    const server = await startServer(() => undefined);
    await server.close();
    const result = await runClickSave(server.url, info);
    expect(getOutput(result)).toMatch(
      /could not be opened: nothing is listening at that address\.\nCheck that the server is running/,
    );
    expect(result.code).toBe(5);
  });

  test('a start page that answers with HTTP 500', async ({}, info) => {
    const server = await startServer((_request, response) => response.writeHead(500).end('<h1>Oops</h1>'));
    const result = await runClickSave(server.url, info);
    await server.close();
    expect(getOutput(result)).toContain('answers with HTTP 500');
    expect(result.code).toBe(5);
  });

  test('a blank page', async ({}, info) => {
    const server = await startServer(createPageListener({ '/': '<body></body>' }));
    const result = await runClickSave(server.url, info);
    await server.close();
    expect(getOutput(result)).toContain('is empty');
    expect(result.code).toBe(4);
  });

  test('an invalid certificate, unless --ignore-https-errors is set', async ({}, info) => {
    const server = createServer(
      CERTIFICATE,
      (_request, response) => void response.end('<h1>Secret garden</h1>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const result = await runClickSave(url, info);
    expect(getOutput(result)).toContain('its certificate is not valid');
    expect(result.code).toBe(5);
    const lookResult = await runCommand(['look', url, '--ignore-https-errors']);
    expect(lookResult.stdout).toContain('Secret garden');
    server.closeAllConnections();
    server.close();
  });

  test('an invalid scenario file', async ({}, info) => {
    const file = info.outputPath('bad.scenario.yaml');
    writeFileSync(file, 'scenario: 1\nname: x\nstart:\n  url: "htp:/bad"\ndialog:\n  - say: hi\n');
    const result = await runCommand(['run', file, '--json', '--results', info.outputPath('r')]);
    expect(result.stderr).toContain(`${file}:4:8`);
    expect(result.stderr).toMatch(/Did you mean .?dialogue/);
    expect(parseEvents(result.stdout).at(-1)).toMatchObject({ type: 'end', verdict: 'usage', exit: 2 });
    expect(result.code).toBe(2);
  });

  test('a results folder that cannot be written', async ({}, info) => {
    const blockingFile = info.outputPath('blocked');
    writeFileSync(blockingFile, 'a file, not a folder');
    const result = await runCommand([
      'run',
      'click Save',
      '--url',
      'about:blank',
      '--results',
      join(blockingFile, 'r'),
    ]);
    expect(getOutput(result)).toContain('results folder');
    expect(result.code).toBe(2);
    if (process.getuid?.() === 0) return;
    const lockedFolder = info.outputPath('locked');
    mkdirSync(lockedFolder);
    chmodSync(lockedFolder, 0o500);
    expect(
      (await runCommand(['run', 'x', '--url', 'about:blank', '--results', join(lockedFolder, 'r')])).code,
    ).toBe(2);
  });

  for (const [args, message] of [
    [['run'], 'needs another argument'],
    [['run', 'missing.scenario.yaml'], 'missing.scenario.yaml'],
    [['run', 'x', '--navigator', 'gpt'], 'Choose one of direct, chat, webvoyager,'],
    [['run', 'x', '--viewport', 'wide'], '1280x800'],
    [['run', 'click x', '--var', 'a=b'], 'this is a task'],
    [['run', 'click x', '--sentence-model', 'a'], 'this is a task'],
    [['run', 'x', '--temperature', '1'], 'needs a language model'],
    [['run', 'x', '--url', 'a', '--url', 'b'], '--url can be used only once'],
    [['look', 'x.html', '--top', '0'], 'a whole number of at least 1'],
    [['look', 'x.html', '--jsn'], 'Did you mean --json?'],
    [['lok'], 'Did you mean look?'],
    [['run', 'x', '--url', 'ftp://x'], 'does not open ftp:'],
  ] as [string[], string][])
    test(`parley ${args.join(' ')}`, async () => {
      const result = await runCommand(args);
      expect(getOutput(result)).toContain(message);
      expect(result.code).toBe(2);
    });

  test('a missing browser', async ({}, info) => {
    const result = await runCommand([
      'run',
      'x',
      '--browser-path',
      '/no/such/browser',
      '--results',
      info.outputPath('r'),
    ]);
    expect(getOutput(result)).toContain('--browser-path is set to /no/such/browser');
    expect(result.code).toBe(5);
  });
});

test('Ctrl-C ends a run with a verdict, a complete record and exit code 130', async ({}, info) => {
  const server = await startServer((request, response) => {
    if (request.url === '/') response.end('<a href=/never>Reports</a><p>Start</p>');
  });
  const results = info.outputPath('results');
  const run = startParley(['run', 'click Reports', '--url', server.url, '--results', results]);
  await run.waitForOutput(/You: click Reports/);
  run.child.kill('SIGINT');
  const { code, stdout } = await run.resultPromise;
  await server.close();
  expect(code).toBe(130);
  expect(stdout).toContain('Interrupted');
  expect(readSession(findOnlyEntry(results)).events.at(-1)).toMatchObject({
    type: 'end',
    verdict: 'user',
    exit: 130,
  });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`${signal} stops loading a scenario file that contains an endless loop`, async ({}, info) => {
    const file = info.outputPath('endless.scenario.ts');
    writeFileSync(file, `console.log('loading'); for (;;);`);
    const run = startParley(['run', file]);
    await run.waitForOutput(/loading/);
    run.child.kill(signal);
    await run.resultPromise;
    expect(run.child.signalCode).toBe(signal);
  });

test('a closed output pipe does not keep the session from ending', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, `<button onclick="this.after('Saved')">Save</button>`);
  const results = info.outputPath('results');
  const run = startParley(['run', 'click Save', '--url', page, '--results', results]);
  run.child.stdout!.destroy();
  const { code, stderr } = await run.resultPromise;
  expect([code, stderr]).toEqual([0, '']);
  expect(readSession(findOnlyEntry(results)).events.at(-1)).toMatchObject({ type: 'end', verdict: 'done' });
});

test('a secret from the environment appears in no file and no file name', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, '<label>Name <input></label>');
  const results = info.outputPath('results');
  const env = { PARLEY_SECRET_WORD: 'xyzzy-plugh' };
  const { stdout } = await runCommand(
    ['run', 'type "xyzzy-plugh" into Name', '--url', page, '--results', results],
    { env },
  );
  const folder = findOnlyEntry(results);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const fileContents = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect([stdout, folder, ...fileContents].filter((text) => text.includes('xyzzy'))).toEqual([]);
  expect(stdout).toContain('<WORD>');
});

test('a killed run leaves a demonstration that is readable up to the last complete turn', async ({}, info) => {
  const results = info.outputPath('results');
  const run = startParley(['run', getScenarioPath('demo'), '--results', results]);
  await run.waitForOutput(/Did: press Enter/);
  run.child.kill('SIGKILL');
  await run.resultPromise;
  const folder = findOnlyEntry(results);
  const { events: sessionEvents } = readSession(folder);
  expect(sessionEvents.some((event) => event.type === 'action')).toBe(true);
  expect(readDemonstration(folder).turns.length).toBeGreaterThanOrEqual(2);
});

test('a cassette is not replayed against a public site', async ({}, info) => {
  const cassette = info.outputPath('talk.jsonl');
  const results = info.outputPath('r');
  writeFileSync(cassette, '');
  const args = ['run', 'click More', '--url', 'https://example.org', '--model', 'tiny', '--json'];
  const { code, stdout, stderr } = await runCommand([...args, '--cassette', cassette, '--results', results]);
  expect(code).toBe(2);
  expect(parseEvents(stdout)).toMatchObject([{ type: 'end', verdict: 'usage', exit: 2 }]);
  expect(stderr).toContain('A cassette cannot be replayed at example.org');
  expect(existsSync(results)).toBe(false);
});

test('a missing cassette and an unused --model are reported before recording begins', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, `<button onclick="this.after('Saved')">Save</button>`);
  const results = info.outputPath('r');
  const runClick = (...args: string[]) =>
    runCommand(['run', 'click Save', '--url', page, '--results', results, ...args]);
  const missingCassetteRun = await runClick('--model', 'tiny', '--cassette', info.outputPath('none.jsonl'));
  expect(missingCassetteRun).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/There is no cassette “/),
  });
  const unusedModelRun = await runClick('--navigator', 'direct', '--model', 'tiny');
  expect(unusedModelRun).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--model does not apply to/),
  });
  expect(existsSync(results)).toBe(false);
  expect((await runClick('--navigator', 'direct')).code).toBe(0);
});
