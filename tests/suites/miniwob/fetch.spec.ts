// `parley bench miniwob --fetch` installs the package with pip, here from a folder with a small wheel. No internet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type TestInfo } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';

import { expect, test } from '../../support/browser.js';
import { runCommand } from '../../support/cli-harness.js';
import { writeMiniwobPages } from '../../support/miniwob-pages.js';

/** Called by the tests, because each process that loads this file would start Python otherwise. */
const hasPip = (): boolean => spawnSync('python3', ['-m', 'pip', '--version']).status === 0;
test.skip(() => !hasPip(), 'Python 3 with pip is not installed: install it to run these tests');

/** A wheel is a zip file with metadata and a list of its files. */
function writeWheel(info: TestInfo): string {
  const htmlFolder = writeMiniwobPages(info.outputPath('source/html'));
  const files: Record<string, Uint8Array> = {
    'miniwob-1.1.0.dist-info/METADATA': strToU8('Metadata-Version: 2.1\nName: miniwob\nVersion: 1.1.0\n'),
    'miniwob-1.1.0.dist-info/WHEEL': strToU8(
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
    'miniwob/registration.py': strToU8('register(id="miniwob/press-part-v1")\n'),
  };
  for (const name of readdirSync(htmlFolder, { recursive: true, encoding: 'utf8' }))
    if (/\.(html|js)$/.test(name)) files[`miniwob/html/${name}`] = readFileSync(join(htmlFolder, name));
  const recordLines = Object.entries(files).map(
    ([name, data]) =>
      `${name},sha256=${createHash('sha256').update(data).digest('base64url')},${data.byteLength}\n`,
  );
  files['miniwob-1.1.0.dist-info/RECORD'] = strToU8(
    `${recordLines.join('')}miniwob-1.1.0.dist-info/RECORD,,\n`,
  );
  const folder = info.outputPath('wheels');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'miniwob-1.1.0-py3-none-any.whl'), zipSync(files));
  return folder;
}

test('--fetch installs the pages into a folder where a run finds them', async ({}, info) => {
  const wheels = writeWheel(info);
  const cwd = info.outputPath();
  const fetchResult = await runCommand(['bench', 'miniwob', '--fetch', '--source', wheels], { cwd });
  expect(fetchResult.code, fetchResult.stderr).toBe(0);
  expect(fetchResult.stdout).toMatch(/^Source: .*\nLicence: MIT.*\nMiniWoB\+\+ 1\.1\.0: .*miniwob-data/);
  // The tasks are those of the installed package.
  const unknownTaskResult = await runCommand(['bench', 'miniwob', '--task', 'press-late'], { cwd });
  expect(unknownTaskResult).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No MiniWoB++ task matches'),
  });
});

test('if pip cannot find the package, the infrastructure error names an alternative', async ({}, info) => {
  mkdirSync(info.outputPath('empty'), { recursive: true });
  const { code, stderr } = await runCommand([
    'bench',
    'miniwob',
    '--fetch',
    info.outputPath('data'),
    '--source',
    info.outputPath('empty'),
  ]);
  expect(code).toBe(5);
  expect(stderr).toMatch(/pip cannot install miniwob==.*\n.*--pages/);
});
