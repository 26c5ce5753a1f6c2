/** `parley test`: runs scenarios as Playwright tests, without a spec file. Accepts Playwright's flags. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandModule } from 'yargs';

import {
  applySettings,
  parseVariables,
  parseWholeNumber,
  reportPhrases,
  type BrowserFlags,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { BrokenScenario, findScenarios, loadScenario } from '../../dialogue/index.js';
import { getExitCode } from '../../policy/index.js';
import { writeRunIndex } from '../../report/index.js';
import { registerEnvironmentSecrets, createRedactor } from '../../secrets/index.js';
import { readBaseline } from '../../test/baseline.js';
import { createMissingBaselineError, parseRepeat } from '../../test/options-after-dashes.js';
import { type RunSettings, SETTINGS_VARIABLE } from '../../test/settings.js';
import { listChangedFiles } from '../changed-files.js';
import { confirmOption, type ConfirmFlag } from '../confirm-option.js';
import { healOption, type HealFlag } from '../heal-option.js';
import { DEFAULT_RESULTS, readCommandConfiguration } from '../configuration.js';
import { withInterrupt } from '../interrupt.js';
import { navigatorOptions } from '../navigator-options.js';
import { rankerOptions, scenarioModelOptions } from '../options.js';
import { runPlaywright } from '../playwright-run.js';
import { toSessionOptions } from '../session-options.js';
import {
  assertShardAndWorkers,
  toPlaywrightArgs,
  addPlaywrightOptions,
  type TestFlags,
} from '../test-flags.js';

type Args = TestFlags & ConfirmFlag & HealFlag & Record<string, unknown>;
type TestArgs = Args & { results: string };

const BUILT_IN_CONFIG = fileURLToPath(new URL('../../test/runner/playwright.config.js', import.meta.url));

/**
 * Finds the scenarios at the given paths. Without paths, finds those in `scenarios/`, or if there is no such folder, all
 * those below the working directory.
 */
function selectFiles({ paths, onlyChanged }: Args): string[] {
  const searchPaths = paths.length > 0 ? paths : [existsSync('scenarios') ? 'scenarios' : '.'];
  const files = findScenarios(searchPaths).map((file) => resolve(file));
  if (onlyChanged === undefined) return files;
  const changedFiles = listChangedFiles(onlyChanged);
  return files.filter((file) => listUsedFiles(file).some((usedFile) => changedFiles.has(usedFile)));
}

/** Lists the files that a scenario uses. If the scenario is broken, lists its own file and the files with errors. */
function listUsedFiles(file: string): string[] {
  try {
    return loadScenario(file).files.map((path) => resolve(path));
  } catch (error) {
    if (error instanceof BrokenScenario)
      return [file, ...error.errors.map((fileError) => resolve(fileError.file))];
    if (error instanceof ParleyError) return [file];
    throw error;
  }
}

/** Chooses a folder such as `results/2026-11-22T10-30-00-test`, next to the demonstrations of single runs. */
function chooseRunFolder(results: string): string {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  const folder = resolve(results, `${time}-test`);
  return existsSync(folder) ? `${folder}-${process.pid}` : folder;
}

async function handle(commandFlags: Args): Promise<void> {
  assertShardAndWorkers(commandFlags);
  const appliedSettings = applySettings({}, readCommandConfiguration().settings());
  const headed = commandFlags.headed ?? (appliedSettings.flags as BrowserFlags).headed;
  const results = commandFlags.results ?? appliedSettings.results ?? DEFAULT_RESULTS;
  const args: TestArgs = { ...commandFlags, results, ...(headed === undefined ? {} : { headed }) };
  const usesBuiltInConfig = args.config === undefined;
  const files = usesBuiltInConfig ? selectFiles(args) : [];
  if (usesBuiltInConfig && files.length === 0) {
    process.stdout.write('No scenario has changed.\n');
    return;
  }
  const folder = chooseRunFolder(args.results);
  const settings = {
    folder,
    cwd: process.cwd(),
    isBuiltIn: usesBuiltInConfig,
    files,
    ...(args.ui || args.uiPort || args.uiHost ? { location: 'spec' as const } : {}),
    list: Boolean(args.list),
    reporters: args.reporter ?? (args.list ? ['list'] : []),
    navigator: args.navigator,
    model: args.model,
    ranker: args.ranker,
    options: toSessionOptions(args),
    vars: parseVariables(args.var ?? []),
    seed:
      args.scenarioSeed === undefined ? undefined : parseWholeNumber('scenario-seed', args.scenarioSeed, 0),
    repeat: args.repeat === undefined ? undefined : parseRepeat(args.repeat),
    ...createBaselineSettings(args),
  };
  const playwrightArgs = [
    ...(usesBuiltInConfig ? [`--config=${BUILT_IN_CONFIG}`] : [`--config=${args.config!}`, ...args.paths]),
    ...toPlaywrightArgs(args),
    ...(args.headed ? ['--headed'] : []),
    ...(usesBuiltInConfig || args.onlyChanged === undefined
      ? []
      : [`--only-changed${args.onlyChanged && `=${args.onlyChanged}`}`]),
    ...(usesBuiltInConfig ? [] : (args.reporter ?? []).map((name) => `--add-reporter=${name}`)),
  ];
  const env = {
    // Each run has its own folder. The runs share this file, in which --last-failed finds the previous failures.
    ...(usesBuiltInConfig
      ? { PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: resolve(args.results, '.last-run.json') }
      : {}),
    ...process.env,
    [SETTINGS_VARIABLE]: JSON.stringify(settings),
  };
  const code = await withInterrupt((signal) => runPlaywright(playwrightArgs, env, signal));
  process.exitCode = code === 0 || code === 130 ? code : deriveExitCode(folder, code, usesBuiltInConfig);
  const htmlFolder = join(folder, 'html');
  if (!usesBuiltInConfig || args.list || !existsSync(htmlFolder)) return;
  const redactor = createRedactor();
  registerEnvironmentSecrets(redactor, process.env);
  const indexFile = writeRunIndex(join(folder, 'outputs'), htmlFolder, { phrases: reportPhrases, redactor });
  process.stdout.write(`Report: npx playwright show-report ${toRelativePath(htmlFolder)}\n`);
  if (indexFile !== null) process.stdout.write(`Sessions: ${toRelativePath(indexFile)}\n`);
}

/**
 * Derives the exit code from the verdicts in summary.json. If that file is missing, Playwright itself has already
 * reported an error.
 */
function deriveExitCode(folder: string, code: number, usesBuiltInConfig: boolean): number {
  const file = join(folder, 'summary.json');
  if (!existsSync(file)) return usesBuiltInConfig && code === 1 ? getExitCode('usage') : code;
  const { exit } = JSON.parse(readFileSync(file, 'utf8')) as { exit: number };
  return exit || code;
}

/** @throws ParleyError `usage` if the file does not exist or is not a baseline */
function createBaselineSettings({
  baseline,
  updateBaseline = false,
  results,
}: TestArgs): Partial<RunSettings> {
  const file = resolve(baseline ?? join(results, 'baseline.json'));
  const hasBaseline = readBaseline(file) !== null;
  if (!hasBaseline && !updateBaseline && baseline !== undefined) throw createMissingBaselineError(baseline);
  return hasBaseline || updateBaseline ? { baseline: file, updateBaseline } : {};
}

const toRelativePath = (path: string): string => path.replace(`${process.cwd()}/`, '');

export const testCommand: CommandModule<object, Args> = {
  command: 'test [paths..]',
  describe: 'Run scenarios as tests, in parallel, with a report',
  builder: (yargs) =>
    addPlaywrightOptions(
      scenarioModelOptions(
        rankerOptions(
          navigatorOptions(healOption(confirmOption(yargs.group([], 'Options:')), ['allow', 'deny'])),
        ),
      ),
    )
      .positional('paths', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe:
          'Scenario files, folders or quoted patterns; default scenarios/, else the working directory',
      })
      .option('config', {
        type: 'string',
        alias: 'c',
        describe: 'Playwright config whose specs call defineScenarios',
      })
      .option('var', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Set a variable of the scenarios: --var name=value',
      })
      .option('repeat', {
        type: 'string',
        describe: 'Number of runs per scenario; overrides the number in the scenario',
      })
      .option('baseline', {
        type: 'string',
        describe: 'Baseline file to compare with; default baseline.json in the results folder, if it exists',
      })
      .option('update-baseline', { type: 'boolean', describe: 'Write this run to the baseline' })
      .option('scenario-seed', {
        type: 'string',
        describe: 'Seed for the scenarios’ random choices; overrides the seeds in their files',
      })
      .option('only-changed', {
        type: 'string',
        describe: 'Only scenarios changed since the last Git commit, or since the given one',
      })
      .option('reporter', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Additional Playwright reporter: list, blob, github',
      })
      .option('headed', { type: 'boolean', describe: 'Show the browser windows' })
      .option('allow-host', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Allow only the start page’s site and this host',
      })
      .option('allow-private', { type: 'boolean', describe: 'Allow private addresses and this machine' })
      .option('allow-upload', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'File or folder that may be uploaded to pages',
      })
      .option('results', {
        type: 'string',
        describe: 'Folder for reports (default results); each run gets its own subfolder',
      })
      .example('$0 test', 'run every scenario of the project')
      .example('$0 test scenarios/shop --grep @smoke --workers 4', 'run some scenarios, four at a time')
      .example(
        '$0 test --model gpt-5-mini --budget-usd 0.50 --repeat 5',
        'run each scenario five times with a language model',
      )
      .example('$0 test --config playwright.config.ts --project mobile', 'use your own config')
      .epilogue(
        'Exit codes, the first that applies: 130 interrupted, 2 broken scenario or option, 3 refused, 1 check or dialogue failed, 4 budget or stuck, 5 browser, site or model server, 0 all passed',
      ),
  handler: handle,
};
