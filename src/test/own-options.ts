/**
 * Options of scenarios on Playwright's own command line, behind `--`: `npx playwright test -- --var a=b --repeat 5`.
 * The runner's process reads them when it reads the specs, and from there they cross to its workers as the settings
 * of `parley test` do. What follows a second `--` is left to whoever else reads `config.argv`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { variablesOf, wholeNumber } from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { didYouMean } from '../dialogue/index.js';
import { type RunSettings, SETTINGS } from './settings.js';

const TEXT = { type: 'string' } as const;

/** As `parley test` has them, and the choice that it makes by paths. */
const OPTIONS = {
  scenario: { ...TEXT, multiple: true },
  var: { ...TEXT, multiple: true },
  repeat: TEXT,
  'scenario-seed': TEXT,
  baseline: TEXT,
  'update-baseline': { type: 'boolean' },
  navigator: TEXT,
  model: TEXT,
  ranker: TEXT,
} as const;

/** What stands behind the first `--`, up to a second one. */
export function ownArguments(argv: readonly string[]): string[] {
  const first = argv.indexOf('--');
  if (first < 0) return [];
  const rest = argv.slice(first + 1);
  const second = rest.indexOf('--');
  return second < 0 ? rest : rest.slice(0, second);
}

/** @throws Problem `usage` for the first of them that cannot be right */
export function ownOptions(args: string[]): RunSettings {
  const { values, tokens } = parseArgs({
    args,
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') throw unknown(token.value, 'is no option');
    if (token.kind === 'option') checkOption(token);
  }
  // Each has its kind now: `strict` would have said so in other words.
  const { var: pairs, repeat, scenario, baseline, ...rest } = values as Values;
  const { 'scenario-seed': seed, 'update-baseline': updateBaseline = false, ...chosen } = rest;
  if (baseline !== undefined && !updateBaseline && !existsSync(baseline)) throw noBaseline(baseline);
  return {
    ...chosen,
    ...(pairs ? { vars: variablesOf(pairs) } : {}),
    ...(repeat === undefined ? {} : { repeat: runsOf(repeat) }),
    ...(seed === undefined ? {} : { seed: wholeNumber('scenario-seed', seed, 0) }),
    ...(scenario ? { scenarios: scenario } : {}),
    ...(baseline === undefined ? {} : { baseline: resolve(baseline) }),
    ...(updateBaseline ? { updateBaseline } : {}),
  };
}

type Values = Partial<
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
  const known = Object.entries(OPTIONS).find(([one]) => one === name)?.[1];
  if (!known) throw unknown(rawName, `is no option of scenarios.${didYouMean(name, Object.keys(OPTIONS))}`);
  if (known.type === 'boolean' && value !== undefined)
    throw new ParleyError(
      'usage',
      `${rawName} takes no value, and has “${value}”.`,
      `Write ${rawName} alone.`,
    );
  // What looks like the next option is one.
  if (known.type === 'string' && (value === undefined || value === '' || value.startsWith('--')))
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

const unknown = (word: string, what: string): ParleyError =>
  new ParleyError(
    'usage',
    `Behind --, ${word} ${what}`.replace(/(?<![.?])$/, '.'),
    `Those are ${Object.keys(OPTIONS)
      .map((name) => `--${name}`)
      .join(' ')}; Playwright’s own stand before the --, and those of others behind a second one.`,
  );

export const noBaseline = (file: string): ParleyError =>
  new ParleyError('usage', `There is no baseline ${file}.`, 'Make one of a run with --update-baseline.');

export function runsOf(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new ParleyError(
    'usage',
    `--repeat needs a number of runs, not “${text}”.`,
    'For example --repeat 5.',
  );
}

/** In the process of `playwright test`: its workers are started with the environment that it has then. */
export function adoptOwnOptions(argv: readonly string[] = process.argv, env = process.env): void {
  const runs = argv.slice(2, argv.indexOf('--')).includes('test');
  const args = runs ? ownArguments(argv) : [];
  if (args.length > 0 && env[SETTINGS] === undefined) env[SETTINGS] = JSON.stringify(ownOptions(args));
}

/**
 * In a worker: that nothing was asked for which nobody does.
 *
 * @throws Problem `usage` where options did not get here, or nobody looks at them
 */
export function assertAdopted(argv: readonly string[], { reporting, settings }: Adopted): void {
  const args = ownArguments(argv);
  if (args.length === 0) return;
  if (!settings)
    throw new ParleyError(
      'usage',
      `Options behind -- (${args.join(' ')}) do not reach tests that Playwright’s window starts.`,
      'Use parley test --config with them and --ui.',
    );
  const { baseline, updateBaseline } = ownOptions(args);
  if ((baseline !== undefined || updateBaseline) && !reporting)
    throw new ParleyError(
      'usage',
      'A baseline is the business of parley/reporter, which this run does not have.',
      'Name it in the config, or add it with --add-reporter=parley/reporter.',
    );
}

interface Adopted {
  reporting: boolean;
  settings: boolean;
}
