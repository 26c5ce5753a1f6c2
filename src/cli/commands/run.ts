/** `parley run`: runs one scripted conversation from a scenario file or from a task in quotes. */
import { existsSync, statSync } from 'node:fs';
import type { CommandModule } from 'yargs';

import {
  serveFixtures,
  getRecordedBannerPolicy,
  runConversation,
  createScenarioScript,
  type SessionScript,
  assertReplayable,
  createSessionModels,
  type JudgeFlags,
  type NavigatorFlags,
  createBrowserPlan,
  FIXTURES,
  type BrowserFlags,
  type RankerFlags,
  resolveAddress,
  createRankerPlan,
  type SentenceModelFlags,
  createSentenceModelPlan,
  createUnrecordedEnd,
  parseVariables,
  parseWholeNumber,
  applyAgentSettings,
  applySettings,
  type AppliedSettings,
  withSettingSources,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { bindScenario, isScenarioName, loadScenario } from '../../dialogue/index.js';
import { createTaskInstructor } from '../../instructor/index.js';
import { RUN_BUDGET, type Budget } from '../../policy/index.js';
import { bannersOption, type BannersFlag } from '../banners-option.js';
import { confirmOption, parseConfirmPolicy, parseConfirmWords, type ConfirmFlag } from '../confirm-option.js';
import { DEFAULT_RESULTS, readCommandConfiguration } from '../configuration.js';
import { createApproval, healOption, type HealFlag } from '../heal-option.js';
import { withInterrupt } from '../interrupt.js';
import { navigatorOptions } from '../navigator-options.js';
import { browserOptions, rankerOptions, scenarioModelOptions } from '../options.js';
import { formatReportLine, reportOption, type ReportFlag } from '../report-option.js';
import { supportsColour, createJsonOutput, createTextOutput, type Output } from '../output.js';

interface Args
  extends
    BrowserFlags,
    RankerFlags,
    SentenceModelFlags,
    JudgeFlags,
    BannersFlag,
    ConfirmFlag,
    HealFlag,
    NavigatorFlags,
    ReportFlag {
  what: string;
  url?: string;
  var?: string[];
  scenarioSeed?: string;
  results?: string;
  json: boolean;
}

function isScenarioFile(scenarioOrTask: string): boolean {
  if (/\.ya?ml$/i.test(scenarioOrTask.trim()) || isScenarioName(scenarioOrTask.trim())) return true;
  return existsSync(scenarioOrTask) && statSync(scenarioOrTask).isFile() && !/\s/.test(scenarioOrTask);
}

function createTaskScript(task: string, url: string | undefined, budget: Partial<Budget>): SessionScript {
  const text = task.trim();
  if (!text)
    throw new ParleyError(
      'usage',
      'The task is empty.',
      'Describe the task in quotes: parley run "click Save" --url page.html',
    );
  return {
    name: text.slice(0, 80),
    description: text,
    startUrl: url === undefined ? undefined : resolveAddress(url),
    budget: { ...RUN_BUDGET, ...budget },
    instructor: () => createTaskInstructor(text),
  };
}

async function runScript(
  script: SessionScript,
  settings: AppliedSettings<Args>,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const { flags } = settings;
  const browser = createBrowserPlan(flags);
  const ranker = createRankerPlan(flags);
  const { judgedScenario = null, ...conversation } = script;
  const { navigator, judge } = await createSessionModels(flags, judgedScenario, process.env, signal);
  // Pages from a HAR file never change, so recorded model answers can be replayed on them.
  if (!script.setup?.context.har) assertReplayable(navigator, script.startUrl, judge);
  const confirm = { ...settings.confirm, ...script.confirm, ...parseConfirmPolicy(flags) };
  const confirmWords = { ...settings.confirmWords, ...script.confirmWords, ...parseConfirmWords(flags) };
  await script.reset?.(signal);
  const result = await runConversation({
    ...conversation,
    results: flags.results ?? settings.results ?? DEFAULT_RESULTS,
    browser,
    navigator,
    judge,
    ranker,
    needsContent: true,
    banners: flags.banners ?? getRecordedBannerPolicy(script.replay) ?? settings.banners ?? 'leave',
    confirm,
    confirmWords,
    report: flags.report,
    onEvent: output.onEvent,
    onPhase: output.onPhase,
    onWait: output.notice,
    signal,
  });
  output.end(result.verdict, result.demonstration);
  if (flags.report) output.notice(formatReportLine(result.demonstration));
  for (const line of result.closingLines) output.notice(line);
  if (script.startUrl === undefined && result.exit !== 0)
    process.stderr.write('The task started on an empty page. Give a start page with --url.\n');
  process.exitCode = result.exit;
}

async function handle(args: Args): Promise<void> {
  const output = args.json
    ? createJsonOutput((text) => process.stdout.write(text))
    : createTextOutput(process.stdout, { colour: supportsColour(process.stdout), showInstructor: true });
  const runScenarioOrTask = async (signal: AbortSignal): Promise<void> => {
    const configuration = readCommandConfiguration();
    if (!isScenarioFile(args.what)) {
      if (args.var?.length)
        throw new ParleyError(
          'usage',
          '--var applies to scenarios, but this is a task.',
          'Put the value into the task, or write a scenario file.',
        );
      for (const [flag, value] of [
        ['--sentence-model', args.sentenceModel],
        ['--judge-model', args.judgeModel],
      ])
        if (value !== undefined)
          throw new ParleyError(
            'usage',
            `${flag} applies to scenarios, but this is a task.`,
            'Remove it, or write a scenario file.',
          );
      const appliedSettings = applySettings(args, configuration.settings());
      const script = createTaskScript(args.what, args.url, appliedSettings.budget);
      return withSettingSources(appliedSettings, () => runScript(script, appliedSettings, output, signal));
    }
    const loadedScenario = loadScenario(args.what, {
      overrides: parseVariables(args.var ?? []),
      builtins: [FIXTURES],
      seed:
        args.scenarioSeed === undefined ? undefined : parseWholeNumber('scenario-seed', args.scenarioSeed, 0),
    });
    const fixtureSites = loadedScenario.usedBuiltins.has(FIXTURES) ? await serveFixtures() : null;
    try {
      const scenario = bindScenario(loadedScenario, fixtureSites ? { [FIXTURES]: fixtureSites.url } : {});
      const startUrl = args.url === undefined ? undefined : resolveAddress(args.url);
      const appliedSettings = applySettings(
        applyAgentSettings(args, loadedScenario.agent),
        configuration.settings(args.what),
        { scenario },
      );
      await withSettingSources(appliedSettings, async () => {
        const sentenceModel =
          (await createSentenceModelPlan(appliedSettings.flags, scenario)?.open()) ?? null;
        try {
          const { budget } = appliedSettings;
          const script = createScenarioScript(args.what, scenario, {
            startUrl,
            sentenceModel,
            budget,
            heal: args.heal,
            approve: createApproval(args.heal),
          });
          await runScript(script, appliedSettings, output, signal);
        } finally {
          await sentenceModel?.close();
        }
      });
    } finally {
      await fixtureSites?.close();
    }
  };
  try {
    await withInterrupt(runScenarioOrTask);
  } catch (error) {
    // Programs that read the events expect a verdict even if no session started.
    if (args.json && error instanceof ParleyError) output.onEvent(createUnrecordedEnd(error));
    throw error;
  }
}

export const runCommand: CommandModule<object, Args> = {
  command: 'run <what>',
  describe: 'Run one scripted conversation: a scenario file, or a task in quotes',
  builder: (yargs) =>
    healOption(
      reportOption(
        scenarioModelOptions(
          rankerOptions(confirmOption(bannersOption(navigatorOptions(browserOptions(yargs))))),
        ),
      ),
    )
      .positional('what', {
        type: 'string',
        demandOption: true,
        describe: 'Scenario file (*.scenario.yaml, *.scenario.ts), or a task in quotes',
      })
      .option('url', { type: 'string', describe: 'Page to start on (URL or HTML file)' })
      .option('var', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Set a variable of the scenario: --var name=value',
      })
      .option('scenario-seed', {
        type: 'string',
        describe: 'Seed for the scenario’s random choices; overrides the seed of the file',
      })
      .option('results', { type: 'string', describe: 'Folder for the demonstration (default results)' })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'Print one JSON event per line; the last one is the verdict',
      })
      .example('$0 run scenarios/demo.scenario.yaml', 'run a scenario with its checks')
      .example('$0 run scenarios/demo.scenario.yaml --report', 'write report.html while it runs')
      .example('$0 run "click Pricing" --url https://example.org', 'one task on any page')
      .example('$0 run "log in" --url shop.example --allow-host pay.example', 'allow only these hosts')
      .example('$0 run "find a shop" --url shop.example --device "Pixel 7"', 'emulate a phone')
      .example(
        '$0 run "find a shop" --url shop.example --model gpt-5-mini --budget-usd 0.50',
        'with a language model',
      )
      .epilogue(
        'Exit codes: 0 done, 1 check or dialogue failed, 2 usage, 3 refused, 4 budget or stuck, 5 browser, site or model server, 130 interrupted',
      ),
  handler: handle,
};
