/**
 * Creates projects outside the repository. Each has its own package.json and runs the real runner in its own process.
 * Parley is installed as a copy and not as a link, so that Node loads it like a published package.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { test as base } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ProcessResult {
  code: number | null;
  /** Standard output and standard error in the order of their arrival. */
  text: string;
}

export interface StartedProcess {
  child: ChildProcess;
  finished: Promise<ProcessResult>;
}

export interface Project {
  folder: string;
  path(...parts: string[]): string;
  write(files: Record<string, string>): void;
  read(...parts: string[]): string;
  json(...parts: string[]): unknown;
  /** Runs `npx playwright …`. */
  playwright(args: string[], env?: NodeJS.ProcessEnv): Promise<ProcessResult>;
  /** Starts `npx parley …`. */
  parley(args: string[], env?: NodeJS.ProcessEnv): StartedProcess;
}

/** Unsets the variables of the surrounding test run. */
const UNSET_VARIABLES = Object.fromEntries(
  [
    'PARLEY_TEST',
    'TEST_WORKER_INDEX',
    'TEST_PARALLEL_INDEX',
    'FORCE_COLOR',
    'CI',
    'PARLEY_MODEL',
    'PARLEY_RANKER',
  ].map((name) => [name, undefined]),
);

function startProcess(cwd: string, args: string[], env: NodeJS.ProcessEnv = {}): StartedProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env: {
      ...process.env,
      ...UNSET_VARIABLES,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      PARLEY_RANKER: 'lexical',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      text += data.toString();
    });
  return {
    child,
    finished: new Promise((resolve) => child.on('close', (code) => resolve({ code, text }))),
  };
}

function createProject(folder: string, modules: string): Project {
  const path = (...parts: string[]): string => join(folder, ...parts);
  symlinkSync(modules, path('node_modules'), 'dir');
  return {
    folder,
    path,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(path(name)), { recursive: true });
        writeFileSync(path(name), text);
      }
    },
    read: (...parts) => readFileSync(path(...parts), 'utf8'),
    json: (...parts) => JSON.parse(readFileSync(path(...parts), 'utf8')),
    playwright: (args, env) =>
      startProcess(folder, [path('node_modules/@playwright/test/cli.js'), ...args], env).finished,
    parley: (args, env) =>
      startProcess(folder, [path('node_modules/parley-web/dist/cli/main.js'), ...args], env),
  };
}

/** Installs Parley and its dependencies into a folder of modules. */
function installPackages(modules: string): void {
  const { files, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as {
    files: string[];
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'dir');
  }
  mkdirSync(join(modules, 'parley-web'));
  cpSync(join(ROOT, 'package.json'), join(modules, 'parley-web/package.json'));
  for (const name of files.filter((file) => !/[!*]/.test(file)))
    if (name === 'dist') cpSync(join(ROOT, name), join(modules, 'parley-web', name), { recursive: true });
    else symlinkSync(join(ROOT, name), join(modules, 'parley-web', name), 'dir');
}

export const test = base.extend<{ project: Project }, { modules: string }>({
  modules: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'parley-installed-'));
      installPackages(join(folder, 'node_modules'));
      await use(join(folder, 'node_modules'));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  project: async ({ modules }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-outside-'));
    await use(createProject(folder, modules));
    rmSync(folder, { recursive: true, force: true });
  },
});

export { expect } from '@playwright/test';

/** A page with a counter. A scenario from `createCounterScenario` clicks its button once. */
export const COUNTER_PAGE = `<!doctype html><title>Counter</title><h1>Counter</h1>
<button onclick="n.textContent = +n.textContent + 1">Add one</button> <output id=n>0</output>`;

export const createCounterScenario = (name: string, more = ''): string => `scenario: 1
name: ${name}
start: { url: counter.html }
dialogue:
  - say: Click Add one.
    check:
      - text: "1"
${more}`;
