/** Explains why a browser did not start, from its output and exit code, which Playwright's error message contains. */
import { stripVTControlCharacters } from 'node:util';

import { ParleyError } from '../../contract/index.js';
import { INSTALL_BROWSER_HINT } from './find-browser.js';

/** Harmless Chromium warnings in containers. */
const HARMLESS_WARNING = /\bdbus\/|\bfailed to connect to the bus\b|unexpected operator/i;
/** Playwright's own log lines, which are not the program's output. */
const PLAYWRIGHT_LOG = /^<|temporary directories|exception while trying to kill|^Call log|^Browser logs/;

/** @param error the error that `launch` threw */
export function toBrowserStartError(error: unknown, path: string, headed: boolean): ParleyError {
  const report = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  if (/\b(?:ENOSPC|ENOENT|EACCES|EROFS|EDQUOT)\b.*\bmk(?:dtemp|dir)\b/.test(report))
    return new ParleyError(
      'infra',
      `The browser cannot create its temporary files: ${findFirstUsefulLine(report)}`,
      'Set TMPDIR to a folder that you can write to, on a disk with free space.',
      { cause: error },
    );
  const signal =
    /process did exit: exitCode=\w+, signal=(SIG\w+)/.exec(report)?.[1] ?? findSignalFromShell(report);
  if (signal)
    return new ParleyError(
      'infra',
      `The browser at ${path} was killed by ${signal} while it was starting.`,
      signal === 'SIGKILL'
        ? 'Try again. If it happens every time, the machine or container may be short of memory, or something kills its processes.'
        : 'Try again. If it happens every time, install another build with `npx playwright install chromium`, or give its path with --browser-path.',
      { cause: error },
    );
  const lacksDisplay = headed && /DISPLAY|XServer|ozone|headed/i.test(report);
  return new ParleyError(
    'infra',
    `The browser at ${path} does not start: ${findFirstUsefulLine(report) || describeExitCode(report)}`,
    lacksDisplay ? 'This machine has no display. Remove --headed.' : INSTALL_BROWSER_HINT,
    { cause: error },
  );
}

/** Finds the signal that killed the browser, if a shell script started the browser and reported the signal. */
function findSignalFromShell(report: string): string | undefined {
  return /\[err\] (?:\S+: .*)?Killed$/m.test(report) ? 'SIGKILL' : undefined;
}

function describeExitCode(report: string): string {
  const code = /process did exit: exitCode=(\d+)/.exec(report)?.[1];
  return code === undefined
    ? 'it reported no reason.'
    : `it exited immediately with code ${code} and reported no reason.`;
}

/** Finds the line that contains the reason, and removes process ids from it. */
function findFirstUsefulLine(report: string): string {
  const lines = report
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^- /, '')
        .replace(/^\[pid=\d+\](?:\[\w+\])?\s*/, '')
        .replace(/^\[[\d:/.]+:(\w+):\S+\]\s*/, ''),
    )
    .filter((line) => line && !PLAYWRIGHT_LOG.test(line));
  const programLines = lines.filter((line) => !HARMLESS_WARNING.test(line) && !/has been closed$/.test(line));
  return (
    programLines.find((line) => /error|fail|cannot|missing/i.test(line)) ??
    programLines[0] ??
    ''
  ).slice(0, 200);
}
