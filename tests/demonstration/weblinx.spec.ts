/** The official Python library opens what the writer wrote. Skipped where the library is not installed. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import type { PageAct, Performed, Target } from '../../src/contract/index.js';
import { DemonstrationWriter } from '../../src/demonstration/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { done, element, field, header, observation, target, uidOf } from './made.mjs';

const script = fileURLToPath(new URL('../../scripts/check_weblinx.py', import.meta.url));

function check(dir: string): { status: number | null; output: string } {
  const run = spawnSync(process.env['PARLEY_PYTHON'] ?? 'python3', [script, dir], { encoding: 'utf8' });
  test.skip(
    run.status === 3 || run.error !== undefined,
    `no weblinx library here (pip install -r scripts/requirements.txt and PARLEY_PYTHON lift this): ${run.stderr}`,
  );
  return { status: run.status, output: `${run.stdout}${run.stderr}` };
}

/** A demonstration with every intent that the writer can produce. */
function write(dir: string): void {
  const redactor = createRedactor();
  redactor.add('FERRY', 'Ferry 1 to Ålesund');
  const writer = DemonstrationWriter.create(dir, header, redactor);
  const dom = done({ type: 'dom', mutations: 1 });
  const onButton: Performed = { outcome: dom, element: element(), mouse: { x: 360, y: 25 } };
  const onField: Performed = { outcome: dom, element: field.element, mouse: null };
  const onPage: Performed = { outcome: dom, element: null, mouse: null };
  let number = 0;
  const act = (page: PageAct, performed: Performed, at: Target | null = null) => {
    number += 1;
    writer.act({ act: page, target: at, performed, observation: observation(number) });
  };
  writer.say('instructor', 'Find “the ferry”\nto Ålesund 🛶, say "please" \\ \ud83d \u0000');
  writer.say('navigator', 'On it.', 'ack');
  act({ intent: 'load', url: 'https://ferries.example/søk?q=a b' }, onPage);
  act({ intent: 'hover', uid: uidOf(5) }, onButton, target());
  act({ intent: 'textInput', uid: uidOf(4), text: ' "Ålesund" ' }, onField, field.target);
  act({ intent: 'press', key: 'Enter', uid: uidOf(4) }, onField, field.target);
  act({ intent: 'press', key: 'Escape' }, onPage);
  act({ intent: 'change', uid: uidOf(4), value: 'no' }, onField, field.target);
  act({ intent: 'scroll', x: 0, y: 1400.5 }, onPage);
  act({ intent: 'reload' }, onPage);
  const opened = done(
    { type: 'tab', opened: 8, url: 'https://b.example/' },
    { type: 'tab-closed', closed: 8, now: 7 },
  );
  act({ intent: 'click', uid: uidOf(5) }, { ...onButton, outcome: opened }, target());
  writer.say('navigator', 'It leaves at 9.', 'report');
  writer.end({ verdict: 'done', reason: 'Found.', exit: 0, turns: 12, acts: 9, seconds: 3 });
}

test('every intent the writer knows is read, formatted and found in its page', () => {
  const dir = test.info().outputPath('demonstration');
  write(dir);
  const { status, output } = check(dir);
  expect(output).toMatch(/^ok .*demonstration: 15 turns \(3 chat, 12 browser\), 8 pages/m);
  expect(status).toBe(0);
});

test('a demonstration is valid before its first turn and with a torn last line', () => {
  const dir = test.info().outputPath('demonstration');
  DemonstrationWriter.create(dir, header, createRedactor());
  appendFileSync(join(dir, 'session.jsonl'), '{"v":1,');
  expect(check(dir)).toMatchObject({ status: 0 });
});

test('the check finds an element that is not in its page', () => {
  const dir = test.info().outputPath('demonstration');
  write(dir);
  const page = join(dir, 'pages', 'page-4-0.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace(uidOf(4), uidOf(99)));
  const { status, output } = check(dir);
  expect(output).toContain('is not in page-4-0.html');
  expect(status).toBe(1);
});
