/** `parley run`: one conversation, scripted: a scenario file, or a single task in quotes. */
import { existsSync, statSync } from 'node:fs';
import type { CommandModule } from 'yargs';

import {
  serveFixtures,
  holdSession,
  scenarioScript,
  type Script,
  assertReplayable,
  navigatorPlanOf,
  type NavigatorFlags,
  browserPlanOf,
  FIXTURES,
  type BrowserFlags,
  type RankerFlags,
  resolvePlace,
  rankerPlanOf,
  type SentenceFlags,
  sentencePlanOf,
  unrecordedEnd,
  variablesOf,
  wholeNumber,
  withAgent,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { bindScenario, isScenarioName, loadScenario } from '../../dialogue/index.js';
import { createTaskInstructor } from '../../instructor/index.js';
import { RUN_BUDGET } from '../../policy/index.js';
import { bannersOption, type BannersFlag } from '../banners.js';
import { confirmOption, confirmPolicyOf, type ConfirmFlag } from '../confirm.js';
import { interruptible } from '../interrupt.js';
import { navigatorOptions } from '../navigator-options.js';
import { browserOptions, rankerOptions, sentenceOption } from '../options.js';
import { colourFor, jsonOutput, textOutput, type Output } from '../output.js';

interface Args extends BrowserFlags, RankerFlags, SentenceFlags, BannersFlag, ConfirmFlag, NavigatorFlags {
  what: string;
  url?: string;
  var?: string[];
  scenarioSeed?: string;
  results: string;
  json: boolean;
}

function isScenarioFile(what: string): boolean {
  if (/\.ya?ml$/i.test(what.trim()) || isScenarioName(what.trim())) return true;
  return existsSync(what) && statSync(what).isFile() && !/\s/.test(what);
}

function taskScript(task: string, url: string | undefined): Script {
  const text = task.trim();
  if (!text)
    throw new ParleyError(
      'usage',
      'The task is empty.',
      'Say what to do in quotes: parley run "click Save" --url page.html',
    );
  return {
    name: text.slice(0, 80),
    description: text,
    startUrl: url === undefined ? undefined : resolvePlace(url),
    budget: RUN_BUDGET,
    instructor: () => createTaskInstructor(text),
  };
}

async function hold(script: Script, args: Args, output: Output, signal: AbortSignal): Promise<void> {
  const browser = browserPlanOf(args);
  const ranker = rankerPlanOf(args);
  const navigator = await navigatorPlanOf(args, process.env, signal);
  // What a recording answers stays as it is, wherever the page was.
  if (!script.setup?.context.har) assertReplayable(navigator, script.startUrl);
  const confirm = { ...script.confirm, ...confirmPolicyOf(args) };
  await script.reset?.(signal);
  const held = await holdSession({
    ...script,
    results: args.results,
    browser,
    navigator,
    ranker,
    needsContent: true,
    banners: args.banners,
    confirm,
    onEvent: output.onEvent,
    onPhase: output.onPhase,
    onWait: output.aside,
    signal,
  });
  output.end(held.verdict, held.demonstration);
  for (const line of held.closing) output.aside(line);
  if (script.startUrl === undefined && held.exit !== 0)
    process.stderr.write('The task started on an empty page; name the page to work on with --url.\n');
  process.exitCode = held.exit;
}

async function handle(args: Args): Promise<void> {
  const output = args.json
    ? jsonOutput((text) => process.stdout.write(text))
    : textOutput(process.stdout, { colour: colourFor(process.stdout), showInstructor: true });
  const converse = async (signal: AbortSignal): Promise<void> => {
    if (!isScenarioFile(args.what)) {
      if (args.var?.length)
        throw new ParleyError(
          'usage',
          '--var sets a variable of a scenario, and this is a task.',
          'Put the value into the task, or write a scenario file.',
        );
      if (args.sentenceModel !== undefined)
        throw new ParleyError(
          'usage',
          '--sentence-model is for scenarios that compare sentences, and this is a task.',
          'Leave it out, or write a scenario file.',
        );
      return hold(taskScript(args.what, args.url), args, output, signal);
    }
    const loaded = loadScenario(args.what, {
      overrides: variablesOf(args.var ?? []),
      builtins: [FIXTURES],
      seed: args.scenarioSeed === undefined ? undefined : wholeNumber('scenario-seed', args.scenarioSeed, 0),
    });
    const sites = loaded.uses.has(FIXTURES) ? await serveFixtures() : null;
    try {
      const scenario = bindScenario(loaded, sites ? { [FIXTURES]: sites.url } : {});
      const startUrl = args.url === undefined ? undefined : resolvePlace(args.url);
      const sentences = (await sentencePlanOf(args, scenario)?.open()) ?? null;
      try {
        const script = scenarioScript(args.what, scenario, { startUrl, sentences });
        await hold(script, withAgent(args, loaded.agent), output, signal);
      } finally {
        await sentences?.close();
      }
    } finally {
      await sites?.close();
    }
  };
  try {
    await interruptible(converse);
  } catch (error) {
    // Whoever reads events waits for a verdict, also when there was no session to have one.
    if (args.json && error instanceof ParleyError) output.onEvent(unrecordedEnd(error));
    throw error;
  }
}

export const runCommand: CommandModule<object, Args> = {
  command: 'run <what>',
  describe: 'One conversation, scripted: a scenario file or a task in quotes',
  builder: (yargs) =>
    sentenceOption(rankerOptions(confirmOption(bannersOption(navigatorOptions(browserOptions(yargs))))))
      .positional('what', {
        type: 'string',
        demandOption: true,
        describe: 'Scenario file (*.scenario.yaml, *.scenario.ts), or what to do, in quotes',
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
        describe: 'What chooses values and wordings of the scenario, in place of its own seed',
      })
      .option('results', { type: 'string', default: 'results', describe: 'Folder for the demonstration' })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'One JSON event per line on standard output; the last one is the verdict',
      })
      .example('$0 run scenarios/demo.scenario.yaml', 'a scenario with its checks')
      .example('$0 run "click Pricing" --url https://example.org', 'one task on any page')
      .example('$0 run "log in" --url shop.example --allow-host pay.example', 'no other host is reached')
      .example('$0 run "find a shop" --url shop.example --device "Pixel 7"', 'as on a telephone')
      .example(
        '$0 run "find a shop" --url shop.example --model gpt-5-mini --budget-usd 0.50',
        'a language model decides',
      )
      .epilogue(
        'Exit codes: 0 done, 1 check or dialogue failed, 2 usage, 3 refused, 4 budget or stuck, 5 browser, site or model server, 130 interrupted',
      ),
  handler: handle,
};
