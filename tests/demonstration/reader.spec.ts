import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { ParleyError } from '../../src/contract/index.js';
import { DemonstrationWriter, readDemonstration, readSession } from '../../src/demonstration/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { header } from './test-data.mjs';

let dir: string;

test.beforeEach(() => {
  dir = test.info().outputPath('demonstration');
  const writer = DemonstrationWriter.create(dir, header, createRedactor(), () => header.startedAt);
  writer.say('instructor', 'Hello');
  writer.say('navigator', 'Hello', 'ack');
});

function catchParleyError(read: () => unknown): ParleyError {
  try {
    read();
  } catch (error) {
    if (error instanceof ParleyError) return error;
    throw error;
  }
  throw new Error('No error was thrown.');
}

/** Changes a line (1-based) of session.jsonl. */
function editLine(line: number, change: (text: string) => string): void {
  const path = join(dir, 'session.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[line - 1] = change(lines[line - 1] ?? '');
  writeFileSync(path, lines.join('\n'));
}

test('an incomplete last line is reported and not read', () => {
  expect(readSession(dir)).toMatchObject({ hasIncompleteLine: false, events: { length: 3 } });
  appendFileSync(join(dir, 'session.jsonl'), '{"v":2,"seq":3,"t":0,"type":"no');
  expect(readSession(dir)).toMatchObject({ hasIncompleteLine: true, events: { length: 3 } });
});

const faults: [fault: string, change: (line: string) => string, message: RegExp][] = [
  ['a line that is not JSON', () => '{', /session\.jsonl:2 is not an event: it is not JSON/],
  ['an empty line', () => '', /it is not JSON/],
  ['a line that is not an object', () => '[]', /it is not an object/],
  ['a line without a version', (line) => line.replace('"v":2,', ''), /no format version/],
  ['an older version', (line) => line.replace('"v":2', '"v":1'), /format version 1; .* reads version 2/],
  ['a later version', (line) => line.replace('"v":2', '"v":3'), /format version 3; .* reads version 2/],
  ['a gap in the numbering', (line) => line.replace('"seq":1', '"seq":2'), /its “seq” should be 1/],
  ['an unknown type', (line) => line.replace('"say"', '"constructor"'), /its type "constructor" is unknown/],
  ['a missing field', (line) => line.replace('"text"', '"txet"'), /“text” is missing or not a string/],
];

for (const [fault, change, message] of faults) {
  test(`reports ${fault} in the middle of the file`, () => {
    editLine(2, change);
    const error = catchParleyError(() => readSession(dir));
    expect(error.kind).toBe('usage');
    expect(error.message).toMatch(message);
  });
}

test('a path that is not a folder and a missing form.json cause errors that name them', () => {
  const error = catchParleyError(() => readSession(join(dir, 'nowhere')));
  expect(error.message).toContain('nowhere” is not a folder');
  expect(error.next).toContain('session.jsonl');
  expect(catchParleyError(() => readSession(join(dir, 'form.json'))).message).toContain(
    'form.json” is not a folder',
  );
  rmSync(join(dir, 'form.json'));
  expect(catchParleyError(() => readDemonstration(dir)).message).toContain('has no form.json');
});

test('an invalid replay.json causes an error', () => {
  const replay = join(dir, 'replay.json');
  writeFileSync(replay, '{"data": [');
  expect(catchParleyError(() => readDemonstration(dir)).message).toMatch(/replay\.json is not JSON/);
  writeFileSync(replay, '{}');
  expect(catchParleyError(() => readDemonstration(dir)).message).toMatch(/no list of turns named “data”/);
  writeFileSync(replay, '{"data": [{"type": "chat", "timestamp": 0, "speaker": "navigator"}]}');
  expect(catchParleyError(() => readDemonstration(dir)).message).toMatch(/Turn 0 in .* is neither/);
});
