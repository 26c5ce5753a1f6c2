/** Explains why a browser does not start, from real processes and real Playwright errors. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { ParleyError } from '../../../src/contract/index.js';
import { browserName, launchBrowser, openBrowser } from '../../../src/page/index.js';
import { FULL_BROWSER } from '../../support/browser.js';

async function startErrorOf(script: string): Promise<ParleyError> {
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
  test('was killed: the error names the signal and does not suggest an installation', async () => {
    const { kind, message, next } = await startErrorOf('kill -9 $$');
    expect(kind).toBe('infra');
    expect(message).toMatch(/was killed by SIGKILL while it was starting\.$/);
    expect(next).toMatch(/^Start again\. .*memory/);
  });

  test('is a script whose browser was killed: the error names the signal', async () => {
    const { message } = await startErrorOf('sleep 60 & kill -9 $!; wait $!; echo Killed >&2; exit 137');
    expect(message).toMatch(/was killed by SIGKILL/);
  });

  test('reports the reason: the error contains it, without unrelated warnings', async () => {
    const { message, next } = await startErrorOf(
      'echo "[1:2:1122/1.2:ERROR:dbus/bus.cc:405] Failed to connect to the bus" >&2; ' +
        'echo "error while loading shared libraries: libnss3.so" >&2; exit 127',
    );
    expect(message).toMatch(/does not start: error while loading shared libraries: libnss3\.so$/);
    expect(next).toContain('install');
  });

  test('ends silently: the error contains the exit code', async () => {
    expect((await startErrorOf('exit 3')).message).toMatch(/ended at once with exit code 3/);
  });
});

test('a browser that ends while its first page opens is reported at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-goes-'));
  const browserPath = join(folder, 'browser');
  const pidFile = join(folder, 'pid');
  const script = `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${browserName({ browserPath: FULL_BROWSER })}' "$@"\n`;
  writeFileSync(browserPath, script, { mode: 0o755 });
  const messages = new Set<string>();
  // Playwright's promise of the page may never settle if the browser ends at an unlucky moment, so try several.
  for (const ms of [0, 15, 30, 50, 80]) {
    const browser = await openBrowser({ browserPath });
    const pid = Number(readFileSync(pidFile, 'utf8'));
    const opening = browser.openContext({});
    setTimeout(() => process.kill(pid, 'SIGKILL'), ms);
    await opening.catch((error: unknown) => {
      expect(error).toBeInstanceOf(ParleyError);
      messages.add((error as ParleyError).message);
    });
    await browser.close();
  }
  rmSync(folder, { recursive: true });
  expect([...messages]).toEqual(['The browser ended before it opened a page.']);
});
