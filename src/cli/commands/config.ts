/** `parley config`: prints the effective settings and where they come from. */
import type { CommandModule } from 'yargs';

import type {
  BrowserFlags,
  JudgeFlags,
  NavigatorFlags,
  RankerFlags,
  SentenceModelFlags,
} from '../../assembly/index.js';
import { CONFIG_NAME } from '../../config/index.js';
import { bannersOption, type BannersFlag } from '../banners-option.js';
import { readCommandConfiguration } from '../configuration.js';
import { confirmOption, type ConfirmFlag } from '../confirm-option.js';
import { discoveryOption, type DiscoveryFlag } from '../discovery-option.js';
import { listEffectiveSettings } from '../effective-settings.js';
import { navigatorOptions } from '../navigator-options.js';
import { browserOptions, rankerOptions, scenarioModelOptions } from '../options.js';
import { formatSettings, maskSettings } from '../setting-text.js';

interface Args
  extends
    BrowserFlags,
    RankerFlags,
    SentenceModelFlags,
    JudgeFlags,
    NavigatorFlags,
    BannersFlag,
    ConfirmFlag,
    DiscoveryFlag {
  scenario?: string;
  results?: string;
  json: boolean;
}

function handle(args: Args): void {
  const configuration = readCommandConfiguration();
  const { file } = configuration;
  const settings = maskSettings(listEffectiveSettings(args, configuration, args.scenario), process.env);
  if (args.json) {
    process.stdout.write(`${JSON.stringify({ file, ...settings })}\n`);
    return;
  }
  const heading =
    file === null ? `No ${CONFIG_NAME} here or in a folder above; parley init writes one.` : `File: ${file}`;
  process.stdout.write(`${heading}\n\n${formatSettings(settings)}\n`);
}

export const configCommand: CommandModule<object, Args> = {
  command: 'config [scenario]',
  describe: 'Print the effective settings and where they come from',
  builder: (yargs) =>
    discoveryOption(
      scenarioModelOptions(
        rankerOptions(confirmOption(bannersOption(navigatorOptions(browserOptions(yargs))))),
      ),
    )
      .positional('scenario', {
        type: 'string',
        describe: 'Scenario file: adds its own settings and those of its folder',
      })
      .option('results', { type: 'string', describe: 'Folder for demonstrations and reports' })
      .option('json', { type: 'boolean', default: false, describe: 'Print one JSON object' })
      .example('$0 config', 'the settings of this folder')
      .example('$0 config scenarios/shop/buy.scenario.yaml', 'the settings of one scenario')
      .example('$0 config --model gpt-5-mini', 'what a flag would change'),
  handler: handle,
};
