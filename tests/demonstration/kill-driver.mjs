// Driver of the kill test: writes turns until it is killed. The first argument is the folder. With three more arguments
// it kills itself: `write` or `any` (which file operations to count), the number of the operation at which it dies, and,
// if that is a write, the share of the bytes that are still written. It prints the number of each written turn, so that
// the test knows which turns must be on disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { done, element, header, observation, settle, target, uidOf } from './test-data.mjs';

const [, , dir, operationKind, fatalOperationArgument, share] = process.argv;
const fatalOperation = fatalOperationArgument === undefined ? Infinity : Number(fatalOperationArgument);
let operationCount = 0;
let isCounting = false;

/** Kills the process at the fatal operation. `doPartOf` does a part of the operation before the kill. */
function intercept(name, doPartOf = () => undefined) {
  const original = fs[name];
  fs[name] = (...args) => {
    const isCounted = isCounting && (operationKind === 'any' || name === 'writeSync');
    if (isCounted && (operationCount += 1) === fatalOperation) {
      doPartOf(original, ...args);
      process.kill(process.pid, 'SIGKILL');
    }
    return original(...args);
  };
}

const originalWriteSync = fs.writeSync;
intercept('openSync');
intercept('writeSync', (original, file, data, from, length) =>
  original(file, data, from, Math.floor(length * Number(share))),
);
intercept('fsyncSync');
intercept('closeSync');
intercept('renameSync');
// The built output imports these by name, so the named exports must be replaced too.
syncBuiltinESMExports();

const { DemonstrationWriter } = await import('../../dist/demonstration/index.js');
const { createRedactor } = await import('../../dist/secrets/index.js');

const writer = DemonstrationWriter.create(dir, header, createRedactor());
originalWriteSync(1, 'ready\n');
isCounting = true;

for (let turn = 0; ; turn += 1) {
  if (turn % 5 === 0) writer.say('instructor', `Line ${turn}: find the ferry 🛶 ${'long '.repeat(200)}`);
  else {
    writer.action({
      // Every fourth action has no WebLINX form and stays out of replay.json.
      action: turn % 4 === 3 ? { intent: 'press', key: 'Escape' } : { intent: 'click', uid: uidOf(5) },
      target: turn % 4 === 3 ? null : target(),
      result: {
        outcome: done({ type: 'dom', mutations: turn }),
        element: turn % 4 === 3 ? null : element({ innerHTML: 'x'.repeat(5000) }),
        mouse: { x: 360, y: 25 },
      },
      observation: observation(turn, 4000, 200_000),
    });
  }
  if (turn === 7)
    writer.event({
      type: 'page',
      url: 'https://ferries.example/',
      title: 'Ferries',
      reason: 'start',
      settle,
    });
  originalWriteSync(1, `${turn}\n`);
}
