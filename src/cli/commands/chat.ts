/** `parley chat`: talk with the navigator in the terminal. */
import { join, resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  applySettings,
  type AppliedSettings,
  runConversation,
  assertReplayable,
  createNavigatorPlan,
  findModelPlan,
  type NavigatorFlags,
  type NavigatorPlan,
  createBrowserPlan,
  type BrowserFlags,
  type RankerFlags,
  resolveAddress,
  deleteExpiredLogins,
  saveScenario,
  createRankerPlan,
  withSettingSources,
} from '../../assembly/index.js';
import { createTerminal, type Spending, type Terminal } from '../../instructor/index.js';
import { discoverServers } from '../../llm/index.js';
import { stripTerminalControls } from '../../text/index.js';
import { UNLIMITED_BUDGET } from '../../policy/index.js';
import { bannersOption, type BannersFlag } from '../banners-option.js';
import { confirmOption, parseConfirmPolicy, parseConfirmWords, type ConfirmFlag } from '../confirm-option.js';
import { DEFAULT_RESULTS, readCommandConfiguration } from '../configuration.js';
import { discoveryOption, type DiscoveryFlag } from '../discovery-option.js';
import { formatChatHint } from '../found-servers.js';
import { withInterrupt } from '../interrupt.js';
import { navigatorOptions } from '../navigator-options.js';
import { browserOptions, rankerOptions } from '../options.js';
import {
  assertLoginsCanBeKept,
  describeForNavigator,
  formatResumed,
  formatSessionList,
  parseResume,
  resumeOptions,
  type ResumeFlags,
  applyRecordedStart,
} from '../resume-options.js';
import { formatReportLine, reportOption, type ReportFlag } from '../report-option.js';
import { supportsColour, createTextOutput } from '../output.js';

interface Args
  extends
    BrowserFlags,
    ResumeFlags,
    RankerFlags,
    BannersFlag,
    ConfirmFlag,
    NavigatorFlags,
    DiscoveryFlag,
    ReportFlag {
  url?: string;
  results?: string;
}

/**
 * If a model is used, the greeting names it and its server, because a project's configuration file may have set the
 * server.
 */
function createGreeting(plan: NavigatorPlan): string {
  const model = findModelPlan(plan);
  const modelPhrase =
    model === null ? '' : ` with ${model.settings.model} at ${new URL(model.settings.baseUrl).host}`;
  return `Parley${modelPhrase}. Type what you want done. /help lists commands, Ctrl-C stops the navigator, /exit quits.`;
}

/** Ctrl-C stops the navigator; SIGTERM and SIGHUP end the session cleanly. */
async function withSignals<T>(terminal: Terminal, body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const end = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Error('terminated'));
  };
  const stop = (): void => terminal.interrupt();
  process.on('SIGINT', stop);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  try {
    return await body(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', end);
    process.off('SIGHUP', end);
    terminal.close();
  }
}

async function handle(args: Args): Promise<void> {
  const address = args.url === undefined ? undefined : resolveAddress(args.url);
  const appliedSettings = applySettings(args, readCommandConfiguration().settings());
  await withSettingSources(appliedSettings, () => chat(args, address, appliedSettings));
}

function printSessions(results: string): void {
  const { lines, warnings } = formatSessionList(results);
  process.stdout.write(`${lines.join('\n')}\n`);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
}

async function chat(
  args: Args,
  address: string | undefined,
  { flags: configuredFlags, ...settings }: AppliedSettings<Args>,
): Promise<void> {
  const shouldDiscoverModels = args.discovery ?? settings.discovery;
  const results = resolve(args.results ?? settings.results ?? DEFAULT_RESULTS);
  const resumedSession = parseResume(args, args.url, results);
  if (args.list) return printSessions(results);
  const startUrl = resumedSession ? resumedSession.lastUrl : address;
  assertLoginsCanBeKept(args, configuredFlags);
  deleteExpiredLogins(results);
  const flags = applyRecordedStart(configuredFlags, resumedSession);
  const browser = createBrowserPlan(flags);
  const ranker = createRankerPlan(flags);
  const confirm = { ...settings.confirm, ...parseConfirmPolicy(args) };
  const confirmWords = { ...settings.confirmWords, ...parseConfirmWords(args) };
  const navigator = await withInterrupt((signal) => createNavigatorPlan(flags, process.env, signal));
  assertReplayable(navigator, startUrl);
  const isInteractive = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  let shotCount = 0;
  let folder = results;
  let spending = (): Spending | null => null;
  const terminal = createTerminal({
    input: process.stdin,
    output: process.stdout,
    historyFile: join(results, '.history'),
    resolveAddress,
    createShotPath: () => join(folder, `shot-${++shotCount}.png`),
    saveScenario: (file, force) => saveScenario({ session: folder, file, force }),
    getSpending: () => spending(),
  });
  const output = createTextOutput(process.stdout, {
    colour: supportsColour(process.stdout),
    showInstructor: !isInteractive,
  });
  terminal.print(createGreeting(navigator));
  for (const line of resumedSession ? formatResumed(resumedSession, navigator.kind) : [])
    terminal.print(line);
  // The search for models runs while the browser starts, so it takes no extra time. It leads only to a hint, which
  // users who chose a navigator do not need.
  if (isInteractive && navigator.kind === 'direct' && flags.navigator === undefined && shouldDiscoverModels)
    void discoverServers().then((servers) => {
      const hint = formatChatHint(servers, args.url);
      if (hint !== null) terminal.print(hint);
    });
  await withSignals(terminal, async (signal) => {
    const result = await runConversation({
      name: 'chat',
      description: startUrl ? `Conversation starting at ${startUrl}` : 'Conversation',
      startUrl,
      results,
      browser,
      budget: UNLIMITED_BUDGET,
      navigator,
      ranker,
      needsContent: false,
      banners: args.banners ?? settings.banners ?? 'leave',
      confirm,
      confirmWords,
      isAttended: true,
      report: flags.report,
      continues: resumedSession?.id,
      openingNote: resumedSession ? describeForNavigator(resumedSession) : undefined,
      keepLogins: args.keepLogins,
      instructor: (demonstration, getSpending) => {
        folder = demonstration;
        spending = getSpending;
        return terminal.instructor;
      },
      onEvent: (event) => {
        terminal.recordEvent(event);
        // The first turn of a resumed session is not printed, because the terminal has already shown its content.
        if (!(resumedSession && event.type === 'say' && event.turn === 0)) output.onEvent(event);
      },
      readAction: terminal.readAction,
      onPhase: (phase) => terminal.setPhase(phase),
      onWait: (message) => terminal.print(`Note: ${stripTerminalControls(message)}`),
      interruptSignal: () => terminal.getRunSignal(),
      signal,
    });
    output.end(result.verdict, result.demonstration);
    if (flags.report) output.notice(formatReportLine(result.demonstration));
    for (const line of result.closingLines) output.notice(line);
    process.exitCode = result.exit;
  });
}

export const chatCommand: CommandModule<object, Args> = {
  command: 'chat [url]',
  describe: 'Talk with the navigator in the terminal',
  builder: (yargs) =>
    resumeOptions(
      reportOption(
        discoveryOption(rankerOptions(confirmOption(bannersOption(navigatorOptions(browserOptions(yargs)))))),
      ),
    )
      .positional('url', { type: 'string', describe: 'Page to start on (URL or HTML file)' })
      .option('results', { type: 'string', describe: 'Folder for the demonstration (default results)' })
      .example('$0 chat https://example.org --headed', 'talk and watch the browser')
      .example(
        '$0 chat example.org --model qwen2.5vl:7b --base-url http://127.0.0.1:11434',
        'with a language model',
      )
      .example('$0 chat --resume', 'continue the newest session')
      .example('$0 chat --connect http://127.0.0.1:9222', 'use a running Chrome with its logins')
      .example('$0 chat shop.example --profile ~/.parley-shop', 'keep logins for next time')
      .example('printf "click Pricing\\nwhat does it cost?\\n" | $0 chat example.org', 'lines from a pipe'),
  handler: handle,
};
