/**
 * A session that is killed at any moment loses at most the current turn. Six tests kill it in the middle of one of the
 * six writes of an action's turn. Six kill it at a random file operation. In eight, another process kills it after a
 * number of written turns.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '../support/browser.js';
import { readDemonstration, readSession } from '../../src/demonstration/index.js';
import { html, observation, png } from './test-data.mjs';

const driver = fileURLToPath(new URL('kill-driver.mjs', import.meta.url));
const builtFile = fileURLToPath(new URL('../../dist/demonstration/index.js', import.meta.url));

/** Creates a seeded random generator (mulberry32), so that every run kills at the same moments. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Runs the driver until it kills itself, or kills it after `maxTurns` reported turns.
 * @returns the number of reported turns
 */
async function runUntilKilled(args: string[], maxTurns = Infinity): Promise<number> {
  const child = spawn(process.execPath, [driver, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const countReportedTurns = () => output.split('\n').length - 2;
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    output += text;
    if (countReportedTurns() >= maxTurns) child.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) =>
    child.once('close', (_code, signalName) => resolve(signalName)),
  );
  expect(signal).toBe('SIGKILL');
  expect(output).toMatch(/^ready\n/);
  return countReportedTurns();
}

function expectCompleteRecord(dir: string, reportedTurns: number): void {
  const { events } = readSession(dir);
  const turns = events.filter((event) => event.type === 'say' || event.type === 'action');
  expect(turns.map((event) => event.turn)).toEqual(turns.map((_event, index) => index));
  expect(turns.length).toBeGreaterThanOrEqual(reportedTurns);
  expect(turns.length).toBeLessThanOrEqual(reportedTurns + 1);

  // replay.json contains a prefix of the turns with a WebLINX form, including every reported one.
  const demonstration = readDemonstration(dir);
  const turnsWithForm = turns.filter((event) => event.type === 'say' || event.action.intent === 'click');
  const writtenTurns = demonstration.turns.map((turn) =>
    turn.type === 'chat' ? 'say' : turn.action.event_id,
  );
  expect(writtenTurns).toEqual(
    turnsWithForm.slice(0, writtenTurns.length).map((event) => (event.type === 'say' ? 'say' : event.turn)),
  );
  expect(writtenTurns.length).toBeGreaterThanOrEqual(
    turnsWithForm.filter((event) => event.turn < reportedTurns).length,
  );

  for (const event of turns) {
    if (event.type === 'action') expectCompleteFiles(dir, event.turn, event.page.html, event.page.screenshot);
  }
  for (const turn of demonstration.turns) {
    if (turn.type === 'chat') continue;
    expect(turn.state.page).toBe(`page-${turn.action.event_id}-0.html`);
    expect(turn.state.screenshot).toBe(`screenshot-${turn.action.event_id}-0.png`);
  }
}

const screenshotSize = png(200_000).length;

function expectCompleteFiles(
  dir: string,
  turn: number,
  page: string | null,
  screenshot: string | null,
): void {
  expect(readFileSync(join(dir, page ?? ''), 'utf8') === html(turn, 4000)).toBe(true);
  expect(statSync(join(dir, screenshot ?? '')).size).toBe(screenshotSize);
  const boxes: unknown = JSON.parse(readFileSync(join(dir, 'bboxes', `bboxes-${turn}.json`), 'ascii'));
  expect(Object.keys(boxes as object)).toEqual(Object.keys(observation(turn, 4000).weblinx?.boxes ?? {}));
}

test.beforeAll(() => {
  expect(existsSync(builtFile), 'dist/ is built; npm test builds it before the tests').toBe(true);
});

const random = createRandom(20_260_301);

// The first turn is an utterance and makes three writes. These are the next six writes.
const writes = [
  'boxes',
  'page',
  'screenshot',
  'line of session.jsonl',
  'body of replay.json',
  'end of replay.json',
];

writes.forEach((writtenPart, index) => {
  const share = random();
  test(`killed after ${Math.round(share * 100)} % of the ${writtenPart} was written`, async () => {
    const dir = test.info().outputPath('demonstration');
    const reportedTurns = await runUntilKilled([dir, 'write', String(4 + index), String(share)]);
    expect(reportedTurns).toBe(1);
    expect(readSession(dir).hasIncompleteLine).toBe(writtenPart === 'line of session.jsonl');
    expectCompleteRecord(dir, reportedTurns);
  });
});

for (let round = 0; round < 6; round += 1) {
  const operation = 1 + Math.floor(random() * 150);
  test(`killed at file operation ${operation} (${round})`, async () => {
    const dir = test.info().outputPath('demonstration');
    const reportedTurns = await runUntilKilled([dir, 'any', String(operation), String(random())]);
    expectCompleteRecord(dir, reportedTurns);
  });
}

for (let round = 0; round < 8; round += 1) {
  const turnCount = 1 + Math.floor(random() * 14);
  test(`killed by another process after ${turnCount} turns (${round})`, async () => {
    const dir = test.info().outputPath('demonstration');
    const reportedTurns = await runUntilKilled([dir], turnCount);
    expect(reportedTurns).toBeGreaterThanOrEqual(turnCount);
    expectCompleteRecord(dir, reportedTurns);
  });
}
