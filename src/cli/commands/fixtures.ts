/** `parley fixtures`: serve the example sites until Ctrl-C, to try things on. */
import type { CommandModule } from 'yargs';

import { FIXTURE_PATHS, serveFixtures, wholeNumber } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { interruptible } from '../interrupt.js';

interface Args {
  port: string;
}

async function handle({ port }: Args): Promise<void> {
  const number = wholeNumber('port', port, 0);
  if (number > 65_535)
    throw new ParleyError('usage', `--port ${port} is no port.`, 'Ports go up to 65535; 0 takes a free one.');
  const sites = await serveFixtures(number).catch((error: NodeJS.ErrnoException) => {
    throw new ParleyError(
      'infra',
      `The example sites cannot be served on port ${port} (${error.code ?? error.message}).`,
      'Take another port, or 0 for a free one.',
    );
  });
  const addresses = FIXTURE_PATHS.map((path) => `  ${sites.url}${path}`);
  console.log([`Listening on ${sites.url}`, ...addresses, 'Ctrl-C stops.'].join('\n'));
  await interruptible(
    (signal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  );
  await sites.close();
}

export const fixturesCommand: CommandModule<object, Args> = {
  command: 'fixtures',
  describe: 'Serve the bundled example sites',
  builder: (yargs) =>
    yargs.option('port', {
      type: 'string',
      default: '0',
      describe: 'Port on 127.0.0.1; 0 takes a free one',
    }),
  handler: handle,
};
