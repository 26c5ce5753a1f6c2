import { readFileSync, writeFileSync } from 'node:fs';

import { chromium } from 'playwright';

import { expect, test } from '../../support/browser.js';
import { DISABLED_FEATURES } from '../../../src/page/browser/switches.js';

test('DISABLED_FEATURES includes every feature that Playwright disables', async ({}, testInfo) => {
  test.skip(
    process.platform === 'win32',
    'The fake browser is a shell script, which Windows cannot run. Runs on Linux and macOS.',
  );
  const argumentsFile = testInfo.outputPath('arguments');
  const browser = testInfo.outputPath('browser');
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${argumentsFile}'\n`, { mode: 0o755 });
  // The script only records its arguments.
  await expect(chromium.launch({ executablePath: browser })).rejects.toThrow();
  const launchArguments = readFileSync(argumentsFile, 'utf8').split('\n');
  const disabledFeatures = launchArguments
    .find((arg) => arg.startsWith('--disable-features='))!
    .split('=')[1]!
    .split(',');
  expect(disabledFeatures.length).toBeGreaterThan(5);
  expect(DISABLED_FEATURES.split('=')[1]!.split(',')).toEqual(expect.arrayContaining(disabledFeatures));
});
