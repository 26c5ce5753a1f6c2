/** `parley chat`: talk with the navigator in the terminal. */
import { join, resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  holdSession,
  assertReplayable,
  navigatorPlanOf,
  type NavigatorFlags,
  type NavigatorPlan,
  browserPlanOf,
  type BrowserFlags,
  type RankerFlags,
  resolvePlace,
  rankerPlanOf,
} from '../../assembly/index.js';
import { createTerminal, plainText, type Spending, type Terminal } from '../../instructor/index.js';
import { UNLIMITED } from '../../policy/index.js';
import { bannersOption, type BannersFlag } from '../banners.js';
import { confirmOption, confirmPolicyOf, type ConfirmFlag } from '../confirm.js';
import { interruptible } from '../interrupt.js';
import { navigatorOptions } from '../navigator-options.js';
import { browserOptions, rankerOptions } from '../options.js';
import { colourFor, textOutput } from '../output.js';

interface Args extends BrowserFlags, RankerFlags, BannersFlag, ConfirmFlag, NavigatorFlags {
  url?: string;
  results: string;
}

/** Whom one talks with; the built-in navigator needs no mention. */
function greeting(plan: NavigatorPlan): string {
  const who = plan.kind === 'direct' ? '' : ` with ${plan.model.settings.model}`;
  return `Parley${who}. Say what you want done; /help lists commands, Ctrl-C stops the navigator, /exit leaves.`;
}

/** Ctrl-C belongs to the terminal here: it stops the navigator; termination ends the session cleanly. */
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
  const startUrl = args.url === undefined ? undefined : resolvePlace(args.url);
  const results = resolve(args.results);
  const browser = browserPlanOf(args);
  const ranker = rankerPlanOf(args);
  const confirm = confirmPolicyOf(args);
  const navigator = await interruptible((signal) => navigatorPlanOf(args, process.env, signal));
  assertReplayable(navigator, startUrl);
  const interactive = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  let shots = 0;
  let folder = results;
  let spending = (): Spending | null => null;
  const terminal = createTerminal({
    input: process.stdin,
    output: process.stdout,
    historyFile: join(results, '.history'),
    resolvePlace,
    shotFile: () => join(folder, `shot-${++shots}.png`),
    spending: () => spending(),
  });
  const output = textOutput(process.stdout, {
    colour: colourFor(process.stdout),
    showInstructor: !interactive,
  });
  terminal.print(greeting(navigator));
  await withSignals(terminal, async (signal) => {
    const held = await holdSession({
      name: 'chat',
      description: startUrl ? `Conversation starting at ${startUrl}` : 'Conversation',
      startUrl,
      results,
      browser,
      budget: UNLIMITED,
      navigator,
      ranker,
      needsContent: false,
      banners: args.banners,
      confirm,
      attended: true,
      instructor: (demonstration, spent) => {
        folder = demonstration;
        spending = spent;
        return terminal.instructor;
      },
      onEvent: (event) => {
        terminal.heard(event);
        output.onEvent(event);
      },
      onPhase: (phase) => terminal.phase(phase),
      onWait: (sentence) => terminal.print(`Note: ${plainText(sentence)}`),
      stretchSignal: () => terminal.stretchSignal(),
      signal,
    });
    output.end(held.verdict, held.demonstration);
    for (const line of held.closing) output.aside(line);
    process.exitCode = held.exit;
  });
}

export const chatCommand: CommandModule<object, Args> = {
  command: 'chat [url]',
  describe: 'Talk with the navigator in the terminal',
  builder: (yargs) =>
    rankerOptions(confirmOption(bannersOption(navigatorOptions(browserOptions(yargs)))))
      .positional('url', { type: 'string', describe: 'Page to start on (URL or HTML file)' })
      .option('results', { type: 'string', default: 'results', describe: 'Folder for the demonstration' })
      .example('$0 chat https://example.org --headed', 'talk, and watch the browser')
      .example(
        '$0 chat example.org --model qwen2.5vl:7b --base-url http://127.0.0.1:11434',
        'a model decides',
      )
      .example('$0 chat --connect http://127.0.0.1:9222', 'in a Chrome that runs already, with its log-ins')
      .example('$0 chat shop.example --profile ~/.parley-shop', 'log-ins are kept for the next time')
      .example('printf "click Pricing\\nwhat does it cost?\\n" | $0 chat example.org', 'lines from a pipe'),
  handler: handle,
};
