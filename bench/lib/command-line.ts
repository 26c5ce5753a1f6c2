/** The command line of the benchmarks: the list of benchmarks, each one's help and options, and usage errors. */
import { writeFileSync } from 'node:fs';
import yargs, { type Argv, type InferredOptionTypes, type Options } from 'yargs';

import { ParleyError } from '../../src/contract/index.js';

type OptionTable = Record<string, Options>;

export interface Benchmark<O extends OptionTable = OptionTable> {
  /** One line for the list of benchmarks. */
  summary: string;
  /** One paragraph for the help. */
  description: string;
  options: O;
  /** Arguments of the example in the help. */
  example: string;
  /** @param command the command line as typed, for the report. @returns the exit code */
  run(values: InferredOptionTypes<O>, command: string): Promise<number>;
}

/** All benchmarks. Each is loaded only when needed. */
export interface BenchmarkCatalogue {
  names: readonly string[];
  load(name: string): Promise<Benchmark>;
  /** Runs once before a benchmark starts. */
  prepare(): Promise<unknown>;
}

const COMMAND = 'npm run bench --';

/** The option `--json`. Pass its value to `writeJson`. */
export const JSON_OPTION = {
  type: 'string',
  requiresArg: true,
  describe: 'Write all results to this JSON file',
} as const;

export function writeJson(file: string | undefined, data: object): void {
  if (file !== undefined) writeFileSync(file, JSON.stringify(data, null, 1));
}

export function reportProgress(text: string): void {
  process.stderr.write(`${text} …\n`);
}

/** Returns its argument; infers the types of the option values. */
export function defineBenchmark<const O extends OptionTable>(benchmark: Benchmark<O>): Benchmark<O> {
  return benchmark;
}

/** Creates the option `--name`, which takes a whole number from `min` to `max`. */
export function createWholeNumberOption<D extends number | undefined = undefined>(
  name: string,
  {
    describe,
    min = 1,
    max = Infinity,
    default: defaultValue,
  }: { describe: string; min?: number; max?: number; default?: D },
) {
  const coerce = (argument: unknown): number => {
    // yargs also calls this function if the option is missing.
    if (argument === undefined) return defaultValue as number;
    const number = Number(argument);
    if (argument !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
    const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new Error(`--${name} needs a whole number ${range}, not “${String(argument)}”.`);
  };
  return { requiresArg: true, describe, coerce, default: defaultValue as D };
}

/**
 * Runs the benchmark named by the first argument, or prints the list of benchmarks.
 * @returns the exit code: 2 for usage errors
 */
export async function runCommandLine(
  [name, ...args]: readonly string[],
  { names, load, prepare }: BenchmarkCatalogue,
): Promise<number> {
  try {
    if (name === undefined || name === '--help' || name === '-h') {
      process.stdout.write(await formatList(names, load));
      return 0;
    }
    if (!names.includes(name))
      throw new ParleyError(
        'usage',
        `There is no benchmark “${name}”.`,
        `The benchmarks are ${names.join(', ')}.`,
      );
    const benchmark = await load(name);
    const values = await parseOptions(name, benchmark, args);
    if (values.help) return 0;
    await prepare();
    return await benchmark.run(values, [COMMAND, name, ...args].join(' '));
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    process.stderr.write(`${error.message} ${error.next}\n`);
    return error.kind === 'usage' ? 2 : 1;
  }
}

async function formatList(names: readonly string[], load: BenchmarkCatalogue['load']): Promise<string> {
  const width = Math.max(...names.map((name) => name.length));
  const lines = await Promise.all(
    names.map(async (name) => `  ${name.padEnd(width)}  ${(await load(name)).summary}`),
  );
  return [
    `${COMMAND} <name> [options]`,
    '',
    ...lines,
    '',
    `${COMMAND} <name> --help shows the options of a benchmark.`,
    '',
  ].join('\n');
}

/** Parses the options of one benchmark, or prints its help. @throws ParleyError `usage` */
export async function parseOptions<O extends OptionTable>(
  name: string,
  { description, options, example }: Pick<Benchmark<O>, 'description' | 'options' | 'example'>,
  args: readonly string[],
): Promise<InferredOptionTypes<O> & { help?: boolean }> {
  const cli = yargs([...args])
    .usage(`${COMMAND} ${name} [options]\n\n${description}`)
    .options(options)
    .example([[`${COMMAND} ${name} ${example}`, '']])
    .strict()
    .check((values) => {
      for (const [key, value] of Object.entries(values))
        if (Array.isArray(value) && options[key] && !options[key].array && !options[key].coerce)
          throw new ParleyError('usage', `--${key} can be used only once.`, 'Remove the repeated flag.');
      return true;
    })
    .help()
    .alias('h', 'help')
    .version(false)
    .wrap(100)
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      // yargs wraps errors of `coerce` in its own YError.
      if (error && error.name !== 'YError') throw error;
      throw toUsageError(message ?? error.message, name, Object.keys(options));
    });
  return (await (cli as Argv).parseAsync()) as InferredOptionTypes<O> & { help?: boolean };
}

const formatHelpHint = (name: string): string =>
  `${COMMAND} ${name} --help shows the options of this benchmark.`;

/** Converts a yargs message into an error with a next step. */
function toUsageError(message: string, name: string, options: readonly string[]): ParleyError {
  const unknownOption = /^Unknown arguments?: ([^,\s]+)/.exec(message)?.[1];
  if (unknownOption)
    return new ParleyError(
      'usage',
      `Benchmark ${name} has no option “${unknownOption}”.`,
      `Its options are ${options.map((option) => `--${option}`).join(', ')}.`,
    );
  const choiceError = /Argument: (\S+), Given: "?([^"]*)"?, Choices: (.*)/.exec(message);
  if (choiceError)
    return new ParleyError(
      'usage',
      `--${choiceError[1]} cannot be “${choiceError[2]}”.`,
      `Choose one of ${choiceError[3]!.replaceAll('"', '')}.`,
    );
  const incompleteOption = /^Not enough arguments following: (\S+)/.exec(message)?.[1];
  if (incompleteOption)
    return new ParleyError('usage', `--${incompleteOption} needs a value.`, formatHelpHint(name));
  return new ParleyError('usage', message.split('\n')[0]!, formatHelpHint(name));
}
