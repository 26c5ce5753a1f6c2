/** Installs open-source applications from the package registries, and starts them with example data. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';

import { runProgram, startServer, type ServerProcess } from './application-processes.js';
import { installPythonPackages } from './python-packages.js';

const FOLDER = join(process.cwd(), 'bench/applications');

export interface ApplicationPage {
  /** `Django admin, orders` */
  name: string;
  url: string;
  /** Prepares the browser, such as by logging in. */
  prepare?(page: Page): Promise<void>;
}

export interface Applications {
  pages: ApplicationPage[];
  close(): Promise<void>;
}

/** @throws if an application cannot be installed or does not start */
export async function startApplications(): Promise<Applications> {
  const bin = installPythonApplications();
  installApplications();
  const work = mkdtempSync(join(tmpdir(), 'parley-applications-'));
  const running: ServerProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.close()));
    rmSync(work, { recursive: true, force: true });
  };
  const start = async (
    folder: string,
    program: string,
    args: (port: string) => string[],
    path: string,
  ): Promise<string> => {
    const server = await startServer({ folder, program, args, path });
    running.push(server);
    return server.url;
  };
  try {
    const python = join(bin, 'python');
    const data = makeFolder(work, 'data');
    runProgram(data, python, [join(FOLDER, 'sqlite/make.py')]);
    runProgram(data, python, [join(FOLDER, 'datasette/make.py')]);
    const django = makeDjangoProject(work, python);
    const trac = makeFolder(work, 'trac');
    runProgram(trac, join(bin, 'trac-admin'), ['env', 'initenv', 'Harbour', 'sqlite:db/trac.db']);
    runProgram(trac, join(bin, 'trac-admin'), ['env', 'permission', 'add', 'anonymous', 'TRAC_ADMIN']);
    const wiki = makeFolder(work, 'wiki');
    const tiddlywiki = join(FOLDER, 'npm/node_modules/tiddlywiki/tiddlywiki.js');
    runProgram(wiki, process.execPath, [tiddlywiki, '.', '--init', 'server']);
    const [djangoUrl, sqliteUrl, datasetteUrl, tracUrl, wikiUrl] = await Promise.all([
      start(django, python, (port) => ['manage.py', 'runserver', port, '--noreload'], '/admin/login/'),
      start(data, join(bin, 'sqlite_web'), (port) => ['-p', port, '-x', 'music.db'], '/'),
      start(data, join(bin, 'datasette'), (port) => ['serve', 'harbour.db', '-p', port], '/'),
      start(trac, join(bin, 'tracd'), (port) => ['-p', port, '--single-env', 'env'], '/wiki'),
      start(wiki, process.execPath, (port) => [tiddlywiki, '.', '--listen', `port=${port}`], '/status'),
    ]);
    const logIn = (page: Page): Promise<void> => logInToDjango(page, djangoUrl);
    const pages: ApplicationPage[] = [
      { name: 'Django admin, orders', url: `${djangoUrl}/admin/stock/order/`, prepare: logIn },
      { name: 'Django admin, product', url: `${djangoUrl}/admin/stock/product/1/change/`, prepare: logIn },
      { name: 'sqlite-web, rows', url: `${sqliteUrl}/album/content/` },
      { name: 'Datasette, table', url: `${datasetteUrl}/harbour/boats` },
      { name: 'Trac, wiki page', url: `${tracUrl}/wiki/WikiFormatting` },
      { name: 'Trac, new ticket', url: `${tracUrl}/newticket` },
      { name: 'TiddlyWiki', url: `${wikiUrl}/#%24%3A%2FControlPanel` },
    ];
    return { pages, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Installs applications from PyPI on first use. Trac needs an environment of its own: it fails if the packages
 * `multipart` or Babel, which other applications need, are installed.
 *
 * @param list `requirements-<list>.txt` in `bench/peers`
 * @returns the folder of their programs
 * @throws if the installation fails
 */
export function installPythonApplications(
  list: 'applications' | 'applications-flask' | 'applications-trac' = 'applications',
): string {
  const venv = installPythonPackages({
    venv: `.venv-${list}`,
    requirements: `requirements-${list}.txt`,
    failureMessage: 'The Python applications could not be installed.',
  });
  return join(venv, 'bin');
}

/** Installs the applications and editors that come from npm, on first use. @throws if that fails */
export function installApplications(): void {
  const folder = join(FOLDER, 'npm');
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  if (Object.keys(dependencies).every((name) => existsSync(join(folder, 'node_modules', name)))) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  if (spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] }).status !== 0)
    throw new Error('The applications from the npm registry could not be installed.');
}

function makeFolder(work: string, name: string): string {
  const folder = join(work, name);
  mkdirSync(folder);
  return folder;
}

/** A project with the app `stock` and example data. */
export function makeDjangoProject(work: string, python: string): string {
  const folder = makeFolder(work, 'django');
  cpSync(join(FOLDER, 'django/stock'), join(folder, 'stock'), { recursive: true });
  writeFileSync(join(folder, 'stock/__init__.py'), '');
  mkdirSync(join(folder, 'stock/migrations'));
  writeFileSync(join(folder, 'stock/migrations/__init__.py'), '');
  runProgram(folder, python, ['-m', 'django', 'startproject', 'site_', '.']);
  writeFileSync(
    join(folder, 'manage.py'),
    `import os, sys
os.environ['DJANGO_SETTINGS_MODULE'] = 'settings'
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
`,
  );
  writeFileSync(
    join(folder, 'settings.py'),
    `from site_.settings import *
INSTALLED_APPS = ['stock', *INSTALLED_APPS]
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
`,
  );
  runProgram(folder, python, ['manage.py', 'makemigrations', 'stock']);
  runProgram(folder, python, ['manage.py', 'migrate']);
  runProgram(folder, python, [
    'manage.py',
    'shell',
    '-c',
    `exec(open(${JSON.stringify(join(FOLDER, 'django/seed.py'))}).read())`,
  ]);
  return folder;
}

export async function logInToDjango(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/login/?next=/admin/`);
  await page.fill('#id_username', 'admin');
  await page.fill('#id_password', 'anchor-9');
  await page.click('input[type=submit]');
}
