/** `parley fixtures`: serve the example sites until Ctrl-C, to try things on. */
import type { CommandModule } from 'yargs';

import { Problem } from '../../contract/index.js';
import { serveFixtures } from '../fixture-sites.js';
import { interruptible } from '../interrupt.js';

interface Args {
  port: number;
}

async function handle({ port }: Args): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Problem('usage', '--port needs a number from 0 to 65535.', '0 takes a free one.');
  const sites = await serveFixtures(port).catch((error: NodeJS.ErrnoException) => {
    throw new Problem(
      'infra',
      `The example sites cannot be served on port ${port} (${error.code ?? error.message}).`,
      'Take another port, or 0 for a free one.',
    );
  });
  console.log(
    `Listening on ${sites.url}\n  ${sites.url}/encyclopedia/\n  ${sites.url}/calendar/\nCtrl-C stops.`,
  );
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
      type: 'number',
      default: 0,
      describe: 'Port on 127.0.0.1; 0 takes a free one',
    }) as never,
  handler: handle,
};
