#!/usr/bin/env node
/**
 * `cli/` is the command line: one file per command in `commands/`, and the few places where rooms are put
 * together. It holds no rules of its own; heavy rooms are loaded only by the command that needs them.
 */
import { hideBin } from 'yargs/helpers';

import { exitCode } from '../policy/index.js';
import { runCommandLine } from './command-line.js';

// Whoever reads the output may go away (`| head`); the session still goes on to its end and its record.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') outputIsLost(stream, error);
  });

let lost = false;
/** The disk that the output goes to is full, say: that is told once, and by the exit code. */
function outputIsLost(stream: NodeJS.WriteStream, { code, message }: NodeJS.ErrnoException): void {
  if (lost) return;
  lost = true;
  const why = code === 'ENOSPC' ? 'there is no space left on the disk' : (code ?? message);
  if (stream !== process.stderr)
    process.stderr.write(`The output cannot be written: ${why}.\nFree some space, or send it elsewhere.\n`);
  process.once('exit', () => {
    process.exitCode ||= exitCode('usage');
  });
}

await runCommandLine(hideBin(process.argv));
