/** Installs open-source applications from the package registries, and starts them with example data. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';

import { runProgram, startServer, type RunningServer } from './application-processes.js';
import { installPythonPackages } from './python-packages.js';

const APPLICATIONS_FOLDER = join(process.cwd(), 'bench/applications');

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
  const programsFolder = installPythonApplications();
  installNpmApplications();
  const workFolder = mkdtempSync(join(tmpdir(), 'parley-applications-'));
  const runningServers: RunningServer[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(runningServers.map((server) => server.close()));
    rmSync(workFolder, { recursive: true, force: true });
  };
  const startApplication = async (
    cwd: string,
    program: string,
    createArgs: (port: string) => string[],
    readyPath: string,
  ): Promise<string> => {
    const server = await startServer({ cwd, program, createArgs, readyPath });
    runningServers.push(server);
    return server.url;
  };
  try {
    const pythonPath = join(programsFolder, 'python');
    const dataFolder = createFolder(workFolder, 'data');
    runProgram(dataFolder, pythonPath, [join(APPLICATIONS_FOLDER, 'sqlite/make.py')]);
    runProgram(dataFolder, pythonPath, [join(APPLICATIONS_FOLDER, 'datasette/make.py')]);
    const djangoFolder = createDjangoProject(workFolder, pythonPath);
    const tracFolder = createFolder(workFolder, 'trac');
    runProgram(tracFolder, join(programsFolder, 'trac-admin'), [
      'env',
      'initenv',
      'Harbour',
      'sqlite:db/trac.db',
    ]);
    runProgram(tracFolder, join(programsFolder, 'trac-admin'), [
      'env',
      'permission',
      'add',
      'anonymous',
      'TRAC_ADMIN',
    ]);
    const wikiFolder = createFolder(workFolder, 'wiki');
    const tiddlywikiPath = join(APPLICATIONS_FOLDER, 'npm/node_modules/tiddlywiki/tiddlywiki.js');
    runProgram(wikiFolder, process.execPath, [tiddlywikiPath, '.', '--init', 'server']);
    const [djangoUrl, sqliteUrl, datasetteUrl, tracUrl, wikiUrl] = await Promise.all([
      startApplication(
        djangoFolder,
        pythonPath,
        (port) => ['manage.py', 'runserver', port, '--noreload'],
        '/admin/login/',
      ),
      startApplication(
        dataFolder,
        join(programsFolder, 'sqlite_web'),
        (port) => ['-p', port, '-x', 'music.db'],
        '/',
      ),
      startApplication(
        dataFolder,
        join(programsFolder, 'datasette'),
        (port) => ['serve', 'harbour.db', '-p', port],
        '/',
      ),
      startApplication(
        tracFolder,
        join(programsFolder, 'tracd'),
        (port) => ['-p', port, '--single-env', 'env'],
        '/wiki',
      ),
      startApplication(
        wikiFolder,
        process.execPath,
        (port) => [tiddlywikiPath, '.', '--listen', `port=${port}`],
        '/status',
      ),
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
 * @param requirements name of the requirements file in `bench/peers`: `requirements-<name>.txt`
 * @returns the folder with their programs
 * @throws if the installation fails
 */
export function installPythonApplications(
  requirements: 'applications' | 'applications-flask' | 'applications-trac' = 'applications',
): string {
  const venv = installPythonPackages({
    venv: `.venv-${requirements}`,
    requirements: `requirements-${requirements}.txt`,
    failureMessage: 'The Python applications could not be installed.',
  });
  return join(venv, 'bin');
}

/** Installs the applications and editors from npm on first use. @throws if the installation fails */
export function installNpmApplications(): void {
  const cwd = join(APPLICATIONS_FOLDER, 'npm');
  const { dependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  if (Object.keys(dependencies).every((name) => existsSync(join(cwd, 'node_modules', name)))) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  if (spawnSync('npm', args, { cwd, stdio: ['ignore', 2, 2] }).status !== 0)
    throw new Error('The applications from the npm registry could not be installed.');
}

function createFolder(workFolder: string, name: string): string {
  const folder = join(workFolder, name);
  mkdirSync(folder);
  return folder;
}

/** Creates a Django project with the app `stock` and example data. @returns its folder */
export function createDjangoProject(workFolder: string, python: string): string {
  const folder = createFolder(workFolder, 'django');
  cpSync(join(APPLICATIONS_FOLDER, 'django/stock'), join(folder, 'stock'), { recursive: true });
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
    `exec(open(${JSON.stringify(join(APPLICATIONS_FOLDER, 'django/seed.py'))}).read())`,
  ]);
  return folder;
}

export async function logInToDjango(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/login/?next=/admin/`);
  await page.fill('#id_username', 'admin');
  await page.fill('#id_password', 'anchor-9');
  await page.click('input[type=submit]');
}
