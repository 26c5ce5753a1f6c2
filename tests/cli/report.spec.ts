/** `parley report`, and the option `--report` of the commands that run a session. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../support/browser.js';
import { formatPath } from '../../src/assembly/format-path.js';
import { DemonstrationWriter } from '../../src/demonstration/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { escapeHtml } from '../../src/report/html.js';
import { header } from '../demonstration/test-data.mjs';
import { DEMO, writeDataSet } from '../score/golden-data-set.js';
import { goldenData } from '../support/golden.js';
import { runCommand } from '../support/cli-harness.js';
import { startParley } from '../support/parley.js';

/** Records a session with one line of dialogue. */
function recordSession(dir: string, { ended = true, scenario = 'a.scenario.yaml' } = {}): void {
  const writer = DemonstrationWriter.create(dir, { ...header, scenario }, createRedactor());
  writer.say('instructor', 'Hello.');
  if (ended) writer.end({ verdict: 'done', reason: 'Complete.', exit: 0, turns: 1, actions: 0, seconds: 1 });
}

test('the report on one session is written to its folder or to the path given by --out, with a Markdown summary', async ({}, info) => {
  const dir = info.outputPath('session');
  recordSession(dir);
  const defaultResult = await runCommand(['report', dir]);
  expect(defaultResult).toMatchObject({ code: 0, stderr: '' });
  expect(defaultResult.stdout).toBe(`Report: ${formatPath(join(dir, 'report.html'))}\n`);
  const markdownResult = await runCommand(['report', dir, '--out', info.outputPath('x.html'), '--markdown']);
  expect(markdownResult.stdout.split('\n')).toEqual([
    `Report: ${formatPath(info.outputPath('x.html'))}`,
    `Markdown: ${formatPath(info.outputPath('x.md'))}`,
    '',
  ]);
  expect(readFileSync(info.outputPath('x.html'), 'utf8')).toBe(
    readFileSync(join(dir, 'report.html'), 'utf8'),
  );
  expect(readFileSync(info.outputPath('x.md'), 'utf8')).toContain('## ferry-search: Done');
});

test('for several sessions, a report is written for each, and an index lists them; other files are skipped', async ({}, info) => {
  const results = info.outputPath('results');
  mkdirSync(results);
  writeFileSync(join(results, 'README.md'), 'notes');
  recordSession(join(results, 'one #1'));
  recordSession(join(results, 'test/demonstrations/two'), { ended: false });
  const { code, stdout, stderr } = await runCommand([
    'report',
    ...readdirSync(results).map((name) => join(results, name)),
  ]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Skipped “.*README\.md”: it contains no session\.\n$/);
  expect(stdout).toContain(`Index: ${formatPath(join(results, 'index.html'))}`);
  const index = readFileSync(join(results, 'index.html'), 'utf8');
  expect(index).toContain('1 of 2 sessions done');
  expect(index).toContain('href="./one%20%231/report.html"');
  expect(index).toContain('href="./test/demonstrations/two/report.html"');
});

test('an unreadable session is named in an error, and the reports on the others are written', async ({}, info) => {
  const results = info.outputPath('results');
  recordSession(join(results, 'good'));
  cpSync(join(results, 'good'), join(results, 'newer'), { recursive: true });
  const file = join(results, 'newer/session.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"v":2', '"v":3'));
  const { code, stderr } = await runCommand(['report', results]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/Skipped a session: .*version 3.* Update Parley\./);
  expect(existsSync(join(results, 'good/report.html'))).toBe(true);
});

test('errors name the problem and suggest a next step, and nothing is overwritten', async ({}, info) => {
  const dir = info.outputPath('session');
  recordSession(dir);
  const emptyFolder = info.outputPath('empty');
  mkdirSync(emptyFolder);
  const truncatedFolder = info.outputPath('torn');
  mkdirSync(truncatedFolder);
  writeFileSync(join(truncatedFolder, 'session.jsonl'), '{"v":2,"se');
  const foreignFile = info.outputPath('notes.html');
  writeFileSync(foreignFile, '<p>mine</p>');
  const damagedFolder = info.outputPath('damaged');
  cpSync(dir, damagedFolder, { recursive: true });
  writeFileSync(join(damagedFolder, 'session.jsonl'), 'no event\n');
  const ERRORS: [args: string[], message: RegExp][] = [
    [[], /No session given\.\nGive a session/],
    [[join(dir, 'nowhere')], /does not exist.*\nGive the folder of a session/],
    [[emptyFolder], /contains no session.*\nGive the folder of a session/],
    [[join(dir, 'form.json')], /is not a session folder.*\nGive the folder of a session/],
    [[truncatedFolder], /killed before it recorded anything.*\nRun it again/],
    [[damagedFolder], /session\.jsonl:1 is not an event.*\nThe file was changed/],
    [[dir, '--out', foreignFile], /exists and is not a report of Parley.*\n.*--out.*--force/],
    [[dir, '--out', emptyFolder], /cannot be (read|written): it is a folder.*\n.*--out/],
    [[dir, '--out', join(emptyFolder, 'a/b.html')], /its folder does not exist.*\n.*--out/],
  ];
  for (const [args, message] of ERRORS) {
    const { code, stderr, stdout } = await runCommand(['report', ...args]);
    expect.soft(stderr, args.join(' ')).toMatch(message);
    expect.soft([code, stdout], args.join(' ')).toEqual([2, '']);
  }
  expect(readFileSync(foreignFile, 'utf8')).toBe('<p>mine</p>');
  const forcedResult = await runCommand(['report', dir, '--out', foreignFile, '--force']);
  expect(forcedResult.code).toBe(0);
  expect(readFileSync(foreignFile, 'utf8')).toContain('Parley report');
});

test('with --report, even a killed session has a readable report', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, '<title>Shop</title><button onclick="document.title = 1">Save</button>');
  const results = info.outputPath('results');
  const { child, resultPromise, waitForOutput } = startParley([
    'chat',
    page,
    '--report',
    '--results',
    results,
  ]);
  child.stdin!.write('click Save\n');
  await waitForOutput(/Did: click button “Save”[\s\S]*Navigator:/);
  const folder = join(
    results,
    readdirSync(results).find((name) => !name.startsWith('.'))!,
  );
  const readReport = (): string => readFileSync(join(folder, 'report.html'), 'utf8');
  await expect.poll(readReport).toContain('id="turn-2"');
  child.kill('SIGKILL');
  await resultPromise;
  expect(readReport()).toContain('Click button “Save”');
  expect(readReport()).toContain('data:image/webp;base64,');
  expect(readReport()).not.toContain('id="summary"');
});

test('the report on a data set’s demonstration shows turns, candidates, and the prediction next to the reference', async ({}, info) => {
  const { data, predictions } = writeDataSet(info.outputDir);
  const dir = join(data, 'demonstrations', DEMO);
  const plainResult = await runCommand(['report', dir]);
  expect(plainResult.code, plainResult.stderr).toBe(0);
  expect(plainResult.stderr).toMatch(/no ranked candidates.*--candidates\./);
  expect(plainResult.stderr).toMatch(/screenshots? .*missing or damaged.*Restore/);
  const readReport = (): string => readFileSync(join(dir, 'report.html'), 'utf8');
  expect(readReport()).toContain('Recorded demonstration');
  expect(readReport()).toMatch(
    /Reference<\/td>\s*<td><code dir="auto">click\(uid=&quot;00000005-aaaa-4bbb&quot;\)/,
  );
  expect(readReport()).not.toContain('Prediction');
  const target = '00000005-aaaa-4bbb';
  mkdirSync(join(data, 'candidates'));
  writeFileSync(
    join(data, 'candidates/test_iid.jsonl'),
    [target, '0000000b-aaaa-4bbb']
      .map((uid, index) =>
        JSON.stringify({
          query: 'q',
          doc: 'd',
          uid,
          demo_name: DEMO,
          turn_index: 5,
          elem_dict: { tag: 'a', text: `Link <${index}>` },
          label: 0,
          score: 1 - index / 4,
          rank: index + 1,
        }),
      )
      .join('\n'),
  );
  const fullResult = await runCommand(['report', dir, '--predictions', predictions, '--markdown']);
  expect(fullResult.code).toBe(0);
  expect(fullResult.stderr).not.toContain('candidates');
  expect(readReport()).toMatch(/Candidates<\/summary>[^]*a Link &lt;0&gt;.*\(chosen\)[^]*a Link &lt;1&gt;/);
  const [firstPrediction] = goldenData.eval['results.json'];
  expect(readReport()).toContain(`Prediction</td>`);
  expect(readReport()).toContain(escapeHtml(firstPrediction!.output_predicted));
  expect(readFileSync(join(dir, 'report.md'), 'utf8')).toMatch(/recorded demonstration[^]*Predictions/);
  const indexResult = await runCommand(['report', data]);
  expect(indexResult.code).toBe(0);
  expect(readFileSync(join(data, 'demonstrations/index.html'), 'utf8')).toContain('1 recorded demonstration');
});

test('if a demonstration’s files are inconsistent, the report is still written and lists what it omits', async ({}, info) => {
  const { data } = writeDataSet(info.outputDir);
  const dir = join(data, 'demonstrations', DEMO);
  const file = join(dir, 'replay.json');
  const replay = JSON.parse(readFileSync(file, 'utf8')) as { data: Record<string, unknown>[] };
  replay.data[5] = { type: 'browser', timestamp: 1, state: {}, action: { intent: 'click' } };
  writeFileSync(file, JSON.stringify(replay));
  writeFileSync(
    join(data, 'predictions.jsonl'),
    [3, 900]
      .map((turn) => JSON.stringify({ demo_name: DEMO, turn_index: turn, output_predicted: 'say()' }))
      .join('\n'),
  );
  const { code, stderr } = await runCommand(['report', dir]);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/predictions\.jsonl:2 predicts turn 900, but the demonstration has \d+ turns/);
  const html = readFileSync(join(dir, 'report.html'), 'utf8');
  expect(html).toContain('Turn 5: The turn cannot be shown');
  expect(html).toContain('id="turn-6"');
  recordSession(info.outputPath('session'));
  const unusedFlagResult = await runCommand([
    'report',
    info.outputPath('session'),
    '--candidates',
    'x.jsonl',
  ]);
  expect(unusedFlagResult.stderr).toContain('were not used');
});
