/** Error messages for browsers that do not start. The tests use real processes and real Playwright errors. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '../../support/browser.js';
import { ParleyError } from '../../../src/contract/index.js';
import { describeBrowser, launchBrowser, openBrowser } from '../../../src/page/index.js';
import { FULL_BROWSER } from '../../support/browser.js';

async function readStartError(script: string): Promise<ParleyError> {
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

test.describe('if a browser does not start, the error', () => {
  test('names the signal that killed it, and does not suggest installing a browser', async () => {
    const { kind, message, next } = await readStartError('kill -9 $$');
    expect(kind).toBe('infra');
    expect(message).toMatch(/was killed by SIGKILL while it was starting\.$/);
    expect(next).toMatch(/^Try again\. .*memory/);
  });

  test('names the signal even if a script started the browser', async () => {
    const { message } = await readStartError('sleep 60 & kill -9 $!; wait $!; echo Killed >&2; exit 137');
    expect(message).toMatch(/was killed by SIGKILL/);
  });

  test('contains the reason that the browser printed, but no unrelated warnings', async () => {
    const { message, next } = await readStartError(
      'echo "[1:2:1122/1.2:ERROR:dbus/bus.cc:405] Failed to connect to the bus" >&2; ' +
        'echo "error while loading shared libraries: libnss3.so" >&2; exit 127',
    );
    expect(message).toMatch(/does not start: error while loading shared libraries: libnss3\.so$/);
    expect(next).toContain('install');
  });

  test('contains the exit code if the browser printed nothing', async () => {
    expect((await readStartError('exit 3')).message).toMatch(/exited immediately with code 3/);
  });
});

test('if a browser is killed while its first page opens, this is reported at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-killed-'));
  const browserPath = join(folder, 'browser');
  const pidFile = join(folder, 'pid');
  const script = `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${describeBrowser({ browserPath: FULL_BROWSER })}' "$@"\n`;
  writeFileSync(browserPath, script, { mode: 0o755 });
  const messages = new Set<string>();
  // Depending on when the browser ends, Playwright's page promise may never settle, so this tries several delays.
  for (const ms of [0, 15, 30, 50, 80]) {
    const browser = await openBrowser({ browserPath });
    const pid = Number(readFileSync(pidFile, 'utf8'));
    const openAttempt = browser.openContext({});
    setTimeout(() => process.kill(pid, 'SIGKILL'), ms);
    await openAttempt.catch((error: unknown) => {
      expect(error).toBeInstanceOf(ParleyError);
      messages.add((error as ParleyError).message);
    });
    await browser.close();
  }
  rmSync(folder, { recursive: true });
  expect([...messages]).toEqual(['The browser exited before it opened a page.']);
});
