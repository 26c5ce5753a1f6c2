/** Open-source applications that can be put back to their first state between two runs. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { installPythonPackages } from './python-packages.js';
import {
  findFreePort,
  installPythonApplications,
  makeDjangoProject,
  run,
  stop,
  waitForServer,
} from './applications.js';

export const APPLICATION_NAMES = ['django', 'sqlite-web', 'datasette', 'trac'] as const;
export type ApplicationName = (typeof APPLICATION_NAMES)[number];

export interface ResettableApplication {
  url: string;
  /** Restores the first state and starts the application at the same address again. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

interface Recipe {
  /** Fills an empty folder. */
  make(folder: string): void;
  program: string;
  args(port: string): string[];
  /** A page that answers when the application has started. */
  path: string;
}

const FOLDER = join(process.cwd(), 'bench/applications');

function recipesFor(bin: string, tracBin: string): Record<ApplicationName, Recipe> {
  const python = join(bin, 'python');
  const tracAdmin = (folder: string, ...args: string[]): void =>
    run(folder, join(tracBin, 'trac-admin'), ['env', ...args]);
  return {
    django: {
      make: (folder) => makeDjangoProject(folder, python),
      program: python,
      args: (port) => ['manage.py', 'runserver', port, '--noreload'],
      path: '/admin/login/',
    },
    'sqlite-web': {
      make: (folder) => run(folder, python, [join(FOLDER, 'sqlite/make.py')]),
      program: join(bin, 'sqlite_web'),
      args: (port) => ['-p', port, '-x', 'music.db'],
      path: '/',
    },
    datasette: {
      make: (folder) => run(folder, python, [join(FOLDER, 'datasette/make.py')]),
      program: join(bin, 'datasette'),
      args: (port) => ['serve', 'harbour.db', '-p', port],
      path: '/',
    },
    trac: {
      make: (folder) => {
        tracAdmin(folder, 'initenv', 'Harbour', 'sqlite:db/trac.db');
        tracAdmin(folder, 'permission', 'add', 'anonymous', 'TRAC_ADMIN');
      },
      program: join(tracBin, 'tracd'),
      args: (port) => ['--hostname', '127.0.0.1', '-p', port, '--single-env', 'env'],
      path: '/wiki',
    },
  };
}

/** Trac has an environment of its own, because a package of Datasette has the name of one that Trac uses. */
const installTrac = (): string =>
  join(
    installPythonPackages({
      venv: '.venv-trac',
      requirements: 'requirements-trac.txt',
      failureMessage: 'Trac could not be installed.',
    }),
    'bin',
  );

/**
 * @param work an empty folder for the data
 * @throws if the application cannot be installed or does not start
 */
export async function startApplication(name: ApplicationName, work: string): Promise<ResettableApplication> {
  const bin = installPythonApplications();
  const { make, program, args, path } = recipesFor(bin, name === 'trac' ? installTrac() : bin)[name];
  const [first, current] = [join(work, 'first'), join(work, 'current')];
  mkdirSync(first, { recursive: true });
  make(first);
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  let running: ChildProcess | null = null;
  const close = async (): Promise<void> => {
    if (running) await stop(running);
    running = null;
  };
  const reset = async (): Promise<void> => {
    await close();
    rmSync(current, { recursive: true, force: true });
    cpSync(first, current, { recursive: true });
    running = spawn(program, args(port), { cwd: current, stdio: 'ignore' });
    await waitForServer(url + path);
  };
  await reset();
  return { url, reset, close };
}
