/** `npm run check`: types, lint, format, import rules, dead code, duplicate type names. Runs all checks even if one fails. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { reportSetupErrors, root, setup } from './setup.mjs';

const getProgramPath = (name) => join(root, 'node_modules', '.bin', name);

/**
 * `findFault` checks the output of a program that exited with code 0. It returns what is wrong with it, or null.
 *
 * @typedef {{ name: string, program: string, args: string[], findFault?: (output: string) => string | null }} Check
 */

/** @type {Check[]} */
const CHECKS = [
  { name: 'types', program: getProgramPath('tsc'), args: ['-p', '.'] },
  // The scripts import compiled modules from `dist/`, so they are checked as a separate project.
  { name: 'types in scripts', program: getProgramPath('tsc'), args: ['-p', 'tsconfig.scripts.json'] },
  {
    name: 'types in injected code',
    program: getProgramPath('tsc'),
    args: ['-p', 'src/page/injected', '--noEmit'],
  },
  { name: 'lint', program: getProgramPath('oxlint'), args: ['--type-aware', '--max-warnings=0'] },
  { name: 'format', program: getProgramPath('oxfmt'), args: ['--check', '.'] },
  {
    name: 'import rules',
    program: getProgramPath('depcruise'),
    args: ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
    // Without a working TypeScript parser, dependency-cruiser reads no modules and therefore reports no errors.
    findFault: (output) =>
      Number(/\((\d+) modules/.exec(output)?.[1] ?? 0) > 20 ? null : 'It read too few modules.',
  },
  { name: 'dead code', program: getProgramPath('knip'), args: [] },
  {
    name: 'duplicate type names',
    program: process.execPath,
    args: [join(root, 'scripts/duplicate-types.mjs')],
  },
];

/** @param {Check} check */
function runCheck({ name, program, args, findFault }) {
  return new Promise((resolve) => {
    const start = performance.now();
    let output = '';
    const child = spawn(program, args, {
      cwd: root,
      shell: process.platform === 'win32',
      env: { ...process.env, NO_COLOR: '1' },
    });
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const failure = code === 0 ? findFault?.(output) : 'failed';
      console.log(`${failure ? 'FAILED' : 'ok    '}  ${name}  ${seconds} s`);
      if (failure) console.log(`${output.trim()}\n${failure === 'failed' ? '' : failure}`);
      resolve(!failure);
    });
  });
}

await reportSetupErrors(async () => {
  await setup();
  const results = [];
  for (const check of CHECKS) results.push(await runCheck(check));
  process.exitCode = results.every(Boolean) ? 0 : 1;
});
