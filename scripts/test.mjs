/** `npm test`: sets up what is missing, then runs all tests. Passes flags on to Playwright Test. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { guarded, root, setup } from './setup.mjs';

await guarded(async () => {
  const { browser } = await setup();
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const child = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PARLEY_BROWSER: browser.path },
  });
  process.on('SIGINT', () => undefined);
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 130)));
});
