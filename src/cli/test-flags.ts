/** Flags of `parley test`: Parley's own flags, and Playwright Test's flags, which are passed on to it. */
import type { Argv, Options } from 'yargs';

import type {
  BrowserFlags,
  ModelFlags,
  NavigatorFlags,
  RankerFlags,
  SentenceModelFlags,
  JudgeFlags,
} from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';

type ScenarioFlags = Omit<NavigatorFlags, keyof ModelFlags> &
  ModelFlags &
  RankerFlags &
  SentenceModelFlags &
  JudgeFlags &
  Pick<BrowserFlags, 'allowHost' | 'allowPrivate' | 'allowUpload'>;

export interface TestFlags extends ScenarioFlags {
  paths: string[];
  config?: string;
  var?: string[];
  repeat?: string;
  baseline?: string;
  updateBaseline?: boolean;
  scenarioSeed?: string;
  results?: string;
  onlyChanged?: string;
  reporter?: string[];
  headed?: boolean;
  ui?: boolean;
  uiPort?: string;
  uiHost?: string;
}

const PLAYWRIGHT_FLAGS: Readonly<Record<string, Options>> = {
  grep: {
    type: 'string',
    alias: 'g',
    describe: 'Only scenarios whose title or @tag matches this regular expression',
  },
  'grep-invert': { type: 'string', alias: 'G', describe: 'Only scenarios that do not match' },
  workers: {
    type: 'string',
    alias: 'j',
    describe: 'Number of workers, or a share of the CPU cores such as 50%',
  },
  shard: { type: 'string', describe: 'Run one shard, for example 1/3' },
  'last-failed': { type: 'boolean', describe: 'Only scenarios that failed in the last run' },
  'max-failures': { type: 'string', describe: 'Stop after this many failures' },
  x: { type: 'boolean', describe: 'Stop after the first failure' },
  list: { type: 'boolean', describe: 'List the scenarios without running them' },
  trace: { type: 'string', describe: 'Record Playwright traces: on, off, retain-on-failure …' },
  project: { type: 'string', array: true, nargs: 1, describe: 'With --config: only this project' },
  'update-snapshots': {
    type: 'string',
    alias: 'u',
    describe: 'Which snapshots to update: all, changed, missing or none',
  },
  'repeat-each': { type: 'string', describe: 'Run each test this many times' },
  'pass-with-no-tests': { type: 'boolean', describe: 'Pass if there are no scenarios' },
  'global-timeout': { type: 'string', describe: 'Time limit for the whole run in milliseconds' },
  shuffle: { type: 'string', describe: 'Run in random order; with a seed, in the same order each time' },
  ui: { type: 'boolean', describe: 'Open Playwright’s UI mode' },
  'ui-port': { type: 'string', describe: 'Serve UI mode on this port' },
  'ui-host': { type: 'string', describe: 'Serve UI mode on this host' },
  debug: { type: 'string', describe: 'Open Playwright’s inspector' },
  // These flags are useful only with --config.
  ...createHiddenFlags('string', [
    'last-failed-file',
    'output',
    'retries',
    'test-list',
    'test-list-invert',
    'timeout',
    'tsconfig',
  ]),
  ...createHiddenFlags('boolean', [
    // On the command line, this is --no-deps.
    'deps',
    'fail-on-flaky-tests',
    'forbid-only',
    'fully-parallel',
    'ignore-snapshots',
    'quiet',
  ]),
};

function createHiddenFlags(type: 'string' | 'boolean', names: readonly string[]): Record<string, Options> {
  return Object.fromEntries(names.map((name) => [name, { type, hidden: true }]));
}

export function addPlaywrightOptions<T>(yargs: Argv<T>): Argv<T> {
  let builder: Argv = yargs;
  for (const [name, flag] of Object.entries(PLAYWRIGHT_FLAGS))
    builder = builder.option(name, { ...flag, group: 'Playwright Test:' });
  return builder as unknown as Argv<T>;
}

const toCamelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Checks the flags whose errors Playwright would report with a stack trace.
 *
 * @throws ParleyError `usage` for an invalid flag
 */
export function assertShardAndWorkers({ shard, workers }: Readonly<Record<string, unknown>>): void {
  const [, part, total] = /^(\d+)\/(\d+)$/.exec(String(shard ?? '1/1')) ?? [];
  if (part === undefined || Number(part) < 1 || Number(part) > Number(total))
    throw new ParleyError(
      'usage',
      `--shard needs part/total, not “${String(shard)}”.`,
      'For example --shard 1/3.',
    );
  if (!/^[1-9]\d*%?$/.test(String(workers ?? '1')))
    throw new ParleyError(
      'usage',
      `--workers needs a number of at least 1 or a share such as 50%, not “${String(workers)}”.`,
      'For example --workers 4.',
    );
}

/** Converts the given flags back to arguments for Playwright. */
export function toPlaywrightArgs(args: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(PLAYWRIGHT_FLAGS).flatMap((name) => {
    const flag = name.length === 1 ? `-${name}` : `--${name}`;
    const value = args[toCamelCase(name)];
    if (name === 'deps') return value === false ? ['--no-deps'] : [];
    if (value === undefined || value === false) return [];
    return [value].flat().map((item) => (item === true || item === '' ? flag : `${flag}=${String(item)}`));
  });
}
