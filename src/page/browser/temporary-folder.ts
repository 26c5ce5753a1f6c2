/**
 * The temporary folder for this process's browsers. Playwright creates its profile and download folders there and
 * removes them when the browser closes, but not if the process is killed. The folder is therefore named after the
 * process id, and a later start removes the folders of dead processes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Matches `parley-<host>-<process id>-<start of the process>-<random>`. */
const FOLDER_NAME = /^parley-([0-9a-f]{6})-(\d+)-(\d+)-\w+$/;
const TEMP_VARIABLES = process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR'];

/** Identifies the host. Process ids are unique only within a host, and containers may share a temporary folder. */
const hostId = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

/** Reads a process's start time from `/proc`, in clock ticks after boot. Returns 0 on systems without `/proc`. */
function readProcessStart(pid: number): string {
  try {
    // The process name in brackets may contain spaces. The start time is the 20th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return fields[19] ?? '0';
  } catch {
    return '0';
  }
}

/** Creates the prefix of a process's folder names. */
export function createFolderPrefix(pid: number): string {
  return `parley-${hostId}-${pid}-${readProcessStart(pid)}-`;
}

function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const currentStart = readProcessStart(pid);
  // A different start time means that a new process has the same id.
  return start === '0' || currentStart === '0' || currentStart === start;
}

/** Removes the folders of processes that have ended. Ignores errors, because the next start tries again. */
export async function removeAbandonedFolders(parent = tmpdir()): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const abandonedNames = names.filter((name) => {
    const [, host, pid, start] = FOLDER_NAME.exec(name) ?? [];
    return host === hostId && pid !== undefined && start !== undefined && !isRunning(Number(pid), start);
  });
  await Promise.all(
    abandonedNames.map((name) =>
      rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined),
    ),
  );
}

let folderPromise: Promise<string> | null = null;
let browserCount = 0;
let redirectionCount = 0;
let originalValues: (string | undefined)[] = [];
let hasCleaned = false;

function redirectVariables(path: string): void {
  if (redirectionCount++ > 0) return;
  originalValues = TEMP_VARIABLES.map((name) => process.env[name]);
  for (const name of TEMP_VARIABLES) process.env[name] = path;
}

function restoreVariables(): void {
  if (--redirectionCount > 0) return;
  TEMP_VARIABLES.forEach((name, i) => {
    const originalValue = originalValues[i];
    if (originalValue === undefined) delete process.env[name];
    else process.env[name] = originalValue;
  });
}

async function createFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), createFolderPrefix(process.pid)));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** One browser's use of the temporary folder. */
export interface TemporaryFolder {
  /** The environment for the browser process, in which the variables still name the system's temporary folder. */
  env: NodeJS.ProcessEnv;
  /** Call once the browser has started or failed to start. */
  stopRedirecting(): void;
  /** Call once after the browser has ended. The last browser to end removes the folder. */
  release(): void;
}

/**
 * Redirects Playwright's temporary folders to this process's folder until `stopRedirecting` is called.
 *
 * @throws the file system's error if the folder cannot be created
 */
export async function useTemporaryFolder(): Promise<TemporaryFolder> {
  if (!hasCleaned) {
    hasCleaned = true;
    // Not awaited, because starting the browser does not depend on it.
    void removeAbandonedFolders();
  }
  const env = { ...process.env };
  if (redirectionCount > 0)
    TEMP_VARIABLES.forEach((name, i) => {
      env[name] = originalValues[i];
    });
  browserCount++;
  folderPromise ??= createFolder();
  let path: string;
  try {
    path = await folderPromise;
  } catch (error) {
    folderPromise = null;
    browserCount--;
    throw error;
  }
  redirectVariables(path);
  let isReleased = false;
  return {
    env,
    stopRedirecting: restoreVariables,
    release() {
      if (isReleased) return;
      isReleased = true;
      if (--browserCount > 0) return;
      folderPromise = null;
      // Retries, because a browser that is still shutting down may write to the folder.
      void rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    },
  };
}
