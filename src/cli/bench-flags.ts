/** Flags of `parley bench`. */
import type { Argv } from 'yargs';

import { parseMaxIter, type BrowserFlags, type NavigatorFlags, type RankerFlags } from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import {
  checkResumedFlags,
  KEEP_DEMONSTRATIONS,
  SUITE_FLAGS,
  SUITE_NAMES,
  type KeepDemonstrations,
  type RunDescription,
  type Suite,
  type SuiteBudget,
} from '../suites/index.js';
import { confirmOption, type ConfirmFlag } from './confirm-option.js';
import { navigatorOptions } from './navigator-options.js';
import { rankerOptions } from './options.js';
import { assertShardAndWorkers } from './test-flags.js';

export interface BenchFlags
  extends
    NavigatorFlags,
    RankerFlags,
    ConfirmFlag,
    Pick<BrowserFlags, 'allowHost' | 'allowPrivate' | 'allowUpload' | 'headed'> {
  suite: string;
  site?: string[];
  id?: string[];
  limit?: string;
  suiteBudgetUsd?: number;
  suiteBudgetTokens?: number;
  workers?: string;
  shard?: string;
  results?: string;
  keepDemonstrations?: KeepDemonstrations;
  resume?: string;
  again: boolean;
  report?: string[];
  fetch?: string;
  source?: string;
  [flag: string]: unknown;
}

export function benchOptions(yargs: Argv): Argv<BenchFlags> {
  const repeatable = { type: 'string', array: true, nargs: 1 } as const;
  let builder = rankerOptions(navigatorOptions(confirmOption(yargs.group([], 'Options:'))))
    .positional('suite', {
      type: 'string',
      demandOption: true,
      describe: `The suite: ${SUITE_NAMES.join(', ')}`,
    })
    .option('site', { ...repeatable, describe: 'Only tasks of this site' })
    .option('id', { ...repeatable, describe: 'Only the task with this id' })
    .option('limit', { type: 'string', describe: 'Only this many tasks, from the start' })
    .option('max-iter', {
      type: 'number',
      describe: 'Maximum number of decisions per task; the suite has a default',
    })
    .option('suite-budget-usd', { type: 'number', describe: 'Maximum dollars for the whole run' })
    .option('suite-budget-tokens', { type: 'number', describe: 'Maximum tokens for the whole run' })
    .option('workers', {
      type: 'string',
      alias: 'j',
      describe: 'Number of workers, or a share of the CPU cores such as 50%',
    })
    .option('shard', { type: 'string', describe: 'Run one shard of the tasks, for example 1/3' })
    .option('results', {
      type: 'string',
      describe: 'Folder for results (default results); each run gets its own subfolder',
    })
    .option('keep-demonstrations', {
      choices: KEEP_DEMONSTRATIONS,
      describe: 'Which recorded sessions to keep on disk (default all)',
    })
    .option('resume', {
      type: 'string',
      describe: 'Folder of an earlier run: run the tasks that have no result yet, with the same settings',
    })
    .option('again', {
      type: 'boolean',
      default: false,
      describe: 'With --resume: also run finished tasks again',
    })
    .option('report', {
      ...repeatable,
      describe: 'Print the results of this run; may be repeated for the shards of a run',
    })
    .option('fetch', {
      type: 'string',
      describe: 'Download the suite’s data to this folder; without a value, to the usual folder',
    })
    .option('source', { type: 'string', describe: 'With --fetch: another address with the same files' })
    .option('headed', { type: 'boolean', describe: 'Show the browser windows' })
    .option('allow-host', { ...repeatable, describe: 'Allow only the start page’s site and this host' })
    .option('allow-private', { type: 'boolean', describe: 'Allow private addresses and this machine' })
    .option('allow-upload', { ...repeatable, describe: 'File or folder that may be uploaded to pages' });
  for (const { name, type = 'string', isRepeatable, choices, describe } of SUITE_FLAGS)
    builder = builder.option(name, {
      group: 'Flags of one suite:',
      describe,
      ...(isRepeatable ? repeatable : { type }),
      ...(choices ? { choices } : {}),
    });
  return builder;
}

export interface RunLimits {
  maxIterations: number | undefined;
  budget: SuiteBudget;
}

/** @throws ParleyError `usage` for the first invalid flag */
export function checkBenchFlags(
  args: BenchFlags,
  suite: Suite,
  resumedRun: RunDescription | null,
): RunLimits {
  assertShardAndWorkers(args);
  if (args.again && !resumedRun)
    throw new ParleyError(
      'usage',
      '--again needs --resume.',
      'Give the folder of the run whose tasks you want to run again: --resume <folder>.',
    );
  if (resumedRun) {
    assertSameRun(args, resumedRun);
    checkResumedFlags(suite, resumedRun.flags, args);
  }
  const { suiteBudgetTokens: tokens, suiteBudgetUsd: usd } = args;
  for (const [name, value] of [
    ['suite-budget-tokens', tokens],
    ['suite-budget-usd', usd],
  ] as const)
    if (value !== undefined && !(Number.isFinite(value) && value > 0))
      throw new ParleyError('usage', `--${name} must be a number above zero.`, `For example: --${name} 10`);
  return {
    maxIterations: parseMaxIter(args.maxIter),
    budget: { ...(tokens === undefined ? {} : { tokens }), ...(usd === undefined ? {} : { usd }) },
  };
}

/**
 * Checks that a resumed run keeps its suite, navigator and model, because a run folder contains the results of only one
 * of each.
 */
function assertSameRun(args: BenchFlags, { suite, flags }: RunDescription): void {
  for (const [name, recordedValue, givenValue] of [
    ['suite', suite, args.suite],
    ['--navigator', flags['navigator'], args.navigator],
    ['--model', flags['model'], args.model],
  ] as const)
    if (recordedValue !== givenValue)
      throw new ParleyError(
        'usage',
        `The run in ${args.resume} has ${name} ${String(recordedValue ?? 'unset')}, not ${String(givenValue ?? 'unset')}.`,
        'Resume it without this flag, or start a new run.',
      );
}

export function parseShard(text: string | undefined): { part: number; total: number } | undefined {
  if (text === undefined) return undefined;
  const [part = 1, total = 1] = text.split('/').map(Number);
  return { part, total };
}

/** Flags that may contain keys, and flags that apply to only one call. */
const UNRECORDED_FLAGS = new Set([
  '_',
  '$0',
  'modelHeader',
  'modelBody',
  'apiKeyCommand',
  'resume',
  'again',
  'report',
  'fetch',
  'source',
  'suite',
  // The run's tasks are already selected.
  'site',
  'id',
  'limit',
  'shard',
]);

/** Selects the flags to record for a run, without keys. A resumed run uses them again. */
export function selectRecordedFlags(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]) => {
      const isFlagAlias = name.includes('-') || name.length === 1;
      if (isFlagAlias || value === undefined || UNRECORDED_FLAGS.has(name)) return [];
      return [[name, ['baseUrl', 'proxy'].includes(name) ? stripCredentials(String(value)) : value]];
    }),
  );
}

function stripCredentials(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}
