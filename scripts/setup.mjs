/**
 * Sets up a clone: checks Node's version, installs dependencies, builds, finds or installs a browser. Skips steps that
 * are already done and reports the others. If a step fails, prints an error message and a next step.
 *
 *   node scripts/setup.mjs [--browser-path <program>]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modulesFolder = join(root, 'node_modules');
const isWindows = process.platform === 'win32';

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
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: isWindows,
    ...options,
  });
  return result.status === 0;
}

/**
 * Runs a program like `run`, but shows only progress and error lines, because failed downloads print stack traces.
 * Shows each line once.
 */
function runFiltered(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const shownLines = new Set();
    const showNewLines = (data) => {
      for (const line of data.toString().split(/[\r\n]+/)) {
        const isUseful =
          /^(Downloading|Error:|Failed|\|.*%)|downloaded to/.test(line.trim()) && !shownLines.has(line);
        if (isUseful) process.stderr.write(`  ${line.trim()}\n`);
        shownLines.add(line);
      }
    };
    child.stdout.on('data', showNewLines);
    child.stderr.on('data', showNewLines);
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

function computeFingerprint() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function installDependencies() {
  const stampFile = join(modulesFolder, '.parley-installed');
  const currentFingerprint = computeFingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentFingerprint) return;
  report('installing dependencies (npm ci) …');
  if (!run('npm', ['ci', '--no-audit', '--no-fund']))
    throw new SetupError(
      'The dependencies could not be installed.',
      'See npm’s message above; check the network and the npm registry setting, then run this again.',
    );
  writeFileSync(stampFile, currentFingerprint);
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
async function verifyBrowser(candidate) {
  const stampFile = join(modulesFolder, '.parley-browser');
  const stampText = `${candidate.path}\n${statSync(candidate.path).mtimeMs}`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampText) return true;
  const { launchBrowser } = await import('../dist/page/index.js');
  try {
    const browser = await launchBrowser({ browserPath: candidate.path });
    report(`browser ${browser.version()} at ${candidate.path}`);
    await browser.close();
  } catch (error) {
    report(error.message);
    return false;
  }
  mkdirSync(modulesFolder, { recursive: true });
  writeFileSync(stampFile, stampText);
  return true;
}

/** Path of the headless shell on Debian and Ubuntu. */
const HEADLESS_SHELL_PATH = '/usr/bin/chromium-headless-shell';

/** Finds Chromium without its user interface. Pages open three times as fast in it, so most tests use it. */
function findHeadlessShell(browser) {
  if (process.env.PARLEY_BROWSER) return null;
  if (!existsSync(HEADLESS_SHELL_PATH) && canUseApt() && browser.path.startsWith('/usr/bin/')) {
    report('installing the headless shell for tests: apt-get install chromium-headless-shell …');
    if (!installWithApt('chromium-headless-shell')) report('this failed; the tests use the full browser');
  }
  return existsSync(HEADLESS_SHELL_PATH) ? HEADLESS_SHELL_PATH : null;
}

const getPlaywrightCli = () => join(modulesFolder, 'playwright', 'cli.js');
const isRoot = () => process.getuid?.() === 0;
const canUseApt = () =>
  !isWindows && isRoot() && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
const installWithApt = (name) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Ways to install a browser. They are tried in order until a browser starts. */
function listInstallMethods() {
  return [
    {
      title: 'no browser yet: playwright install chromium …',
      run: () => runFiltered(process.execPath, [getPlaywrightCli(), 'install', 'chromium']),
    },
    ...(canUseApt()
      ? [
          {
            title: 'trying the system’s package manager: apt-get install chromium …',
            run: () => run('apt-get', ['update', '-qq']) && installWithApt('chromium'),
          },
          {
            title: 'installing the browser’s system libraries: playwright install-deps …',
            run: () => run(process.execPath, [getPlaywrightCli(), 'install-deps', 'chromium']),
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
      // If the user has chosen a browser, no other browser is used instead.
      if (requestedPath || process.env.PARLEY_BROWSER) throw new SetupError(error.message, error.next);
      advice = error.next;
      return null;
    }
  };
  let browser = findInstalled();
  if (browser && (await verifyBrowser(browser))) return browser;
  if (requestedPath || process.env.PARLEY_BROWSER)
    throw new SetupError(
      `The browser at ${browser.path} does not start.`,
      'Choose another browser, or none: setup then finds or installs one.',
    );
  for (const method of listInstallMethods()) {
    report(method.title);
    if (!(await method.run())) report('this failed');
    browser = findInstalled();
    if (browser && (await verifyBrowser(browser))) return browser;
  }
  throw new SetupError(
    'No Chromium or Chrome starts on this machine.',
    advice ||
      'Install its system libraries (npx playwright install-deps chromium), or set PARLEY_BROWSER to the path of another browser.',
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
export async function reportSetupErrors(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n${error.next}\n`);
    process.exitCode = 2;
  }
}

export function readOption(name, args = process.argv.slice(2)) {
  const index = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (index < 0) return undefined;
  return args[index].includes('=') ? args[index].slice(args[index].indexOf('=') + 1) : args[index + 1];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await reportSetupErrors(async () => {
    const { browser } = await setup({ browserPath: readOption('browser-path') });
    report(`ready; browser: ${browser.path}`);
  });
