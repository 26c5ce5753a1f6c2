/** Why a browser does not start, told of what it said and how it ended: real processes, real Playwright reports. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { ParleyError } from '../../../src/contract/index.js';
import { browserName, launchBrowser, openBrowser } from '../../../src/page/index.js';

async function problemOf(script: string): Promise<ParleyError> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
  const browserPath = join(folder, 'browser');
  writeFileSync(browserPath, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  try {
    const error: unknown = await launchBrowser({ browserPath }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ParleyError);
    return error as ParleyError;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.describe('a browser that does not start', () => {
  test('was killed: the signal is named, and nobody is told to install what is there', async () => {
    const { kind, message, next } = await problemOf('kill -9 $$');
    expect(kind).toBe('infra');
    expect(message).toMatch(/was killed by SIGKILL while it was starting\.$/);
    expect(next).toMatch(/^Start again\. .*memory/);
  });

  test('is a script whose browser was killed: the same', async () => {
    const { message } = await problemOf('sleep 60 & kill -9 $!; wait $!; echo Killed >&2; exit 137');
    expect(message).toMatch(/ended by SIGKILL/);
  });

  test('says why: its own words are told, without the noise of a container', async () => {
    const { message, next } = await problemOf(
      'echo "[1:2:1122/1.2:ERROR:dbus/bus.cc:405] Failed to connect to the bus" >&2; ' +
        'echo "error while loading shared libraries: libnss3.so" >&2; exit 127',
    );
    expect(message).toMatch(/does not start: error while loading shared libraries: libnss3\.so$/);
    expect(next).toContain('install');
  });

  test('ends without a word: its exit code is told', async () => {
    expect((await problemOf('exit 3')).message).toMatch(/ended at once with exit code 3/);
  });
});

test('a browser that goes while its first page is being made keeps nobody waiting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-goes-'));
  const browserPath = join(folder, 'browser');
  const noted = join(folder, 'pid');
  const script = `#!/bin/sh\necho $$ > '${noted}'\nexec '${browserName({})}' "$@"\n`;
  writeFileSync(browserPath, script, { mode: 0o755 });
  const told = new Set<string>();
  // Playwright's own promise of that page never settles when it is cut in the middle; where that is nobody knows.
  for (const ms of [0, 15, 30, 50, 80]) {
    const browser = await openBrowser({ browserPath });
    const pid = Number(readFileSync(noted, 'utf8'));
    const opening = browser.openContext({});
    setTimeout(() => process.kill(pid, 'SIGKILL'), ms);
    await opening.catch((error: unknown) => {
      expect(error).toBeInstanceOf(ParleyError);
      told.add((error as ParleyError).message);
    });
    await browser.close();
  }
  rmSync(folder, { recursive: true });
  expect([...told]).toEqual(['The browser ended before it opened a page.']);
});
