/** Why a browser does not start, told of what it said and how it ended: real processes, real Playwright reports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { Problem } from '../../../src/contract/index.js';
import { launchBrowser } from '../../../src/page/index.js';

async function problemOf(script: string): Promise<Problem> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
  const browserPath = join(folder, 'browser');
  writeFileSync(browserPath, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  try {
    const error: unknown = await launchBrowser({ browserPath }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Problem);
    return error as Problem;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.describe('a browser that does not start', () => {
  test('was killed: the signal is named, and nobody is told to install what is there', async () => {
    const { kind, message, next } = await problemOf('kill -9 $$');
    expect(kind).toBe('infra');
    expect(message).toMatch(/was ended by SIGKILL while it was starting\.$/);
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
