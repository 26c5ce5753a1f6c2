/** `parley save`: writes a recorded conversation as a scenario. */
import type { CommandModule } from 'yargs';

import { saveScenario } from '../../assembly/index.js';
import { stripTerminalControls } from '../../text/index.js';

interface Args {
  session: string;
  file?: string;
  force: boolean;
}

function handle({ session, file, force }: Args): void {
  process.stdout.write(`${stripTerminalControls(saveScenario({ session, file, force }))}\n`);
}

export const saveCommand: CommandModule<object, Args> = {
  command: 'save <session> [file]',
  describe: 'Write a recorded conversation as a scenario',
  builder: (yargs) =>
    yargs
      .positional('session', { type: 'string', demandOption: true, describe: 'Folder of the session' })
      .positional('file', {
        type: 'string',
        describe: 'Scenario file, or a folder for it (default: named after the first line)',
      })
      .option('force', { type: 'boolean', default: false, describe: 'Overwrite the file if it exists' })
      .example('$0 save results/my-session', 'write a scenario into this folder')
      .example('$0 save results/my-session tests/buy-a-jacket.scenario.yaml', 'with this name'),
  handler: handle,
};
