/** Starts the servers of applications on free ports, and stops them. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const START_TIMEOUT_MS = 30_000;

export interface ServerProcess {
  url: string;
  close(): Promise<void>;
}

export interface ServerCommand {
  folder: string;
  program: string;
  args(port: string): string[];
  /** A path that answers when the server is ready. */
  path: string;
  env?: Record<string, string>;
}

/** @throws if the server does not answer in time */
export async function startServer({
  folder,
  program,
  args,
  path,
  env,
}: ServerCommand): Promise<ServerProcess> {
  const port = String(await findFreePort());
  const child = spawn(program, args(port), {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  const close = (): Promise<void> => stop(child);
  try {
    await waitForServer(url + path);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

/** @throws if the program fails */
export function runProgram(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitForServer(url: string): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end) {
    const response = await fetch(url).catch(() => null);
    if (response && response.status < 500) return;
    await pause(200);
  }
  throw new Error(`${url} does not answer.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
