/** `parley replay`: repeats a recorded session without a model, or exports it as a Playwright spec. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  applySettings,
  type AppliedSettings,
  assertReplayable,
  type BrowserFlags,
  createBrowserPlan,
  createNavigatorPlan,
  createRankerPlan,
  createReplaySession,
  createUnrecordedEnd,
  type NavigatorFlags,
  type RankerFlags,
  getRecordedBannerPolicy,
  resolveAddress,
  runConversation,
  serveRecordedFixtures,
  withSettingSources,
} from '../../assembly/index.js';
import { ParleyError, type ReplayScript, type SessionEvent } from '../../contract/index.js';
import { readReplayScript, writeSpec } from '../../replay/index.js';
import { bannersOption, type BannersFlag } from '../banners-option.js';
import { confirmOption, parseConfirmPolicy, parseConfirmWords, type ConfirmFlag } from '../confirm-option.js';
import { DEFAULT_RESULTS, readCommandConfiguration } from '../configuration.js';
import { withInterrupt } from '../interrupt.js';
import { navigatorOptions } from '../navigator-options.js';
import { browserOptions, rankerOptions } from '../options.js';
import { createJsonOutput, createTextOutput, type Output, supportsColour } from '../output.js';
import { createApproval, healOption, type HealFlag } from '../heal-option.js';
import { formatReplayTotals } from '../replay-text.js';
import { formatReportLine, reportOption, type ReportFlag } from '../report-option.js';

interface Args
  extends BrowserFlags, RankerFlags, BannersFlag, ConfirmFlag, HealFlag, NavigatorFlags, ReportFlag {
  session: string;
  url?: string;
  save?: string;
  toSpec?: string;
  force: boolean;
  results?: string;
  json: boolean;
}

/** @throws ParleyError `usage` if the file exists and `force` is false */
function assertWritable(flag: string, file: string, force: boolean): void {
  if (force || !existsSync(file)) return;
  throw new ParleyError('usage', `${flag} would replace “${file}”.`, 'Choose another file, or add --force.');
}

function writeSpecFile(script: ReplayScript, { toSpec, url, force }: Args): void {
  const file = toSpec!;
  assertWritable('--to-spec', file, force);
  const { text, warnings } = writeSpec(script, url === undefined ? undefined : resolveAddress(url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`Spec: ${file}\n`);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
}

async function replay(
  script: ReplayScript,
  settings: AppliedSettings<Args>,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const { url } = settings.flags;
  if (url !== undefined) return replayAt(resolveAddress(url), script, settings, output, signal);
  const fixtureSites = await serveRecordedFixtures(script, signal);
  try {
    await replayAt(fixtureSites?.startUrl, script, settings, output, signal);
  } finally {
    await fixtureSites?.close();
  }
}

/** @param startUrl the page to start on instead of the recorded start page */
async function replayAt(
  startUrl: string | undefined,
  script: ReplayScript,
  settings: AppliedSettings<Args>,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const { flags } = settings;
  const session = createReplaySession(script, {
    startUrl,
    heal: flags.heal ?? 'allow',
    approve: createApproval(flags.heal),
    budget: settings.budget,
  });
  const navigator = await createNavigatorPlan(flags, process.env, signal);
  assertReplayable(navigator, session.startUrl);
  let seconds = 0;
  const onEvent = (event: SessionEvent): void => {
    if (event.type === 'end') ({ seconds } = event);
    output.onEvent(event);
  };
  const result = await runConversation({
    ...session,
    results: flags.results ?? settings.results ?? DEFAULT_RESULTS,
    browser: createBrowserPlan(flags),
    navigator,
    ranker: createRankerPlan(flags),
    needsContent: true,
    banners: flags.banners ?? getRecordedBannerPolicy(session.replay) ?? settings.banners ?? 'leave',
    confirm: { ...settings.confirm, ...parseConfirmPolicy(flags) },
    confirmWords: { ...settings.confirmWords, ...parseConfirmWords(flags) },
    report: flags.report,
    onEvent,
    onPhase: output.onPhase,
    onWait: output.notice,
    signal,
  });
  output.end(result.verdict, result.demonstration);
  if (result.replay && !flags.json)
    for (const line of formatReplayTotals(
      result.replay,
      { seconds, recordedMs: script.recordedMs },
      supportsColour(process.stdout),
    ))
      process.stdout.write(`${line}\n`);
  if (flags.save !== undefined) saveScript(flags.save, result.demonstration, result.exit === 0, output);
  if (flags.report) output.notice(formatReportLine(result.demonstration));
  for (const line of result.closingLines) output.notice(line);
  process.exitCode = result.exit;
}

/** Copies the replay's record to a file. The record contains the healed lines with their fingerprints. */
function saveScript(file: string, demonstration: string, hasPassed: boolean, output: Output): void {
  if (!hasPassed) {
    output.notice(`Nothing was saved to ${file}, because the replay did not pass.`);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(join(demonstration, 'session.jsonl'), file);
  output.notice(`Saved: ${file}`);
}

async function handle(args: Args): Promise<void> {
  const output = args.json
    ? createJsonOutput((text) => process.stdout.write(text))
    : createTextOutput(process.stdout, { colour: supportsColour(process.stdout), showInstructor: true });
  try {
    const script = readReplayScript(args.session);
    if (args.toSpec !== undefined) return writeSpecFile(script, args);
    if (args.save !== undefined) assertWritable('--save', args.save, args.force);
    await withInterrupt(async (signal) => {
      const appliedSettings = applySettings(args, readCommandConfiguration().settings());
      await withSettingSources(appliedSettings, () => replay(script, appliedSettings, output, signal));
    });
  } catch (error) {
    if (args.json && error instanceof ParleyError) output.onEvent(createUnrecordedEnd(error));
    throw error;
  }
}

export const replayCommand: CommandModule<object, Args> = {
  command: 'replay <session>',
  describe: 'Repeat a recorded session without a model, or export it as a Playwright spec',
  builder: (yargs) =>
    healOption(
      reportOption(rankerOptions(confirmOption(bannersOption(navigatorOptions(browserOptions(yargs)))))),
    )
      .positional('session', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of a session, or a file that --save wrote',
      })
      .option('url', { type: 'string', describe: 'Start page (URL or HTML file); default the recorded one' })
      .option('save', {
        type: 'string',
        describe:
          'If the replay passes, write its lines, including healed ones, to this file for parley replay',
      })
      .option('to-spec', {
        type: 'string',
        describe: 'Write the session as a Playwright spec to this file, and replay nothing',
      })
      .option('force', {
        type: 'boolean',
        default: false,
        describe: 'Let --save and --to-spec replace existing files',
      })
      .option('results', { type: 'string', describe: 'Folder for the demonstration (default results)' })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'Print one JSON event per line; the last one is the verdict',
      })
      .example('$0 replay results/my-session', 'repeat it; the navigator “direct” heals what changed')
      .example('$0 replay results/my-session --heal deny', 'fail where the page changed')
      .example('$0 replay results/my-session --model gpt-5-mini', 'let a language model heal')
      .example('$0 replay results/my-session --save shop.replay.jsonl', 'keep the healed lines')
      .example('$0 replay results/my-session --to-spec shop.spec.ts', 'write a Playwright spec')
      .epilogue(
        'Exit codes: 0 replayed or healed, 1 a line could not be replayed, or a check or the dialogue failed, 2 usage, 3 refused, 4 budget or stuck, 5 browser or site, 130 interrupted',
      ),
  handler: handle,
};
