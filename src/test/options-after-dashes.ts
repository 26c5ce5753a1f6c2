/**
 * Parley's options on Playwright's command line, after `--`: `npx playwright test -- --var a=b --repeat 5`. The
 * runner process parses them when it loads the specs and passes them to its workers like the settings of
 * `parley test`. Arguments after a second `--` are left to other readers of `config.argv`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { parseVariables, parseWholeNumber } from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { didYouMean } from '../yaml/index.js';
import { type RunSettings, SETTINGS_VARIABLE } from './settings.js';

const TEXT_OPTION = { type: 'string' } as const;

/** The options of `parley test`, plus `scenario`, which replaces its paths. */
const OPTIONS = {
  scenario: { ...TEXT_OPTION, multiple: true },
  var: { ...TEXT_OPTION, multiple: true },
  repeat: TEXT_OPTION,
  'scenario-seed': TEXT_OPTION,
  baseline: TEXT_OPTION,
  'update-baseline': { type: 'boolean' },
  navigator: TEXT_OPTION,
  model: TEXT_OPTION,
  ranker: TEXT_OPTION,
} as const;

/** Returns the arguments between the first `--` and a second one. */
export function argumentsAfterDashes(argv: readonly string[]): string[] {
  const first = argv.indexOf('--');
  if (first < 0) return [];
  const afterFirst = argv.slice(first + 1);
  const second = afterFirst.indexOf('--');
  return second < 0 ? afterFirst : afterFirst.slice(0, second);
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
    if (token.kind === 'option') checkOption(token);
  }
  // All values have the right type now. `strict` is off because its messages differ from ours.
  const { var: pairs, repeat, scenario, baseline, ...afterFirst } = values as OptionValues;
  const { 'scenario-seed': seed, 'update-baseline': updateBaseline = false, ...agent } = afterFirst;
  if (baseline !== undefined && !updateBaseline && !existsSync(baseline))
    throw createMissingBaselineError(baseline);
  return {
    ...agent,
    ...(pairs ? { vars: parseVariables(pairs) } : {}),
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

function checkOption({
  name,
  rawName,
  value,
}: {
  name: string;
  rawName: string;
  value?: string | undefined;
}): void {
  const definition = Object.entries(OPTIONS).find(([one]) => one === name)?.[1];
  if (!definition)
    throw createUnknownOptionError(
      rawName,
      `is not a Parley option.${didYouMean(name, Object.keys(OPTIONS))}`,
    );
  if (definition.type === 'boolean' && value !== undefined)
    throw new ParleyError(
      'usage',
      `${rawName} takes no value, but got “${value}”.`,
      `Write ${rawName} alone.`,
    );
  // A value that looks like an option is the next option.
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

const createUnknownOptionError = (word: string, what: string): ParleyError =>
  new ParleyError(
    'usage',
    `After --, ${word} ${what}`.replace(/(?<![.?])$/, '.'),
    `Parley’s options are ${Object.keys(OPTIONS)
      .map((name) => `--${name}`)
      .join(' ')}. Put Playwright’s own before --, and those of others after a second --.`,
  );

export const createMissingBaselineError = (file: string): ParleyError =>
  new ParleyError('usage', `There is no baseline ${file}.`, 'Create it from a run with --update-baseline.');

export function parseRepeat(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new ParleyError(
    'usage',
    `--repeat needs a number of runs, not “${text}”.`,
    'For example --repeat 5.',
  );
}

/** Called in the process of `playwright test`, whose environment the workers inherit. */
export function adoptParleyOptions(argv: readonly string[] = process.argv, env = process.env): void {
  const runs = argv.slice(2, argv.indexOf('--')).includes('test');
  const args = runs ? argumentsAfterDashes(argv) : [];
  if (args.length > 0 && env[SETTINGS_VARIABLE] === undefined)
    env[SETTINGS_VARIABLE] = JSON.stringify(parseParleyOptions(args));
}

/**
 * Checks in a worker that the options after `--` have an effect.
 *
 * @throws ParleyError `usage` if options did not reach the worker or would be ignored
 */
export function assertOptionsApply(
  argv: readonly string[],
  { hasReporter: reporting, hasSettings: settings }: RunFeatures,
): void {
  const args = argumentsAfterDashes(argv);
  if (args.length === 0) return;
  if (!settings)
    throw new ParleyError(
      'usage',
      `Options after -- (${args.join(' ')}) do not reach tests started from Playwright’s UI mode.`,
      'Use parley test --config with these options and --ui.',
    );
  const { baseline, updateBaseline } = parseParleyOptions(args);
  if ((baseline !== undefined || updateBaseline) && !reporting)
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
