/**
 * Checks the package as users get it: packs it, installs it in an empty project with the command from docs/install.md,
 * runs a scenario with `parley run` and a spec with `playwright test`, checks the policy libraries, and ranks
 * elements with the bundled model.
 * Needs only the npm registry and a browser.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { reportSetupErrors, root, setup } from './setup.mjs';

/** Environment variables of npm and the ranker that would affect the checks. */
const REMOVED_VARIABLES = /^(npm_|PARLEY_|NODE_PATH$|NODE_OPTIONS$|ONNXRUNTIME_)/i;

const FILES = {
  'package.json': '{ "private": true, "type": "module" }\n',
  'counter.html':
    '<!doctype html><title>Counter</title><button onclick="n.textContent = +n.textContent + 1">Add one</button> <output id="n">0</output>\n',
  'scenarios/count.scenario.yaml': `scenario: 1
name: Count
start: { url: ../counter.html }
dialogue:
  - say: Click Add one.
    check:
      - text: "1"
`,
  'playwright.config.ts': `import { defineConfig } from '@playwright/test';
export default defineConfig({ reporter: [['list'], ['parley-web/reporter', { outputFile: 'summary.json' }]] });
`,
  'count.spec.ts': `import { defineScenarios } from 'parley-web/test';
defineScenarios({ dir: './scenarios' });
`,
};

class PackageError extends Error {}

/**
 * @param {string} title
 * @param {string} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, expected?: RegExp }} options
 */
function run(title, command, { cwd, env, expected }) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, {
    cwd,
    env,
    shell: true,
    encoding: 'utf8',
    timeout: 300_000,
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const isOk = status === 0 && (!expected || expected.test(stdout));
  console.log(`${isOk ? 'ok    ' : 'FAILED'}  ${title}  ${seconds} s`);
  if (!isOk)
    throw new PackageError(
      `$ ${command}\n${stdout}${stderr}\nexit code ${status}${expected ? `, expected output ${expected}` : ''}`,
    );
  return stdout;
}

function checkPackage(browserPath) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-package-'));
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !REMOVED_VARIABLES.test(name))),
    PARLEY_BROWSER: browserPath,
    NO_COLOR: '1',
  };
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules/@playwright/test/package.json'), 'utf8'),
  );
  try {
    const project = join(folder, 'project');
    mkdirSync(join(project, 'scenarios'), { recursive: true });
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text);
    const packOutput = run('npm pack', `npm pack --silent --pack-destination "${folder}"`, {
      cwd: root,
      env,
    });
    const tarball = join(folder, packOutput.trim().split('\n').at(-1));
    run(
      'npm install',
      `npm install --no-audit --no-fund --prefer-offline --save-dev "${tarball}" @playwright/test@${version}`,
      { cwd: project, env: { ...env, ONNXRUNTIME_NODE_INSTALL: 'skip' } },
    );
    run('parley run', 'npx --no-install parley run scenarios/count.scenario.yaml', { cwd: project, env });
    run('playwright test', 'npx --no-install playwright test', { cwd: project, env, expected: /1 passed/ });
    run('policies', 'npx --no-install parley policy check', {
      cwd: project,
      env,
      expected: /^ok {2}miniwob/m,
    });
    run(
      'bundled ranking model',
      'npx --no-install parley look counter.html -q "increase the number" --json --ranker parley-compact --ranker-device cpu',
      { cwd: project, env, expected: /parley-compact/ },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await reportSetupErrors(async () => {
  const { browser } = await setup();
  try {
    checkPackage(browser.path);
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
});
