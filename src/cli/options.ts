/** Flags that several commands share. */
import type { Argv } from 'yargs';

import type { BrowserFlags, RankerFlags, SentenceFlags } from '../assembly/index.js';
import { DEFAULT_VIEWPORT } from '../page/index.js';
import { BUNDLED_NAME, DEVICE_CHOICES } from '../rank/index.js';

const FLAGS = {
  'Browser:': {
    'browser-path': {
      type: 'string',
      describe: 'Chromium or Chrome program to use (also PARLEY_BROWSER)',
    },
    headed: { type: 'boolean', describe: 'Show the browser window' },
    connect: {
      type: 'string',
      describe: 'Join a running browser: http://127.0.0.1:9222, or a Playwright server’s ws://',
    },
    isolated: { type: 'boolean', describe: 'With --connect: a new, empty context, not its user’s log-ins' },
    profile: { type: 'string', describe: 'Folder of a browser profile that is kept' },
  },
  'What sites see:': {
    viewport: {
      type: 'string',
      describe: `Size of the page, default ${DEFAULT_VIEWPORT.width}x${DEFAULT_VIEWPORT.height}`,
    },
    device: { type: 'string', describe: 'A device by name: "Pixel 7", "iPad Mini landscape"' },
    'user-agent': { type: 'string', describe: 'What the browser calls itself' },
    locale: { type: 'string', describe: 'Language and region: en-GB' },
    timezone: { type: 'string', describe: 'Time zone: Europe/Oslo' },
    geolocation: { type: 'string', describe: 'Position: 59.91,10.75; sites may ask for it' },
    'color-scheme': {
      choices: ['light', 'dark', 'no-preference'],
      describe: 'Colours that the user prefers',
    },
    'ignore-https-errors': { type: 'boolean', describe: 'Accept invalid certificates (test servers)' },
  },
  'Log-ins:': {
    'storage-state': { type: 'string', describe: 'File with cookies and local storage to begin with' },
    'save-storage-state': { type: 'string', describe: 'File to write them to at the end' },
    'http-credentials-env': {
      type: 'string',
      describe: 'Variable that holds user:password for sites that ask for it by HTTP',
    },
  },
  'Network and files:': {
    'allow-host': {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'Open only the start page’s site and these: example.com, *.example.com, host:port, any',
    },
    'allow-private': { type: 'boolean', describe: 'Open private addresses and this machine' },
    proxy: { type: 'string', describe: 'Go out through this proxy: http://host:3128, socks5://host:1080' },
    'proxy-auth-env': { type: 'string', describe: 'Variable that holds user:password for it' },
    'block-service-workers': { type: 'boolean', describe: 'Sites get no service workers' },
    'allow-upload': {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'File or folder that may be given to pages',
    },
  },
} as const;

export function browserOptions<T>(yargs: Argv<T>): Argv<T & BrowserFlags> {
  // What the command itself takes is told first.
  let built: Argv = yargs.group([], 'Positionals:').group([], 'Options:');
  for (const [group, flags] of Object.entries(FLAGS))
    for (const [name, flag] of Object.entries(flags)) built = built.option(name, { ...flag, group });
  return built as unknown as Argv<T & BrowserFlags>;
}

export function rankerOptions<T>(yargs: Argv<T>): Argv<T & RankerFlags> {
  const group = 'Ranking:';
  return yargs
    .option('ranker', {
      type: 'string',
      group,
      describe: `What orders elements: lexical, ${BUNDLED_NAME} (default), or a model of yours (also PARLEY_RANKER)`,
    })
    .option('ranker-device', {
      choices: DEVICE_CHOICES,
      group,
      describe: 'What it computes on, default cpu (also PARLEY_RANKER_DEVICE)',
    })
    .option('ranker-cache', {
      type: 'string',
      group,
      describe: 'Folder that keeps what it has computed for the next time',
    });
}

/** For commands that hold scenarios. */
export function sentenceOption<T>(yargs: Argv<T>): Argv<T & SentenceFlags> {
  return yargs.option('sentence-model', {
    type: 'string',
    group: 'Ranking:',
    describe: 'Model of yours that compares sentences for { similar: … } (also PARLEY_SENTENCE_MODEL)',
  });
}
