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

test('the next start removes folders left by killed processes and keeps those of running processes', async () => {
  test.skip(
    hostname() === '',
    'Folder names contain the host name, and this machine has none. Runs once a host name is set.',
  );
  const parent = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const [killedProcess, runningProcess] = await Promise.all([startProcess(), startProcess()]);
  try {
    const makeFolder = (name: string): string => {
      mkdirSync(join(parent, name, 'profile'), { recursive: true });
      return name;
    };
    makeFolder(`${createFolderPrefix(killedProcess.pid)}aaaaaa`);
    // As if the running process reused the id of a process that has ended.
    makeFolder(createFolderPrefix(runningProcess.pid).replace(/-\d+-$/, '-1-bbbbbb'));
    const expectedFolders = [
      makeFolder(`${createFolderPrefix(runningProcess.pid)}cccccc`),
      makeFolder('playwright_chromiumdev_profile-dddddd'),
      makeFolder(`parley-000000-${killedProcess.pid}-1-eeeeee`),
    ];
    killedProcess.kill('SIGKILL');
    await once(killedProcess, 'exit');
    await removeAbandonedFolders(parent);
    const remainingFolders = readdirSync(parent).sort();
    // Without /proc, a process that reuses the id cannot be distinguished from the owner.
    const reusedIdFolders =
      process.platform === 'linux' ? [] : remainingFolders.filter((name) => name.endsWith('bbbbbb'));
    expect(remainingFolders).toEqual([...expectedFolders, ...reusedIdFolders].sort());
  } finally {
    runningProcess.kill('SIGKILL');
    rmSync(parent, { recursive: true, force: true });
  }
});

test('launchBrowser keeps the profile in a folder of this process and removes it when the browser closes', async () => {
  // Folders of earlier tests may disappear at any moment.
  const listEntries = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
  const listProfiles = (): string[] =>
    readdirSync(tmpdir())
      .filter((name) => name.startsWith(createFolderPrefix(process.pid)))
      .flatMap((name) => listEntries(join(tmpdir(), name)).filter((inner) => inner.includes('profile')));
  const initialProfiles = new Set(listProfiles());
  const listAddedProfiles = (): string[] => listProfiles().filter((name) => !initialProfiles.has(name));
  const temporaryFolder = process.env.TMPDIR;
  const browser = await launchBrowser();
  expect(process.env.TMPDIR).toBe(temporaryFolder);
  expect(listAddedProfiles()).toHaveLength(1);
  await browser.close();
  await expect.poll(listAddedProfiles).toEqual([]);
});
