/** Flags of `parley test`: Parley's own that hold for scenarios, and those of Playwright Test that go on to it. */
import type { Argv } from 'yargs';

import type { BrowserFlags, ModelFlags, NavigatorFlags, RankerFlags } from '../assembly/index.js';

type Shared = Omit<NavigatorFlags, keyof ModelFlags> &
  ModelFlags &
  RankerFlags &
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
}

/** Of Playwright Test, as it has them. */
const PASSED = {
  grep: { type: 'string', alias: 'g', describe: 'Only scenarios whose title or @tag fits this expression' },
  'grep-invert': { type: 'string', describe: 'Only those where it does not' },
  workers: { type: 'string', alias: 'j', describe: 'How many at a time, or 50%' },
  shard: { type: 'string', describe: 'One of several parts: 1/3' },
  'last-failed': { type: 'boolean', describe: 'Only those that failed the last time' },
  'max-failures': { type: 'string', describe: 'Stop after so many failures' },
  list: { type: 'boolean', describe: 'List the scenarios and hold none' },
  trace: { type: 'string', describe: 'on, off, retain-on-failure …' },
  project: { type: 'string', array: true, nargs: 1, describe: 'With --config: only this project' },
  'update-snapshots': { type: 'string', alias: 'u', describe: 'all, changed, missing or none' },
  'repeat-each': { type: 'string', describe: 'Each test so often, as tests of their own' },
  'pass-with-no-tests': { type: 'boolean', describe: 'No scenario is no failure' },
  'forbid-only': { type: 'boolean', describe: 'test.only is a failure' },
  ui: { type: 'boolean', describe: 'Playwright’s window' },
  debug: { type: 'boolean', describe: 'Playwright’s inspector' },
} as const;

export function playwrightOptions<T>(yargs: Argv<T>): Argv<T> {
  let built: Argv = yargs;
  for (const [name, flag] of Object.entries(PASSED))
    built = built.option(name, { ...flag, group: 'Playwright Test:' });
  return built as unknown as Argv<T>;
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Those that were given, as arguments again. */
export function passedOn(args: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(PASSED).flatMap((name) => {
    const value = args[camel(name)];
    if (value === undefined || value === false) return [];
    if (value === true) return [`--${name}`];
    return [value].flat().map((one) => `--${name}=${String(one)}`);
  });
}
