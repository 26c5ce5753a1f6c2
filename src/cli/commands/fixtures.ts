/** `parley fixtures`: serves the fixture sites until Ctrl-C. */
import type { CommandModule } from 'yargs';

import { FIXTURE_PATHS, serveFixtures, parseWholeNumber } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { withInterrupt } from '../interrupt.js';

interface Args {
  port: string;
}

async function handle({ port }: Args): Promise<void> {
  const portNumber = parseWholeNumber('port', port, 0);
  if (portNumber > 65_535)
    throw new ParleyError(
      'usage',
      `--port ${port} is not a valid port.`,
      'Use a port up to 65535, or 0 for a free one.',
    );
  const sites = await serveFixtures(portNumber).catch((error: NodeJS.ErrnoException) => {
    throw new ParleyError(
      'infra',
      `Cannot serve the example sites on port ${port} (${error.code ?? error.message}).`,
      'Use another port, or 0 for a free one.',
    );
  });
  const addresses = FIXTURE_PATHS.map((path) => `  ${sites.url}${path}`);
  console.log([`Listening on ${sites.url}`, ...addresses, 'Press Ctrl-C to stop.'].join('\n'));
  await withInterrupt(
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
      describe: 'Port on 127.0.0.1; 0 for a free one',
    }),
  handler: handle,
};
