import { readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';
import { chromium } from 'playwright';

import { DISABLED_FEATURES } from '../../../src/page/browser/switches.js';

test('whatever Playwright switches off stays off', async ({}, testInfo) => {
  test.skip(process.platform === 'win32', 'the stand-in for a browser is a shell script');
  const seen = testInfo.outputPath('arguments');
  const browser = testInfo.outputPath('browser');
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}'\n`, { mode: 0o755 });
  // Not a browser: it writes down what it was called with and ends.
  await expect(chromium.launch({ executablePath: browser })).rejects.toThrow();
  const passed = readFileSync(seen, 'utf8').split('\n');
  const theirs = passed
    .find((arg) => arg.startsWith('--disable-features='))!
    .split('=')[1]!
    .split(',');
  expect(theirs.length).toBeGreaterThan(5);
  expect(DISABLED_FEATURES.split('=')[1]!.split(',')).toEqual(expect.arrayContaining(theirs));
});
