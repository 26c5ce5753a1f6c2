/** The official Python library opens the demonstrations that Parley writes. Skipped if the library is not installed. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '../support/browser.js';
import type { Effect, PageAction, ActionResult, ActionTarget } from '../../src/contract/index.js';
import { DemonstrationWriter } from '../../src/demonstration/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { done, element, field, header, observation, target, uidOf } from './test-data.mjs';

const script = fileURLToPath(new URL('../../scripts/check_weblinx.py', import.meta.url));

function checkDemonstration(dir: string): { status: number | null; output: string } {
  const python = spawnSync(process.env['PARLEY_PYTHON'] ?? 'python3', [script, dir], { encoding: 'utf8' });
  test.skip(
    python.status === 3 || python.error !== undefined,
    `The Python library weblinx is missing. To run this test, install scripts/requirements.txt with pip and set PARLEY_PYTHON to that Python. ${python.stderr}`,
  );
  return { status: python.status, output: `${python.stdout}${python.stderr}` };
}

type AddAction = (action: PageAction, result: ActionResult, target?: ActionTarget | null) => void;

/** Actions for which WebLINX has no intent, with typical effects. */
function addActionsWithoutIntent(addAction: AddAction): void {
  const createButtonResult = (...effects: [Effect, ...Effect[]]): ActionResult => ({
    outcome: done(...effects),
    element: element(),
    mouse: { x: 360, y: 25 },
  });
  const createPageResult = (...effects: [Effect, ...Effect[]]): ActionResult => ({
    outcome: done(...effects),
    element: null,
    mouse: null,
  });
  const dom: Effect = { type: 'dom', mutations: 1 };
  const uid = uidOf(5);
  addAction({ intent: 'doubleClick', uid }, createButtonResult(dom), target());
  addAction({ intent: 'rightClick', uid }, createButtonResult(dom), target());
  addAction({ intent: 'drag', uid, to: { dx: 0, dy: 40 } }, createButtonResult(dom), target());
  addAction({ intent: 'upload', uid, files: ['/home/me/cv.pdf'] }, createButtonResult(dom), target());
  addAction({ intent: 'reveal', uid }, createButtonResult({ type: 'scroll', x: 0, y: 900 }), target());
  addAction(
    { intent: 'scroll', uid, x: 0, y: 50 },
    createButtonResult({ type: 'scroll', x: 0, y: 50, uid }),
    target(),
  );
  addAction(
    { intent: 'copy', uid },
    createButtonResult({ type: 'clipboard', text: 'A-17 “Ålesund”' }),
    target(),
  );
  const pasteResult = { outcome: done(dom), element: field.element, mouse: null };
  addAction({ intent: 'paste', uid: uidOf(4) }, pasteResult, field.target);
  addAction({ intent: 'wait', ms: 500 }, createPageResult(dom));
  addAction(
    { intent: 'dialog', answer: 'accept', text: 'Oslo' },
    createPageResult({ type: 'dialog-answered', answer: 'accepted' }),
  );
  addAction(
    { intent: 'tabcreate', url: 'b.example' },
    createPageResult({ type: 'tab-opened', opened: 9, url: 'https://b.example/' }),
  );
  addAction({ intent: 'tabswitch', tab: 9 }, createPageResult({ type: 'tab-switched', from: 7, to: 9 }));
  addAction({ intent: 'tabremove', tab: 9 }, createPageResult({ type: 'tab-closed', closed: 9, now: 7 }));
}

/** Writes a demonstration with every intent that the writer can produce. */
function writeDemonstration(dir: string): void {
  const redactor = createRedactor();
  redactor.add('FERRY', 'Ferry 1 to Ålesund');
  const writer = DemonstrationWriter.create(dir, header, redactor);
  const dom = done({ type: 'dom', mutations: 1 });
  const buttonResult: ActionResult = { outcome: dom, element: element(), mouse: { x: 360, y: 25 } };
  const fieldResult: ActionResult = { outcome: dom, element: field.element, mouse: null };
  const pageResult: ActionResult = { outcome: dom, element: null, mouse: null };
  let number = 0;
  const addAction: AddAction = (action, result, actionTarget = null) => {
    number += 1;
    writer.action({ action, target: actionTarget, result, observation: observation(number) });
  };
  writer.say('instructor', 'Find “the ferry”\nto Ålesund 🛶, say "please" \\ \ud83d \u0000');
  writer.say('navigator', 'On it.', 'ack');
  addAction({ intent: 'load', url: 'https://ferries.example/søk?q=a b' }, pageResult);
  addAction({ intent: 'hover', uid: uidOf(5) }, buttonResult, target());
  addAction({ intent: 'textInput', uid: uidOf(4), text: ' "Ålesund" ' }, fieldResult, field.target);
  addAction({ intent: 'press', key: 'Enter', uid: uidOf(4) }, fieldResult, field.target);
  addAction({ intent: 'press', key: 'Escape' }, pageResult);
  addAction({ intent: 'change', uid: uidOf(4), value: 'no' }, fieldResult, field.target);
  addAction({ intent: 'scroll', x: 0, y: 1400.5 }, pageResult);
  addAction({ intent: 'reload' }, pageResult);
  const openedTab = done(
    { type: 'tab-opened', opened: 8, url: 'https://b.example/' },
    { type: 'tab-closed', closed: 8, now: 7 },
  );
  addAction({ intent: 'click', uid: uidOf(5) }, { ...buttonResult, outcome: openedTab }, target());
  addActionsWithoutIntent(addAction);
  writer.say('navigator', 'It leaves at 9.', 'report');
  writer.end({ verdict: 'done', reason: 'Found.', exit: 0, turns: 12, actions: 9, seconds: 3 });
}

test('the WebLINX library reads and formats every intent and finds the action’s element', () => {
  const dir = test.info().outputPath('demonstration');
  writeDemonstration(dir);
  const { status, output } = checkDemonstration(dir);
  expect(output).toMatch(/^ok .*demonstration: 25 turns \(3 chat, 22 browser\), 13 pages/m);
  expect(status).toBe(0);
});

test('a demonstration is valid before its first turn and with an incomplete last line', () => {
  const dir = test.info().outputPath('demonstration');
  DemonstrationWriter.create(dir, header, createRedactor());
  appendFileSync(join(dir, 'session.jsonl'), '{"v":1,');
  expect(checkDemonstration(dir)).toMatchObject({ status: 0 });
});

test('the check reports an element that its page does not contain', () => {
  const dir = test.info().outputPath('demonstration');
  writeDemonstration(dir);
  const page = join(dir, 'pages', 'page-4-0.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace(uidOf(4), uidOf(99)));
  const { status, output } = checkDemonstration(dir);
  expect(output).toContain('is not in page-4-0.html');
  expect(status).toBe(1);
});
