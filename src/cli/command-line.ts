/**
 * Parses the command line, runs the command and sets the exit code. Errors are printed as a message and a next step.
 * Each command's module is loaded only when the command is used.
 */
import { closest, distance } from 'fastest-levenshtein';
import yargs, { type Argv, type CommandModule } from 'yargs';

import { ParleyError } from '../contract/index.js';
import { InterruptedError } from './interrupt.js';
import { PICTURE_MODES } from '../assembly/navigator-choices.js';
import { version } from '../assembly/version.js';
import { getExitCode } from '../policy/index.js';
import { stripTerminalControls } from '../text/index.js';

/** Loads only the given command's module, so that startup stays fast. */
async function loadCommand(name: string): Promise<CommandModule<object, never>> {
  switch (name) {
    case 'run':
      return (await import('./commands/run.js')).runCommand as CommandModule<object, never>;
    case 'test':
      return (await import('./commands/test.js')).testCommand as CommandModule<object, never>;
    case 'bench':
      return (await import('./commands/bench.js')).benchCommand as CommandModule<object, never>;
    case 'check':
      return (await import('./commands/check.js')).checkCommand as CommandModule<object, never>;
    case 'chat':
      return (await import('./commands/chat.js')).chatCommand as CommandModule<object, never>;
    case 'look':
      return (await import('./commands/look.js')).lookCommand as CommandModule<object, never>;
    case 'prompt':
      return (await import('./commands/prompt.js')).promptCommand as CommandModule<object, never>;
    case 'fixtures':
      return (await import('./commands/fixtures.js')).fixturesCommand as CommandModule<object, never>;
    case 'config':
      return (await import('./commands/config.js')).configCommand as CommandModule<object, never>;
    case 'init':
      return (await import('./commands/init.js')).initCommand as CommandModule<object, never>;
    case 'judge':
      return (await import('./commands/judge.js')).judgeCommand as CommandModule<object, never>;
    case 'score':
      return (await import('./commands/score.js')).scoreCommand as CommandModule<object, never>;
    case 'report':
      return (await import('./commands/report.js')).reportCommand as CommandModule<object, never>;
    case 'policy':
      return (await import('./commands/policy.js')).policyCommand as CommandModule<object, never>;
    case 'save':
      return (await import('./commands/save.js')).saveCommand as CommandModule<object, never>;
    case 'replay':
      return (await import('./commands/replay.js')).replayCommand as CommandModule<object, never>;
    case 'models':
      return (await import('./commands/models.js')).modelsCommand as CommandModule<object, never>;
    default:
      return (await import('./commands/doctor.js')).doctorCommand as CommandModule<object, never>;
  }
}

const COMMANDS: [usage: string, describe: string][] = [
  ['chat [url]', 'Talk with the navigator in the terminal'],
  ['run <what>', 'Run one scripted conversation: a scenario file, or a task in quotes'],
  ['test [paths..]', 'Run scenarios as tests, in parallel, with a report'],
  ['bench <suite>', 'Run a benchmark: the tasks of a suite, with a table of results'],
  ['judge [folders..]', 'Let a model judge finished tasks by their screenshots'],
  ['score [data..]', 'Compute the metrics of the WebLINX paper'],
  ['replay <session>', 'Repeat a recorded session without a model, or export it as a Playwright spec'],
  ['report [sessions..]', 'Write an HTML report of each recorded session'],
  ['save <session> [file]', 'Write a recorded conversation as a scenario'],
  ['check [paths..]', 'Check scenario files without a browser'],
  ['look [pages..]', 'Show what Parley sees on a page, ranked for a query'],
  ['init', 'Write a commented parley.config.yaml'],
  ['config [scenario]', 'Print the effective settings and where they come from'],
  ['models [action] [model]', 'List, add, check or remove ranking models'],
  ['policy [action] [names..]', 'List, check or create policies for the navigator “step”'],
  ['prompt <demonstration>', 'Print the prompt of a turn'],
  ['doctor', 'Check the installation and explain how to fix problems'],
  ['fixtures', 'Serve the bundled example sites'],
];

const REPEATABLE_FLAGS = new Set([
  'policy-variable',
  'policyVariable',
  '_',
  'pages',
  'paths',
  'folders',
  'names',
  'sessions',
  'data',
  'predictions',
  'split',
  'project',
  'reporter',
  'report',
  'site',
  'id',
  'task',
  'var',
  'allow-host',
  'allowHost',
  'allow-upload',
  'allowUpload',
  'model-header',
  'modelHeader',
  'confirm',
  'confirm-word',
  'confirmWord',
]);

/** Flags that accept an empty value, and arguments for which the command itself reports an empty value. */
const FLAGS_THAT_MAY_BE_EMPTY = new Set([
  '$0',
  'what',
  'demonstration',
  'only-changed',
  'onlyChanged',
  'fetch',
]);

/** Suggests the known option nearest to the one given. yargs makes suggestions only for commands. */
function suggestFlag(message: string, cli: Argv): string {
  const unknownOption = /Unknown arguments?: ([^,\s]+)/.exec(message)?.[1];
  if (!unknownOption) return 'Run it with --help to see the usage.';
  const knownOptions = Object.keys(
    (cli as unknown as { getOptions(): { key: Record<string, unknown> } }).getOptions().key,
  ).filter((key) => key.length > 1);
  const nearest = closest(unknownOption, knownOptions);
  return knownOptions.length && distance(unknownOption, nearest) <= 3
    ? `Did you mean --${nearest}?`
    : 'Run it with --help to see the usage.';
}

/** Converts a message from yargs to a usage error with a next step. */
function toUsageError(
  message: string,
  command: string | undefined,
  cli: Argv,
  args: readonly string[],
): ParleyError {
  const lines = message.split('\n').map((line) => line.trim());
  const help = `parley ${command ? `${command} ` : ''}--help shows the usage.`;
  if (/^Not enough non-option/.test(message))
    return new ParleyError('usage', `parley ${command ?? ''} needs another argument.`, help);
  const choice = /Argument: (\S+), Given: "?([^"]*)"?, Choices: (.*)/.exec(message);
  if (choice)
    return new ParleyError(
      'usage',
      `--${choice[1]} cannot be “${choice[2]}”.`,
      `Choose one of ${choice[3]}.`,
    );
  const firstLine = lines.find(Boolean) ?? message;
  if (
    command === 'run' &&
    /^Unknown argument/.test(message) &&
    !/Unknown arguments?: -/.test(message) &&
    args.some((arg, i) => i > 1 && !arg.startsWith('-') && message.includes(arg))
  )
    return new ParleyError(
      'usage',
      'A task with several words needs quotes.',
      'For example: parley run "click About us" --url example.org',
    );
  return new ParleyError(
    'usage',
    /[.?!]$/.test(firstLine) ? firstLine : `${firstLine}.`,
    suggestFlag(message, cli),
  );
}

/** Flags whose value may be omitted. Without the defaults here, yargs would use the next word as the value. */
const OPTIONAL_VALUE_FLAGS: Readonly<
  Record<string, { defaultValue: string; isValue(word: string): boolean }>
> = {
  '--pictures': { defaultValue: 'always', isValue: (word) => PICTURE_MODES.some((mode) => mode === word) },
  // If no value is given, the suite's default folder is used.
  '--fetch': { defaultValue: '', isValue: (word) => word !== '' && !word.startsWith('-') },
  '--resume': { defaultValue: 'newest', isValue: (word) => word !== '' && !word.startsWith('-') },
};

/**
 * Adds the default value to flags without a value: `--pictures https://…` becomes `--pictures=always https://…`.
 * `parley bench --resume` resumes a folder, which has no default.
 */
const insertDefaultValues = (argv: readonly string[]): string[] =>
  argv.map((word, i) => {
    const flag = argv[0] === 'bench' && word === '--resume' ? undefined : OPTIONAL_VALUE_FLAGS[word];
    return flag && !flag.isValue(argv[i + 1] ?? '') ? `${word}=${flag.defaultValue}` : word;
  });

/**
 * Stops yargs from rendering a command's help on every run. yargs does this in case it must show the help after a
 * failure. It takes 70 ms of CPU time, and `showHelpOnFail(false)` does not prevent it.
 */
function skipHelpRendering(cli: Argv): void {
  const { getInternalMethods } = cli as unknown as {
    getInternalMethods(): { getUsageInstance(): { cacheHelpMessage(): void } };
  };
  getInternalMethods.call(cli).getUsageInstance().cacheHelpMessage = () => undefined;
}

async function runCommand(rawArgv: string[]): Promise<void> {
  const argv = insertDefaultValues(rawArgv);
  const commandName = argv.find((word) => !word.startsWith('-'));
  const cli = yargs(argv).scriptName('parley');
  for (const [usage, describe] of COMMANDS) {
    const name = usage.split(' ')[0]!;
    cli.command(
      name === commandName ? await loadCommand(name) : { command: usage, describe, handler: () => undefined },
    );
  }
  cli
    .demandCommand(1, 'Give a command.')
    .recommendCommands()
    .strict()
    .check((args) => {
      for (const [key, value] of Object.entries(args))
        if (Array.isArray(value) && !REPEATABLE_FLAGS.has(key))
          throw new ParleyError('usage', `--${key} can be used only once.`, 'Remove the repeated flag.');
        else if (value === '' && !FLAGS_THAT_MAY_BE_EMPTY.has(key))
          throw new ParleyError('usage', `--${key} needs a value.`, 'Give it a value, or remove it.');
      return true;
    }, true)
    .help()
    .alias('h', 'help')
    .version(version)
    .wrap(Math.min(100, process.stdout.columns ?? 100))
    .epilogue('parley <command> --help shows details. Documentation: docs/')
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      if (error) throw error;
      throw toUsageError(message, commandName, cli, argv);
    });
  skipHelpRendering(cli);
  await cli.parseAsync();
}

/** Runs the command and sets the exit code. */
export async function runCommandLine(argv: string[]): Promise<void> {
  try {
    await runCommand(argv);
  } catch (error) {
    if (
      error instanceof InterruptedError ||
      (error instanceof Error && error.cause instanceof InterruptedError)
    ) {
      process.stderr.write('Interrupted.\n');
      process.exitCode = 130;
    } else if (error instanceof ParleyError) {
      process.stderr.write(stripTerminalControls(`${error.message}\n${error.next}\n`));
      process.exitCode = getExitCode(error.kind);
    } else {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      process.stderr.write(
        `Internal error: ${name}: ${message.split('\n')[0]}\nPlease report this with the command you ran; PARLEY_DEBUG=1 shows the stack trace.\n`,
      );
      if (process.env.PARLEY_DEBUG) process.stderr.write(`${stack}\n`);
      process.exitCode = 5;
    }
  }
}
