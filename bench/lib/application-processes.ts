/** Starts and stops application servers on free ports. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const START_TIMEOUT_MS = 30_000;

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

export interface ServerCommand {
  cwd: string;
  program: string;
  createArgs(port: string): string[];
  /** URL path that responds once the server is ready. */
  readyPath: string;
  env?: Record<string, string>;
}

/** @throws if the server does not answer in time */
export async function startServer({
  cwd,
  program,
  createArgs,
  readyPath,
  env,
}: ServerCommand): Promise<RunningServer> {
  const port = String(await findFreePort());
  const child = spawn(program, createArgs(port), {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  const close = (): Promise<void> => stopProcess(child);
  try {
    await waitForServer(url + readyPath);
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
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const response = await fetch(url).catch(() => null);
    if (response && response.status < 500) return;
    await pause(200);
  }
  throw new Error(`${url} does not answer.`);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}
