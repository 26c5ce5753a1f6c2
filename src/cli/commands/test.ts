/** `parley test`: scenarios as tests of Playwright Test, with its flags, and without a spec. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandModule } from 'yargs';

import { variablesOf, wholeNumber } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { BrokenScenario, findScenarios, loadScenario } from '../../dialogue/index.js';
import { exitCode } from '../../policy/index.js';
import { readBaseline } from '../../test/baseline.js';
import { noBaseline, runsOf } from '../../test/own-options.js';
import { type RunSettings, SETTINGS } from '../../test/settings.js';
import { changedFiles } from '../changed-files.js';
import { confirmOption, confirmPolicyOf, type ConfirmFlag } from '../confirm.js';
import { interruptible } from '../interrupt.js';
import { modelFlagNames } from '../model-options.js';
import { navigatorOptions } from '../navigator-options.js';
import { rankerOptions, sentenceOption } from '../options.js';
import { runPlaywright } from '../playwright-run.js';
import { assertFlags, passedOn, playwrightOptions, type TestFlags } from '../test-flags.js';

type Args = TestFlags & ConfirmFlag & Record<string, unknown>;

const CONFIG = fileURLToPath(new URL('../../test/runner/playwright.config.js', import.meta.url));

/** What goes to whoever holds the scenarios, by these names. */
const OPTIONS = [
  ...modelFlagNames().filter((name) => name !== 'model'),
  'pictures',
  'seed',
  'shape',
  'tokenizer',
  'template',
  'topK',
  'rankerDevice',
  'rankerCache',
  'sentenceModel',
  'allowHost',
  'allowPrivate',
  'allowUpload',
] as const;

/** The scenarios that are meant: those named, or those in `scenarios/`, or below here. */
function filesOf({ paths, onlyChanged }: Args): string[] {
  const places = paths.length > 0 ? paths : [existsSync('scenarios') ? 'scenarios' : '.'];
  const files = findScenarios(places).map((file) => resolve(file));
  if (onlyChanged === undefined) return files;
  const changed = changedFiles(onlyChanged);
  return files.filter((file) => filesUsedBy(file).some((one) => changed.has(one)));
}

/** One that is broken is asked for its own file alone. */
function filesUsedBy(file: string): string[] {
  try {
    return loadScenario(file).files.map((one) => resolve(one));
  } catch (error) {
    if (error instanceof BrokenScenario) return [file, ...error.complaints.map((one) => resolve(one.file))];
    if (error instanceof ParleyError) return [file];
    throw error;
  }
}

/** `results/2026-11-22T10-30-00-test`: beside the demonstrations of single runs. */
function runFolder(results: string): string {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  const folder = resolve(results, `${time}-test`);
  return existsSync(folder) ? `${folder}-${process.pid}` : folder;
}

async function handle(args: Args): Promise<void> {
  assertFlags(args);
  const own = args.config === undefined;
  const files = own ? filesOf(args) : [];
  if (own && files.length === 0) {
    process.stdout.write('No scenario has changed.\n');
    return;
  }
  const folder = runFolder(args.results);
  const settings = {
    folder,
    cwd: process.cwd(),
    files,
    ...(args.ui || args.uiPort || args.uiHost ? { location: 'spec' as const } : {}),
    list: Boolean(args.list),
    reporters: args.reporter ?? (args.list ? ['list'] : []),
    navigator: args.navigator,
    model: args.model,
    ranker: args.ranker,
    options: {
      ...Object.fromEntries(OPTIONS.map((name) => [name, args[name]])),
      ...(args.confirm ? { confirm: confirmPolicyOf(args) } : {}),
    },
    vars: variablesOf(args.var ?? []),
    seed: args.scenarioSeed === undefined ? undefined : wholeNumber('scenario-seed', args.scenarioSeed, 0),
    repeat: args.repeat === undefined ? undefined : runsOf(args.repeat),
    ...baselineOf(args),
  };
  const given = [
    ...(own ? [`--config=${CONFIG}`] : [`--config=${args.config!}`, ...args.paths]),
    ...passedOn(args),
    ...(args.headed ? ['--headed'] : []),
    ...(own || args.onlyChanged === undefined
      ? []
      : [`--only-changed${args.onlyChanged && `=${args.onlyChanged}`}`]),
    ...(own ? [] : (args.reporter ?? []).map((name) => `--add-reporter=${name}`)),
  ];
  const env = {
    // Each run has a folder of its own, and the next one is to find which failed.
    ...(own ? { PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: resolve(args.results, '.last-run.json') } : {}),
    ...process.env,
    [SETTINGS]: JSON.stringify(settings),
  };
  const code = await interruptible((signal) => runPlaywright(given, env, signal));
  process.exitCode = code === 0 || code === 130 ? code : exitOf(folder, code, own);
  if (own && !args.list && existsSync(join(folder, 'html')))
    process.stdout.write(`Report: npx playwright show-report ${shown(join(folder, 'html'))}\n`);
}

/** By the verdicts, where there are some; else Playwright itself had something to complain of. */
function exitOf(folder: string, code: number, own: boolean): number {
  const file = join(folder, 'summary.json');
  if (!existsSync(file)) return own && code === 1 ? exitCode('usage') : code;
  const { exit } = JSON.parse(readFileSync(file, 'utf8')) as { exit: number };
  return exit || code;
}

/** @throws Problem `usage` for a file that is no baseline, or is not there */
function baselineOf({ baseline, updateBaseline = false, results }: Args): Partial<RunSettings> {
  const file = resolve(baseline ?? join(results, 'baseline.json'));
  const there = readBaseline(file) !== null;
  if (!there && !updateBaseline && baseline !== undefined) throw noBaseline(baseline);
  return there || updateBaseline ? { baseline: file, updateBaseline } : {};
}

const shown = (path: string): string => path.replace(`${process.cwd()}/`, '');

export const testCommand: CommandModule<object, Args> = {
  command: 'test [paths..]',
  describe: 'Scenarios as tests, side by side, with a report',
  builder: (yargs) =>
    playwrightOptions(
      sentenceOption(rankerOptions(navigatorOptions(confirmOption(yargs.group([], 'Options:'))))),
    )
      .positional('paths', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe:
          'Scenario files, folders or patterns in quotes; scenarios/ where there is one, else all below here',
      })
      .option('config', {
        type: 'string',
        alias: 'c',
        describe: 'Config of Playwright Test; its specs call defineScenarios',
      })
      .option('var', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Set a variable of the scenarios: --var name=value',
      })
      .option('repeat', { type: 'string', describe: 'Runs of each scenario, in place of its own number' })
      .option('baseline', {
        type: 'string',
        describe:
          'File that the run is put beside; baseline.json in the folder of results, where there is one',
      })
      .option('update-baseline', { type: 'boolean', describe: 'The run becomes the baseline' })
      .option('scenario-seed', {
        type: 'string',
        describe: 'What chooses values and wordings of the scenarios, in place of their own seed',
      })
      .option('only-changed', {
        type: 'string',
        describe: 'Only scenarios that differ from Git’s last commit, or from this one',
      })
      .option('reporter', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Another reporter of Playwright Test: list, blob, github',
      })
      .option('headed', { type: 'boolean', describe: 'Show the browser windows' })
      .option('allow-host', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Open only the start page’s site and these',
      })
      .option('allow-private', { type: 'boolean', describe: 'Open private addresses and this machine' })
      .option('allow-upload', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'File or folder that may be given to pages',
      })
      .option('results', {
        type: 'string',
        default: 'results',
        describe: 'Folder for reports, a folder in it for each run',
      })
      .example('$0 test', 'every scenario of the project')
      .example('$0 test scenarios/shop --grep @smoke --workers 4', 'some of them, four at a time')
      .example(
        '$0 test --model gpt-5-mini --budget-usd 0.50 --repeat 5',
        'five runs of each with a language model',
      )
      .example('$0 test --config playwright.config.ts --project mobile', 'as your own config has it')
      .epilogue(
        'Exit codes, the first of them that there is: 130 interrupted, 2 broken scenario or option, 3 refused, 1 check or dialogue failed, 4 budget or stuck, 5 browser, site or model server, 0 all passed',
      ),
  handler: handle,
};
