/**
 * Sets up a clone: checks Node's version, installs dependencies, builds, finds or installs a browser. Skips steps that
 * are already done and reports the others. If a step fails, prints one sentence and a next step.
 *
 *   node scripts/setup.mjs [--browser-path <program>]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const windows = process.platform === 'win32';

class SetupError extends Error {
  constructor(message, next) {
    super(message);
    this.next = next;
  }
}

function report(text) {
  process.stderr.write(`setup: ${text}\n`);
}

/** Runs a program and shows its output. Returns false if it fails or is not installed. */
function run(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], shell: windows, ...options });
  return done.status === 0;
}

/**
 * Runs a program like `run`, but shows only progress and error lines, because failed downloads print stack traces.
 * Shows each line once.
 */
function runFiltered(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const shown = new Set();
    const show = (data) => {
      for (const line of data.toString().split(/[\r\n]+/)) {
        const useful =
          /^(Downloading|Error:|Failed|\|.*%)|downloaded to/.test(line.trim()) && !shown.has(line);
        if (useful) process.stderr.write(`  ${line.trim()}\n`);
        shown.add(line);
      }
    };
    child.stdout.on('data', show);
    child.stderr.on('data', show);
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(
    `Node ${process.versions.node} is too old for Parley.`,
    'Install Node 20.19 or newer, then run this again.',
  );
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function installDependencies() {
  const stamp = join(modules, '.parley-installed');
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  report('installing dependencies (npm ci) …');
  if (!run('npm', ['ci', '--no-audit', '--no-fund']))
    throw new SetupError(
      'The dependencies could not be installed.',
      'See npm’s message above; check the network and the npm registry setting, then run this again.',
    );
  writeFileSync(stamp, now);
}

async function buildSources() {
  const { build } = await import('./build.mjs');
  try {
    if ((await build()) === 'built') report('built dist/');
  } catch (error) {
    throw new SetupError(`The build failed: ${error.message}.`, 'Run npm run build to see the errors.');
  }
}

/** Starts the browser once per machine and remembers that it works. */
async function verifyBrowser(found) {
  const stamp = join(modules, '.parley-browser');
  const mark = `${found.path}\n${statSync(found.path).mtimeMs}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === mark) return true;
  const { launchBrowser } = await import('../dist/page/index.js');
  try {
    const browser = await launchBrowser({ browserPath: found.path });
    report(`browser ${browser.version()} at ${found.path}`);
    await browser.close();
  } catch (error) {
    report(error.message);
    return false;
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, mark);
  return true;
}

/** Where Debian and Ubuntu install the headless shell. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Chromium without its user interface. Pages open three times as fast in it, so most tests use it. */
function findHeadlessShell(browser) {
  if (process.env.PARLEY_BROWSER) return null;
  if (!existsSync(HEADLESS_SHELL) && canUseApt() && browser.path.startsWith('/usr/bin/')) {
    report('installing the headless shell for tests: apt-get install chromium-headless-shell …');
    if (!aptInstall('chromium-headless-shell')) report('this failed; the tests use the full browser');
  }
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : null;
}

const playwrightCli = () => join(modules, 'playwright', 'cli.js');
const isRoot = () => process.getuid?.() === 0;
const canUseApt = () =>
  !windows && isRoot() && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
const aptInstall = (name) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Ways to install a browser. They are tried in order until a browser starts. */
function installMethods() {
  return [
    {
      title: 'no browser yet: playwright install chromium …',
      run: () => runFiltered(process.execPath, [playwrightCli(), 'install', 'chromium']),
    },
    ...(canUseApt()
      ? [
          {
            title: 'trying the system’s package manager: apt-get install chromium …',
            run: () => run('apt-get', ['update', '-qq']) && aptInstall('chromium'),
          },
          {
            title: 'installing the browser’s system libraries: playwright install-deps …',
            run: () => run(process.execPath, [playwrightCli(), 'install-deps', 'chromium']),
          },
        ]
      : []),
  ];
}

async function findBrowser(requestedPath) {
  const page = await import('../dist/page/index.js');
  let advice = '';
  const findInstalled = () => {
    try {
      return page.findInstalledBrowser(requestedPath);
    } catch (error) {
      // If the user names a browser, no other one is used instead.
      if (requestedPath || process.env.PARLEY_BROWSER) throw new SetupError(error.message, error.next);
      advice = error.next;
      return null;
    }
  };
  let found = findInstalled();
  if (found && (await verifyBrowser(found))) return found;
  if (requestedPath || process.env.PARLEY_BROWSER)
    throw new SetupError(
      `The browser at ${found.path} does not start.`,
      'Name another one, or name none, and setup finds or installs one.',
    );
  for (const method of installMethods()) {
    report(method.title);
    if (!(await method.run())) report('this failed');
    found = findInstalled();
    if (found && (await verifyBrowser(found))) return found;
  }
  throw new SetupError(
    'No Chromium or Chrome starts on this machine.',
    advice ||
      'Install its system libraries (npx playwright install-deps chromium), or name another browser with PARLEY_BROWSER.',
  );
}

/**
 * Runs all steps. Pure tests (`withBrowser: false`) need neither the build nor a browser.
 * @param {{ browserPath?: string, withBrowser?: boolean, withHeadlessShell?: boolean }} options
 * @returns the browser, and the headless shell if tests ask for it and the machine has one
 */
export async function setup({ browserPath, withBrowser = true, withHeadlessShell = false } = {}) {
  checkNode();
  installDependencies();
  if (!withBrowser) return { browser: null, headlessShell: null };
  await buildSources();
  const browser = await findBrowser(browserPath);
  return { browser, headlessShell: withHeadlessShell ? findHeadlessShell(browser) : null };
}

/** Runs `body`. If the setup fails, prints the error and its next step and sets exit code 2. */
export async function withSetupErrors(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n${error.next}\n`);
    process.exitCode = 2;
  }
}

export function readOption(name, args = process.argv.slice(2)) {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  return args[at].includes('=') ? args[at].slice(args[at].indexOf('=') + 1) : args[at + 1];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await withSetupErrors(async () => {
    const { browser } = await setup({ browserPath: readOption('browser-path') });
    report(`ready; browser: ${browser.path}`);
  });
