import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '../../support/browser.js';
import { launchBrowser } from '../../../src/page/index.js';
import { createFolderPrefix, removeAbandonedFolders } from '../../../src/page/browser/temporary-folder.js';

async function startProcess(): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => undefined, 1000)']);
  await once(child.stdout, 'data');
  return child as ChildProcess & { pid: number };
}

test('the next start removes the folders of killed processes and keeps those of running processes', async () => {
  test.skip(
    hostname() === '',
    'Folder names contain the host name, and this machine has none. Runs once a host name is set.',
  );
  const parent = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const [killed, running] = await Promise.all([startProcess(), startProcess()]);
  try {
    const makeFolder = (name: string): string => {
      mkdirSync(join(parent, name, 'profile'), { recursive: true });
      return name;
    };
    makeFolder(`${createFolderPrefix(killed.pid)}aaaaaa`);
    // A running process that reuses the id of an ended process.
    makeFolder(createFolderPrefix(running.pid).replace(/-\d+-$/, '-1-bbbbbb'));
    const expectedFolders = [
      makeFolder(`${createFolderPrefix(running.pid)}cccccc`),
      makeFolder('playwright_chromiumdev_profile-dddddd'),
      makeFolder(`parley-000000-${killed.pid}-1-eeeeee`),
    ];
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await removeAbandonedFolders(parent);
    const remaining = readdirSync(parent).sort();
    // Without /proc, a process that reuses the id cannot be distinguished from the owner.
    const reused = process.platform === 'linux' ? [] : remaining.filter((name) => name.endsWith('bbbbbb'));
    expect(remaining).toEqual([...expectedFolders, ...reused].sort());
  } finally {
    running.kill('SIGKILL');
    rmSync(parent, { recursive: true, force: true });
  }
});

test('launchBrowser keeps the profile in a folder of this process and removes it when the browser closes', async () => {
  // Folders of earlier tests may disappear at any moment.
  const profilesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
  const profiles = (): string[] =>
    readdirSync(tmpdir())
      .filter((name) => name.startsWith(createFolderPrefix(process.pid)))
      .flatMap((name) => profilesIn(join(tmpdir(), name)).filter((inner) => inner.includes('profile')));
  const before = new Set(profiles());
  const added = (): string[] => profiles().filter((name) => !before.has(name));
  const temporaryFolder = process.env.TMPDIR;
  const browser = await launchBrowser();
  expect(process.env.TMPDIR).toBe(temporaryFolder);
  expect(added()).toHaveLength(1);
  await browser.close();
  await expect.poll(added).toEqual([]);
});
