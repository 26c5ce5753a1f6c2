/**
 * Parley's options on Playwright's command line, after `--`: `npx playwright test -- --var a=b --repeat 5`. The
 * runner process parses them when it loads the specs and passes them to its workers like the settings of
 * `parley test`. Arguments after a second `--` are left for other code that reads `config.argv`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { parseVariables, parseWholeNumber } from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { formatSuggestion } from '../yaml/index.js';
import { type RunSettings, SETTINGS_VARIABLE } from './settings.js';

const STRING_OPTION = { type: 'string' } as const;

/** The options of `parley test`, and the option `scenario` instead of that command's paths. */
const OPTIONS = {
  scenario: { ...STRING_OPTION, multiple: true },
  var: { ...STRING_OPTION, multiple: true },
  repeat: STRING_OPTION,
  'scenario-seed': STRING_OPTION,
  baseline: STRING_OPTION,
  'update-baseline': { type: 'boolean' },
  navigator: STRING_OPTION,
  model: STRING_OPTION,
  ranker: STRING_OPTION,
} as const;

/** Returns the arguments between the first `--` and the second. */
export function extractArgumentsAfterDashes(argv: readonly string[]): string[] {
  const firstIndex = argv.indexOf('--');
  if (firstIndex < 0) return [];
  const argumentsAfterDashes = argv.slice(firstIndex + 1);
  const secondIndex = argumentsAfterDashes.indexOf('--');
  return secondIndex < 0 ? argumentsAfterDashes : argumentsAfterDashes.slice(0, secondIndex);
}

/** @throws ParleyError `usage` for the first invalid option */
export function parseParleyOptions(args: string[]): RunSettings {
  const { values, tokens } = parseArgs({
    args,
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') throw createUnknownOptionError(token.value, 'is not an option');
    if (token.kind === 'option') assertValidOption(token);
  }
  // All values have the right type now. `strict` is off, so that errors have Parley's messages and not Node's.
  const { var: assignments, repeat, scenario, baseline, ...otherValues } = values as OptionValues;
  const { 'scenario-seed': seed, 'update-baseline': updateBaseline = false, ...agentOptions } = otherValues;
  if (baseline !== undefined && !updateBaseline && !existsSync(baseline))
    throw createMissingBaselineError(baseline);
  return {
    ...agentOptions,
    ...(assignments ? { vars: parseVariables(assignments) } : {}),
    ...(repeat === undefined ? {} : { repeat: parseRepeat(repeat) }),
    ...(seed === undefined ? {} : { seed: parseWholeNumber('scenario-seed', seed, 0) }),
    ...(scenario ? { scenarios: scenario } : {}),
    ...(baseline === undefined ? {} : { baseline: resolve(baseline) }),
    ...(updateBaseline ? { updateBaseline } : {}),
  };
}

type OptionValues = Partial<
  Record<'repeat' | 'scenario-seed' | 'baseline' | 'navigator' | 'model' | 'ranker', string>
> & {
  var?: string[];
  scenario?: string[];
  'update-baseline'?: boolean;
};

function assertValidOption({
  name,
  rawName,
  value,
}: {
  name: string;
  rawName: string;
  value?: string | undefined;
}): void {
  const definition = Object.entries(OPTIONS).find(([optionName]) => optionName === name)?.[1];
  if (!definition)
    throw createUnknownOptionError(
      rawName,
      `is not a Parley option.${formatSuggestion(name, Object.keys(OPTIONS))}`,
    );
  if (definition.type === 'boolean' && value !== undefined)
    throw new ParleyError(
      'usage',
      `${rawName} does not take a value, but it was given “${value}”.`,
      `Write ${rawName} without a value.`,
    );
  // If the value looks like an option, it is the next option, and the value is missing.
  if (definition.type === 'string' && (value === undefined || value === '' || value.startsWith('--')))
    throw new ParleyError(
      'usage',
      `${rawName} needs a value.`,
      `For example ${rawName} ${EXAMPLES[name as keyof typeof EXAMPLES]}.`,
    );
}

const EXAMPLES = {
  scenario: 'checkout',
  var: 'name=value',
  repeat: '5',
  'scenario-seed': '3',
  baseline: 'results/baseline.json',
  navigator: 'direct',
  model: 'gpt-5-mini',
  ranker: 'lexical',
} as const;

const createUnknownOptionError = (word: string, problem: string): ParleyError =>
  new ParleyError(
    'usage',
    `After --, ${word} ${problem}`.replace(/(?<![.?])$/, '.'),
    `Parley’s options are ${Object.keys(OPTIONS)
      .map((name) => `--${name}`)
      .join(' ')}. Put Playwright’s own options before --, and options for other code after a second --.`,
  );

export const createMissingBaselineError = (file: string): ParleyError =>
  new ParleyError('usage', `There is no baseline “${file}”.`, 'Create it from a run with --update-baseline.');

export function parseRepeat(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new ParleyError(
    'usage',
    `--repeat needs a number of runs, not “${text}”.`,
    'For example --repeat 5.',
  );
}

/** Stores the options after `--` in the environment of the `playwright test` process, which its workers inherit. */
export function adoptParleyOptions(argv: readonly string[] = process.argv, env = process.env): void {
  const runsTests = argv.slice(2, argv.indexOf('--')).includes('test');
  const args = runsTests ? extractArgumentsAfterDashes(argv) : [];
  if (args.length > 0 && env[SETTINGS_VARIABLE] === undefined)
    env[SETTINGS_VARIABLE] = JSON.stringify(parseParleyOptions(args));
}

/**
 * Checks in a worker process that the options after `--` have an effect.
 *
 * @throws ParleyError `usage` if options did not reach the worker or would be ignored
 */
export function assertOptionsApply(argv: readonly string[], { hasReporter, hasSettings }: RunFeatures): void {
  const args = extractArgumentsAfterDashes(argv);
  if (args.length === 0) return;
  if (!hasSettings)
    throw new ParleyError(
      'usage',
      `Options after -- (${args.join(' ')}) are not passed on to tests started from Playwright’s UI mode.`,
      'Use parley test --config with these options and --ui.',
    );
  const { baseline, updateBaseline } = parseParleyOptions(args);
  if ((baseline !== undefined || updateBaseline) && !hasReporter)
    throw new ParleyError(
      'usage',
      'A baseline needs parley-web/reporter, which this run does not use.',
      'Add it in the config, or with --add-reporter=parley-web/reporter.',
    );
}

interface RunFeatures {
  hasReporter: boolean;
  hasSettings: boolean;
}
