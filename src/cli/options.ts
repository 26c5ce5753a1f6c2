/** Flags that several commands share, and what they mean for the browser. */
import type { Argv } from 'yargs';

import { Problem } from '../contract/index.js';
import { DEFAULT_VIEWPORT, type LaunchOptions } from '../page/index.js';

export interface BrowserFlags {
  browserPath?: string | undefined;
  headed?: boolean | undefined;
  viewport?: string | undefined;
  ignoreHttpsErrors?: boolean | undefined;
}

/** yargs' own `coerce` would wrap the error and lose the next step, so values are read here. */
function viewportOf(text: string): { width: number; height: number } {
  const match = /^(\d{2,5})[x×,](\d{2,5})$/i.exec(text.trim());
  if (!match)
    throw new Problem(
      'usage',
      `--viewport needs a size such as 1280x800, not “${text}”.`,
      'Width, an x, height, in CSS pixels.',
    );
  return { width: Number(match[1]), height: Number(match[2]) };
}

/** @throws Problem `usage` for anything but a whole number from `least` */
export function wholeNumber(name: string, text: string, least: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value) || value < least)
    throw new Problem(
      'usage',
      `--${name} needs a whole number from ${least}, not “${text}”.`,
      `For example --${name} ${Math.max(least, 20)}.`,
    );
  return value;
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
    })
    .option('ignore-https-errors', {
      type: 'boolean',
      describe: 'Accept invalid certificates (test servers)',
    });
}

export function launchOptionsOf(flags: BrowserFlags): LaunchOptions {
  const { browserPath, headed, viewport, ignoreHttpsErrors } = flags;
  return {
    browserPath,
    headed: headed ?? false,
    ...(viewport === undefined ? {} : { viewport: viewportOf(viewport) }),
    ignoreHttpsErrors: ignoreHttpsErrors ?? false,
  };
}

const NAVIGATORS = ['direct'] as const;

export function navigatorOption<T>(yargs: Argv<T>): Argv<T & { navigator: string }> {
  return yargs.option('navigator', {
    choices: NAVIGATORS,
    default: NAVIGATORS[0],
    describe: 'Who decides what to do',
  });
}
