// Driver of the kill test: writes turns until it is killed. Arguments: the folder, and optionally when it kills itself:
// `write` or `any` (which file operations count), the number of the operation, and the share of a write that is still
// done. It prints the number of each written turn, so that the test knows which turns must be on disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { done, element, header, observation, settle, target, uidOf } from './made.mjs';

const [, , dir, kind, at, share] = process.argv;
const die = at === undefined ? Infinity : Number(at);
let operations = 0;
let counting = false;

/** Kills the process before a file operation; `last` does the remaining part of it. */
function trap(name, last = () => undefined) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (counting && (kind === 'any' || name === 'writeSync') && (operations += 1) === die) {
      last(real, ...args);
      process.kill(process.pid, 'SIGKILL');
    }
    return real(...args);
  };
}

const say = fs.writeSync;
trap('openSync');
trap('writeSync', (real, file, data, from, length) =>
  real(file, data, from, Math.floor(length * Number(share))),
);
trap('fsyncSync');
trap('closeSync');
trap('renameSync');
// The built output imports these by name, so the named exports must be replaced too.
syncBuiltinESMExports();

const { DemonstrationWriter } = await import('../../dist/demonstration/index.js');
const { createRedactor } = await import('../../dist/secrets/index.js');

const writer = DemonstrationWriter.create(dir, header, createRedactor());
say(1, 'ready\n');
counting = true;

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
  say(1, `${turn}\n`);
}
