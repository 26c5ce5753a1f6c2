/**
 * A session that is killed at any moment loses at most the current turn. Six kills happen inside the six writes of an
 * action's turn, six at any file operation, and eight from another process, after the driver reported a written turn.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { readDemonstration, readSession } from '../../src/demonstration/index.js';
import { html, observation, png } from './made.mjs';

const driver = fileURLToPath(new URL('killed.mjs', import.meta.url));
const built = fileURLToPath(new URL('../../dist/demonstration/index.js', import.meta.url));

/** Small seeded random generator, so that every run kills at the same moments (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs the driver until it ends, or kills it after `after` reported turns. Returns the reported turns. */
async function runUntilKilled(args: string[], after = Infinity): Promise<number> {
  const child = spawn(process.execPath, [driver, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const promised = () => output.split('\n').length - 2;
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    output += text;
    if (promised() >= after) child.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  expect(output).toMatch(/^ready\n/);
  return promised();
}

function expectWholeRecord(dir: string, promised: number): void {
  const { events } = readSession(dir);
  const turns = events.filter((event) => event.type === 'say' || event.type === 'action');
  expect(turns.map((event) => event.turn)).toEqual(turns.map((_event, index) => index));
  expect(turns.length).toBeGreaterThanOrEqual(promised);
  expect(turns.length).toBeLessThanOrEqual(promised + 1);

  // replay.json contains a prefix of the turns with a WebLINX form, including every reported one.
  const demonstration = readDemonstration(dir);
  const formed = turns.filter((event) => event.type === 'say' || event.action.intent === 'click');
  const written = demonstration.turns.map((turn) => (turn.type === 'chat' ? 'say' : turn.action.event_id));
  expect(written).toEqual(
    formed.slice(0, written.length).map((event) => (event.type === 'say' ? 'say' : event.turn)),
  );
  expect(written.length).toBeGreaterThanOrEqual(formed.filter((event) => event.turn < promised).length);

  for (const event of turns) {
    if (event.type === 'action') expectWholeFiles(dir, event.turn, event.page.html, event.page.screenshot);
  }
  for (const turn of demonstration.turns) {
    if (turn.type === 'chat') continue;
    expect(turn.state.page).toBe(`page-${turn.action.event_id}-0.html`);
    expect(turn.state.screenshot).toBe(`screenshot-${turn.action.event_id}-0.png`);
  }
}

const pictureSize = png(200_000).length;

function expectWholeFiles(dir: string, turn: number, page: string | null, screenshot: string | null): void {
  expect(readFileSync(join(dir, page ?? ''), 'utf8') === html(turn, 4000)).toBe(true);
  expect(statSync(join(dir, screenshot ?? '')).size).toBe(pictureSize);
  const boxes: unknown = JSON.parse(readFileSync(join(dir, 'bboxes', `bboxes-${turn}.json`), 'ascii'));
  expect(Object.keys(boxes as object)).toEqual(Object.keys(observation(turn, 4000).weblinx?.boxes ?? {}));
}

test.beforeAll(() => {
  expect(existsSync(built), 'dist/ is built before the tests (npm test does it)').toBe(true);
});

const random = randomFrom(20_260_301);

// The first turn is a `say` with three writes; these are the next six.
const writes = [
  'boxes',
  'page',
  'screenshot',
  'line of session.jsonl',
  'body of replay.json',
  'end of replay.json',
];

writes.forEach((what, index) => {
  const share = random();
  test(`killed ${Math.round(share * 100)} % into the ${what}`, async () => {
    const dir = test.info().outputPath('demonstration');
    const promised = await runUntilKilled([dir, 'write', String(4 + index), String(share)]);
    expect(promised).toBe(1);
    expect(readSession(dir).torn).toBe(what === 'line of session.jsonl');
    expectWholeRecord(dir, promised);
  });
});

for (let round = 0; round < 6; round += 1) {
  const operation = 1 + Math.floor(random() * 150);
  test(`killed at file operation ${operation} (${round})`, async () => {
    const dir = test.info().outputPath('demonstration');
    const promised = await runUntilKilled([dir, 'any', String(operation), String(random())]);
    expectWholeRecord(dir, promised);
  });
}

for (let round = 0; round < 8; round += 1) {
  const after = 1 + Math.floor(random() * 14);
  test(`killed by another process after ${after} turns (${round})`, async () => {
    const dir = test.info().outputPath('demonstration');
    const promised = await runUntilKilled([dir], after);
    expect(promised).toBeGreaterThanOrEqual(after);
    expectWholeRecord(dir, promised);
  });
}
