/** Why a browser did not start, out of Playwright's report of it: what the program itself said, and how it ended. */
import { stripVTControlCharacters } from 'node:util';

import { ParleyError } from '../../contract/index.js';
import { INSTALL_A_BROWSER } from './find-browser.js';

/** What every Chromium in a container complains of and lives well with. */
const HARMLESS = /\bdbus\/|\bfailed to connect to the bus\b|unexpected operator/i;
/** Playwright's diary of the process, not the program's words. */
const DIARY = /^<|temporary directories|exception while trying to kill|^Call log|^Browser logs/;

/** @param error what `launch` threw */
export function startProblem(error: unknown, path: string, headed: boolean): ParleyError {
  const report = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  if (/\b(?:ENOSPC|ENOENT|EACCES|EROFS|EDQUOT)\b.*\bmk(?:dtemp|dir)\b/.test(report))
    return new ParleyError(
      'infra',
      `The browser finds no room for its temporary files: ${firstUsefulLine(report)}`,
      'Set TMPDIR to a folder on a disk with free space that you may write to.',
      { cause: error },
    );
  const signal = /process did exit: exitCode=\w+, signal=(SIG\w+)/.exec(report)?.[1] ?? shellsWord(report);
  if (signal)
    return new ParleyError(
      'infra',
      `The browser at ${path} was ended by ${signal} while it was starting.`,
      signal === 'SIGKILL'
        ? 'Start again. If it happens each time, the machine or container may be short of memory, or something ends its processes.'
        : 'Start again. If it happens each time, install another build with `npx playwright install chromium`, or name one with --browser-path.',
      { cause: error },
    );
  const display = headed && /DISPLAY|XServer|ozone|headed/i.test(report);
  return new ParleyError(
    'infra',
    `The browser at ${path} does not start: ${firstUsefulLine(report) || exitCodeOf(report)}`,
    display ? 'There is no screen to show it on; leave out --headed.' : INSTALL_A_BROWSER,
    { cause: error },
  );
}

/** A script around the browser is what was started, and its shell says what became of it. */
function shellsWord(report: string): string | undefined {
  return /\[err\] (?:\S+: .*)?Killed$/m.test(report) ? 'SIGKILL' : undefined;
}

function exitCodeOf(report: string): string {
  const code = /process did exit: exitCode=(\d+)/.exec(report)?.[1];
  return code === undefined
    ? 'it gave no reason.'
    : `it ended at once with exit code ${code} and gave no reason.`;
}

/** The one line that says why, without process numbers. */
function firstUsefulLine(report: string): string {
  const lines = report
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^- /, '')
        .replace(/^\[pid=\d+\](?:\[\w+\])?\s*/, '')
        .replace(/^\[[\d:/.]+:(\w+):\S+\]\s*/, ''),
    )
    .filter((line) => line && !DIARY.test(line));
  const own = lines.filter((line) => !HARMLESS.test(line) && !/has been closed$/.test(line));
  return (own.find((line) => /error|fail|cannot|missing/i.test(line)) ?? own[0] ?? '').slice(0, 200);
}
