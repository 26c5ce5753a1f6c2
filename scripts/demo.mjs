/** `npm run demo`: sets up what is missing, then runs the demonstration conversation. Passes flags on to `parley run`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { reportSetupErrors, readOption, root, setup } from './setup.mjs';

await reportSetupErrors(async () => {
  await setup({ browserPath: readOption('browser-path') });
  const child = spawn(
    process.execPath,
    [
      join(root, 'dist/cli/main.js'),
      'run',
      join(root, 'scenarios/demo.scenario.yaml'),
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
  // The terminal also sends Ctrl-C to the child. The child ends cleanly, and this process uses its exit code.
  for (const name of ['SIGINT', 'SIGTERM'])
    process.on(name, () => (name === 'SIGTERM' ? child.kill(name) : undefined));
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 130)));
});
