/**
 * `npm test`: sets up what is missing, then runs the unit and browser tests. Passes flags on to Playwright Test.
 *
 *   node scripts/test.mjs [--part=unit|long] [path …] [flags of Playwright Test]
 *
 * `tests/support/parts.ts` assigns every spec to a part. If the command line names a spec or a folder, all parts are
 * searched for it.
 *
 * Tests use Chromium's headless shell if the machine has it. The long part uses the full browser for its conversations,
 * and so do tests of features that the headless shell lacks. `PARLEY_BROWSER` selects one browser for all tests.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { reportSetupErrors, root, setup } from './setup.mjs';

const PART = '--part=';
const part = process.argv.find((arg) => arg.startsWith(PART))?.slice(PART.length);
const args = process.argv.slice(2).filter((arg) => !arg.startsWith(PART));

/** Returns the flags that select the projects. Without such flags, Playwright Test runs all projects. */
function chooseProjects() {
  if (part === 'long') return ['--project=long', '--project=soak'];
  if (part) return [`--project=${part}`];
  if (args.some((arg) => arg.startsWith('--project'))) return [];
  const specs = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts'))
    .map((path) => join(root, 'tests', path).replaceAll('\\', '/'));
  // A path may end with the line of a test.
  const names = args
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) =>
      arg
        .replaceAll('\\', '/')
        .replace(/^\.\//, '')
        .replace(/(:\d+)+$/, ''),
    );
  if (names.some((name) => specs.some((spec) => spec.includes(name)))) return [];
  return ['--project=unit', '--project=browser'];
}

await reportSetupErrors(async () => {
  const { browser, headlessShell } = await setup({
    withBrowser: part !== 'unit',
    withHeadlessShell: true,
  });
  const fastBrowser = headlessShell ?? browser?.path;
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const child = spawn(process.execPath, [cli, 'test', ...chooseProjects(), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(browser && {
        PARLEY_BROWSER: part === 'long' ? browser.path : fastBrowser,
        PARLEY_FAST_BROWSER: fastBrowser,
        PARLEY_FULL_BROWSER: browser.path,
      }),
    },
  });
  process.on('SIGINT', () => undefined);
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 130)));
});
