// The server for a suite's pages.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestInfo } from '@playwright/test';

import { resolveFile, serveFolder } from '../../src/suites/static-server.js';

function writeFolder(info: TestInfo): string {
  const folder = info.outputPath('html');
  mkdirSync(join(folder, 'core'), { recursive: true });
  writeFileSync(info.outputPath('secret.txt'), 'no');
  writeFileSync(join(folder, 'core/core page.js'), 'var core;');
  symlinkSync(info.outputPath('secret.txt'), join(folder, 'link.txt'));
  return folder;
}

test('serves the folder’s files with their content type', async ({}, info) => {
  const server = await serveFolder(writeFolder(info));
  try {
    const response = await fetch(`${server.url}/core/core%20page.js?record=1`);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe('var core;');
    expect((await fetch(`${server.url}/core/none.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/`)).status).toBe(404);
  } finally {
    await server.close();
  }
});

test('does not serve folders, links that lead out of the folder, or files outside it', ({}, info) => {
  const folder = writeFolder(info);
  for (const path of [
    '/../secret.txt',
    '/core/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/link.txt',
    '/core',
    '/%',
  ])
    expect.soft(resolveFile(folder, path), path).toBeNull();
});
