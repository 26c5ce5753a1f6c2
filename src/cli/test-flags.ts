/** Flags of `parley test`: Parley's own that hold for scenarios, and those of Playwright Test that go on to it. */
import type { Argv, Options } from 'yargs';

import type {
  BrowserFlags,
  ModelFlags,
  NavigatorFlags,
  RankerFlags,
  SentenceFlags,
} from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';

type Shared = Omit<NavigatorFlags, keyof ModelFlags> &
  ModelFlags &
  RankerFlags &
  SentenceFlags &
  Pick<BrowserFlags, 'allowHost' | 'allowPrivate' | 'allowUpload'>;

export interface TestFlags extends Shared {
  paths: string[];
  config?: string;
  var?: string[];
  repeat?: string;
  baseline?: string;
  updateBaseline?: boolean;
  scenarioSeed?: string;
  results: string;
  onlyChanged?: string;
  reporter?: string[];
  headed?: boolean;
  ui?: boolean;
  uiPort?: string;
  uiHost?: string;
}

/** Of Playwright Test, as it has them. */
const PASSED: Readonly<Record<string, Options>> = {
  grep: { type: 'string', alias: 'g', describe: 'Only scenarios whose title or @tag fits this expression' },
  'grep-invert': { type: 'string', alias: 'G', describe: 'Only those where it does not' },
  workers: { type: 'string', alias: 'j', describe: 'How many at a time, or 50%' },
  shard: { type: 'string', describe: 'One of several parts: 1/3' },
  'last-failed': { type: 'boolean', describe: 'Only those that failed the last time' },
  'max-failures': { type: 'string', describe: 'Stop after so many failures' },
  x: { type: 'boolean', describe: 'Stop after the first' },
  list: { type: 'boolean', describe: 'List the scenarios and hold none' },
  trace: { type: 'string', describe: 'on, off, retain-on-failure …' },
  project: { type: 'string', array: true, nargs: 1, describe: 'With --config: only this project' },
  'update-snapshots': { type: 'string', alias: 'u', describe: 'all, changed, missing or none' },
  'repeat-each': { type: 'string', describe: 'Each test so often, as tests of their own' },
  'pass-with-no-tests': { type: 'boolean', describe: 'No scenario is no failure' },
  'global-timeout': { type: 'string', describe: 'Milliseconds for the whole run' },
  shuffle: { type: 'string', describe: 'In any order, or in that of a seed' },
  ui: { type: 'boolean', describe: 'Playwright’s window; it runs again what is edited' },
  'ui-port': { type: 'string', describe: 'The same in a browser, at this port' },
  'ui-host': { type: 'string', describe: 'and at this address' },
  debug: { type: 'string', describe: 'Playwright’s inspector' },
  // For suites that have a config of their own.
  ...hidden('string', [
    'last-failed-file',
    'output',
    'retries',
    'test-list',
    'test-list-invert',
    'timeout',
    'tsconfig',
  ]),
  ...hidden('boolean', [
    // Given as --no-deps.
    'deps',
    'fail-on-flaky-tests',
    'forbid-only',
    'fully-parallel',
    'ignore-snapshots',
    'quiet',
  ]),
};

function hidden(type: 'string' | 'boolean', names: readonly string[]): Record<string, Options> {
  return Object.fromEntries(names.map((name) => [name, { type, hidden: true }]));
}

export function playwrightOptions<T>(yargs: Argv<T>): Argv<T> {
  let built: Argv = yargs;
  for (const [name, flag] of Object.entries(PASSED))
    built = built.option(name, { ...flag, group: 'Playwright Test:' });
  return built as unknown as Argv<T>;
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What Playwright would answer with a stack. @throws Problem `usage` */
export function assertFlags({ shard, workers }: Readonly<Record<string, unknown>>): void {
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(String(shard ?? '1/1')) ?? [];
  if (part === undefined || Number(part) < 1 || Number(part) > Number(of))
    throw new ParleyError(
      'usage',
      `--shard has to be one of several parts, not “${String(shard)}”.`,
      'For example --shard 1/3.',
    );
  if (!/^[1-9]\d*%?$/.test(String(workers ?? '1')))
    throw new ParleyError(
      'usage',
      `--workers has to be a number of at least 1, or a share as 50%, not “${String(workers)}”.`,
      'For example --workers 4.',
    );
}

/** Those that were given, as arguments again; one without its value goes without. */
export function passedOn(args: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(PASSED).flatMap((name) => {
    const flag = name.length === 1 ? `-${name}` : `--${name}`;
    const value = args[camel(name)];
    if (name === 'deps') return value === false ? ['--no-deps'] : [];
    if (value === undefined || value === false) return [];
    return [value].flat().map((one) => (one === true || one === '' ? flag : `${flag}=${String(one)}`));
  });
}
