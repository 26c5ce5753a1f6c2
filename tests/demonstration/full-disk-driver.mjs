// Driver of the full-disk test: writes turns to a simulated disk until one does not fit, then ends the session.
// Arguments: the folder and the capacity in bytes. Prints the error and the number of written turns.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { done, element, header, observation, target, uidOf } from './test-data.mjs';

const [, , dir, capacity] = process.argv;
let freeBytes = Number(capacity);

const { writeSync, rmSync, renameSync } = fs;
const sizeOf = (path) => (fs.existsSync(path) ? fs.statSync(path).size : 0);
fs.writeSync = (file, data, from = 0, length = data.length) => {
  const writableLength = Math.min(freeBytes, length);
  if (writableLength <= 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  freeBytes -= writableLength;
  return writeSync(file, data, from, writableLength);
};
fs.rmSync = (path, options) => {
  freeBytes += sizeOf(path);
  rmSync(path, options);
};
fs.renameSync = (from, to) => {
  freeBytes += sizeOf(to);
  renameSync(from, to);
};
// The built output imports these by name.
syncBuiltinESMExports();

const { DemonstrationWriter } = await import('../../dist/demonstration/index.js');
const { createRedactor } = await import('../../dist/secrets/index.js');

const writer = DemonstrationWriter.create(dir, header, createRedactor());
let turns = 0;
let problem = null;
try {
  for (;;) {
    writer.action({
      action: { intent: 'click', uid: uidOf(5) },
      target: target(),
      result: {
        outcome: done({ type: 'dom', mutations: turns }),
        element: element({ innerHTML: 'x'.repeat(500) }),
        mouse: { x: 360, y: 25 },
      },
      observation: observation(turns, 400, 20_000),
    });
    turns += 1;
  }
} catch (error) {
  problem = { kind: error.kind, message: error.message, next: error.next };
}
const totals = { exit: 2, turns, actions: turns, seconds: 1 };
const end = writer.end({ verdict: problem.kind, reason: problem.message, next: problem.next, ...totals });
process.stdout.write(JSON.stringify({ problem, turns, end }));
