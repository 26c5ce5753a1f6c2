/** Flags that several commands share, and what they mean for the browser. */
import type { Argv } from 'yargs';

import { Problem } from '../contract/index.js';
import { DEFAULT_VIEWPORT, type LaunchOptions } from '../page/index.js';

export interface BrowserFlags {
  browserPath?: string | undefined;
  headed?: boolean | undefined;
  viewport?: { width: number; height: number } | undefined;
  ignoreHttpsErrors?: boolean | undefined;
}

function parseViewport(text: unknown): { width: number; height: number } | undefined {
  if (text === undefined || typeof text === 'object') return text as undefined;
  const match = /^(\d{2,5})[x×,](\d{2,5})$/i.exec(String(text));
  if (!match)
    throw new Problem(
      'usage',
      `--viewport needs a size such as 1280x800, not “${String(text)}”.`,
      'Width, an x, height, in CSS pixels.',
    );
  return { width: Number(match[1]), height: Number(match[2]) };
}

export function browserOptions<T>(yargs: Argv<T>): Argv<T & BrowserFlags> {
  return yargs
    .option('browser-path', {
      type: 'string',
      describe: 'Chromium or Chrome program to use (also PARLEY_BROWSER)',
    })
    .option('headed', { type: 'boolean', describe: 'Show the browser window' })
    .option('viewport', {
      type: 'string',
      describe: `Size of the page, default ${DEFAULT_VIEWPORT.width}x${DEFAULT_VIEWPORT.height}`,
      coerce: parseViewport,
    })
    .option('ignore-https-errors', {
      type: 'boolean',
      describe: 'Accept invalid certificates (test servers)',
    }) as never;
}

export function launchOptionsOf(flags: BrowserFlags): LaunchOptions {
  const { browserPath, headed, viewport, ignoreHttpsErrors } = flags;
  return {
    browserPath,
    headed: headed ?? false,
    ...(viewport ? { viewport } : {}),
    ignoreHttpsErrors: ignoreHttpsErrors ?? false,
  };
}

const NAVIGATORS = ['direct'] as const;

export function navigatorOption<T>(yargs: Argv<T>): Argv<T & { navigator: string }> {
  return yargs.option('navigator', {
    choices: NAVIGATORS,
    default: NAVIGATORS[0],
    describe: 'Who decides what to do',
  }) as never;
}
