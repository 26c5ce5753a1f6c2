#!/usr/bin/env node
/**
 * `cli/` is the command line, with one file per command in `commands/`. A command loads only the modules that it needs,
 * because loading all modules would take longer than many commands take to run.
 */
import { hideBin } from 'yargs/helpers';

import { getExitCode } from '../policy/index.js';
import { runCommandLine } from './command-line.js';

// The program that reads the output may close the pipe (`| head`). The session still runs to its end and is recorded.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') reportLostOutput(stream, error);
  });

let isOutputLost = false;
/** Reports only once that output cannot be written, and sets the exit code. */
function reportLostOutput(stream: NodeJS.WriteStream, { code, message }: NodeJS.ErrnoException): void {
  if (isOutputLost) return;
  isOutputLost = true;
  const reason = code === 'ENOSPC' ? 'the disk is full' : (code ?? message);
  if (stream !== process.stderr)
    process.stderr.write(
      `The output cannot be written: ${reason}.\nFree some space, or redirect the output to another place.\n`,
    );
  process.once('exit', () => {
    process.exitCode ||= getExitCode('usage');
  });
}

await runCommandLine(hideBin(process.argv));
