/** `parley init`: writes a commented configuration file. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  assertSetting,
  readConfiguration,
  type BrowserFlags,
  type NavigatorFlags,
  type RankerFlags,
  type JudgeFlags,
  type SentenceModelFlags,
} from '../../assembly/index.js';
import { CONFIG_NAME, renderConfig, type ConfigSetting, type SettingKey } from '../../config/index.js';
import { ParleyError } from '../../contract/index.js';
import { discoverServers } from '../../llm/index.js';
import { bannersOption, type BannersFlag } from '../banners-option.js';
import { confirmOption, type ConfirmFlag } from '../confirm-option.js';
import { discoveryOption, type DiscoveryFlag } from '../discovery-option.js';
import { convertFlagsToSettings } from '../flag-settings.js';
import { askSettings, QuestionsEnded } from '../init-questions.js';
import { InterruptedError, withInterrupt } from '../interrupt.js';
import { navigatorOptions } from '../navigator-options.js';
import { browserOptions, rankerOptions, scenarioModelOptions } from '../options.js';

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
  results?: string;
  force: boolean;
  yes: boolean;
}

/** Flags that apply to only one run and cannot be stored in the file. */
const PER_RUN_FLAGS: readonly (keyof Args)[] = [
  'connect',
  'isolated',
  'saveStorageState',
  'seed',
  'cassette',
  'cassetteMode',
  'cassetteStrict',
  'apiKeyCommand',
];

function assertStorable(args: Args): void {
  const name = PER_RUN_FLAGS.find((flag) => args[flag] !== undefined);
  if (name === undefined) return;
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new ParleyError(
    'usage',
    `${flag} cannot be written to the configuration.`,
    name === 'apiKeyCommand'
      ? 'If it could, a configuration from somebody else’s project could run a program. Use --api-key-env.'
      : 'It applies to only one run. Use it with the command for that run.',
  );
}

async function handle(args: Args): Promise<void> {
  assertStorable(args);
  const file = resolve(CONFIG_NAME);
  const existingFile = [file, resolve('parley.config.yml')].find((path) => existsSync(path));
  if (existingFile !== undefined && (!args.force || existingFile !== file))
    throw new ParleyError(
      'usage',
      `${existingFile} already exists.`,
      existingFile === file ? 'Edit it, or replace it with --force.' : 'Edit it, or remove it first.',
    );
  const flagSettings = convertFlagsToSettings(args);
  const isInteractive = Boolean(process.stdin.isTTY && process.stdout.isTTY) && !args.yes;
  const currentConfiguration = readCurrentConfiguration();
  const discovery =
    args.discovery ?? currentConfiguration.settings.find(({ key }) => key === 'discovery')?.value !== false;
  const answers = isInteractive ? await askQuestions(flagSettings, discovery) : {};
  for (const [key, value] of Object.entries(answers)) assertSetting(key as SettingKey, value);
  try {
    writeFileSync(file, renderConfig({ ...flagSettings, ...answers }));
  } catch (error) {
    throw new ParleyError(
      'usage',
      `“${file}” cannot be written: ${(error as Error).message}.`,
      'Run parley init in a folder that you can write to.',
      { cause: error },
    );
  }
  process.stdout.write(
    [
      `Wrote ${CONFIG_NAME}.`,
      ...(existingFile !== undefined || currentConfiguration.file === null
        ? []
        : [`In this folder, it is used instead of ${currentConfiguration.file}.`]),
      'parley config prints the settings, and parley doctor tests them.',
      '',
    ].join('\n'),
  );
}

/** Reads the settings that applied before this command. A broken file is not an error here. */
function readCurrentConfiguration(): { file: string | null; settings: ConfigSetting[] } {
  try {
    const configuration = readConfiguration();
    return { file: configuration.file, settings: configuration.settings() };
  } catch {
    return { file: null, settings: [] };
  }
}

function askQuestions(flagSettings: Awaited<ReturnType<typeof convertFlagsToSettings>>, discovery: boolean) {
  return withInterrupt(async (signal) => {
    const servers = discovery ? await discoverServers({ signal }) : [];
    try {
      return await askSettings({
        flagSettings,
        servers,
        input: process.stdin,
        output: process.stdout,
        signal,
      });
    } catch (error) {
      if (!(error instanceof QuestionsEnded)) throw error;
      process.stdout.write('\n');
      throw new InterruptedError('Interrupted', { cause: error });
    }
  });
}

export const initCommand: CommandModule<object, Args> = {
  command: 'init',
  describe: `Write a commented ${CONFIG_NAME}`,
  builder: (yargs) =>
    discoveryOption(
      scenarioModelOptions(
        rankerOptions(confirmOption(bannersOption(navigatorOptions(browserOptions(yargs))))),
      ),
    )
      .option('results', { type: 'string', describe: 'Folder for demonstrations and reports' })
      .option('force', { type: 'boolean', default: false, describe: 'Replace an existing file' })
      .option('yes', {
        alias: 'y',
        type: 'boolean',
        default: false,
        describe: 'Ask no questions; write the settings given by flags',
      })
      .example('$0 init', 'asks a few questions in a terminal')
      .example(
        '$0 init --model qwen2.5vl:7b --base-url http://127.0.0.1:11434',
        'writes the settings given by flags',
      ),
  handler: handle,
};
