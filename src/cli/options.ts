/** Flags that several commands share. */
import type { Argv } from 'yargs';

import type { BrowserFlags, JudgeFlags, RankerFlags, SentenceModelFlags } from '../assembly/index.js';
import { COLOR_SCHEMES, DEFAULT_VIEWPORT } from '../page/index.js';
import { BUNDLED_RANKER_NAME, DEVICE_CHOICES } from '../rank/index.js';

const FLAGS = {
  'Browser:': {
    'browser-path': {
      type: 'string',
      describe: 'Path of the Chromium or Chrome executable (also PARLEY_BROWSER)',
    },
    headed: { type: 'boolean', describe: 'Show the browser window' },
    connect: {
      type: 'string',
      describe: 'Connect to a running browser: http://127.0.0.1:9222, or a Playwright server’s ws:// URL',
    },
    isolated: {
      type: 'boolean',
      describe: 'With --connect: use a new context without the logins of the running browser',
    },
    profile: { type: 'string', describe: 'Folder of a persistent browser profile' },
  },
  'Emulation:': {
    viewport: {
      type: 'string',
      describe: `Viewport size (default ${DEFAULT_VIEWPORT.width}x${DEFAULT_VIEWPORT.height})`,
    },
    device: { type: 'string', describe: 'Emulate a device, for example "Pixel 7" or "iPad Mini landscape"' },
    'user-agent': { type: 'string', describe: 'User agent string' },
    locale: { type: 'string', describe: 'Locale, for example en-GB' },
    timezone: { type: 'string', describe: 'Time zone, for example Europe/Oslo' },
    geolocation: {
      type: 'string',
      describe: 'Geolocation, for example 59.91,10.75; sites get permission to read it',
    },
    'color-scheme': {
      choices: COLOR_SCHEMES,
      describe: 'Preferred colour scheme',
    },
    'ignore-https-errors': { type: 'boolean', describe: 'Accept invalid certificates (test servers)' },
  },
  'Logins:': {
    'storage-state': { type: 'string', describe: 'File with initial cookies and local storage' },
    'save-storage-state': {
      type: 'string',
      describe: 'Save cookies and local storage to this file when the session ends',
    },
    'http-credentials-env': {
      type: 'string',
      describe: 'Environment variable with user:password for HTTP authentication',
    },
  },
  'Network and files:': {
    'allow-host': {
      type: 'string',
      array: true,
      nargs: 1,
      describe:
        'Allow only the start page’s site and this host: example.com, *.example.com or host:port; any allows all',
    },
    'allow-private': { type: 'boolean', describe: 'Allow private addresses and this machine' },
    proxy: { type: 'string', describe: 'Proxy server, for example http://host:3128 or socks5://host:1080' },
    'proxy-auth-env': { type: 'string', describe: 'Environment variable with user:password for the proxy' },
    'block-service-workers': { type: 'boolean', describe: 'Block service workers' },
    'allow-upload': {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'File or folder that may be uploaded to pages',
    },
  },
} as const;

export function browserOptions<T>(yargs: Argv<T>): Argv<T & BrowserFlags> {
  // Makes the command's own options come first in --help.
  let builder: Argv = yargs.group([], 'Positionals:').group([], 'Options:');
  for (const [group, flags] of Object.entries(FLAGS))
    for (const [name, flag] of Object.entries(flags)) builder = builder.option(name, { ...flag, group });
  return builder as unknown as Argv<T & BrowserFlags>;
}

export function rankerOptions<T>(yargs: Argv<T>): Argv<T & RankerFlags> {
  const group = 'Ranking:';
  return yargs
    .option('ranker', {
      type: 'string',
      group,
      describe: `Ranker: lexical, ${BUNDLED_RANKER_NAME} (default), or a registered model (also PARLEY_RANKER)`,
    })
    .option('ranker-device', {
      choices: DEVICE_CHOICES,
      group,
      describe: 'Device for the ranker (default cpu; also PARLEY_RANKER_DEVICE)',
    })
    .option('ranker-cache', {
      type: 'string',
      group,
      describe: 'Folder that caches embeddings between runs',
    });
}

/** Adds the model flags of commands that run scenarios. */
export function scenarioModelOptions<T>(yargs: Argv<T>): Argv<T & SentenceModelFlags & JudgeFlags> {
  return yargs
    .option('sentence-model', {
      type: 'string',
      group: 'Ranking:',
      describe: 'Registered model for scenario checks with `similar` (also PARLEY_SENTENCE_MODEL)',
    })
    .option('judge-model', {
      type: 'string',
      group: 'Language model:',
      describe: 'Model for judge checks (default: that of --model; also PARLEY_JUDGE_MODEL)',
    });
}
