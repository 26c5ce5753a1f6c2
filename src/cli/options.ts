/** Flags that several commands share, and what they mean for the browser. */
import { resolve } from 'node:path';
import type { Argv } from 'yargs';

import { Problem } from '../contract/index.js';
import {
  DEFAULT_VIEWPORT,
  deviceNamed,
  endpointOf,
  readStorageState,
  type BrowserOptions,
  type ContextOptions,
  type EgressOptions,
} from '../page/index.js';
import { createEgressPolicy } from '../policy/index.js';
import { BUNDLED_NAME, DEVICE_CHOICES, type DeviceChoice } from '../rank/index.js';
import {
  credentialsFrom,
  geolocationOf,
  hostPatternOf,
  localeOf,
  profileOf,
  proxyOf,
  timezoneOf,
  uploadOf,
  viewportOf,
} from './option-values.js';

export interface BrowserFlags {
  browserPath?: string | undefined;
  headed?: boolean | undefined;
  connect?: string | undefined;
  isolated?: boolean | undefined;
  profile?: string | undefined;
  viewport?: string | undefined;
  device?: string | undefined;
  userAgent?: string | undefined;
  locale?: string | undefined;
  timezone?: string | undefined;
  geolocation?: string | undefined;
  colorScheme?: 'light' | 'dark' | 'no-preference' | undefined;
  ignoreHttpsErrors?: boolean | undefined;
  storageState?: string | undefined;
  saveStorageState?: string | undefined;
  httpCredentialsEnv?: string | undefined;
  allowHost?: string[] | undefined;
  allowPrivate?: boolean | undefined;
  proxy?: string | undefined;
  proxyAuthEnv?: string | undefined;
  blockServiceWorkers?: boolean | undefined;
  allowUpload?: string[] | undefined;
}

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

/** Everything that the flags say, checked, before anything is started. */
export interface BrowserPlan {
  browser: BrowserOptions;
  context: ContextOptions;
  /** New for every session: what one of them opened is not open to the next. */
  egress(): EgressOptions;
  uploads: string[];
  /** What must appear nowhere, by the names that stand for it. */
  secrets: [name: string, value: string][];
}

function assertTogether(flags: BrowserFlags): void {
  const { connect, profile, browserPath, headed, isolated, proxy, proxyAuthEnv, storageState } = flags;
  const excluded: [unknown, unknown, string, string][] = [
    [connect, profile, '--connect', '--profile'],
    [connect, browserPath, '--connect', '--browser-path'],
    [connect, headed, '--connect', '--headed'],
    [profile, storageState, '--profile', '--storage-state'],
  ];
  for (const [one, other, first, second] of excluded)
    if (one && other)
      throw new Problem('usage', `${first} and ${second} exclude each other.`, 'Give one of them.');
  const needing: [unknown, unknown, string, string][] = [
    [isolated, connect, '--isolated', '--connect'],
    [proxyAuthEnv, proxy, '--proxy-auth-env', '--proxy'],
  ];
  for (const [one, other, first, second] of needing)
    if (one && !other)
      throw new Problem(
        'usage',
        `${first} means nothing without ${second}.`,
        `Add ${second}, or leave it out.`,
      );
}

/** @throws Problem `usage` for the first value that cannot be right */
export function browserPlanOf(flags: BrowserFlags, env: NodeJS.ProcessEnv = process.env): BrowserPlan {
  assertTogether(flags);
  const { connect, profile, device, storageState, saveStorageState, httpCredentialsEnv, proxyAuthEnv } =
    flags;
  if (connect !== undefined) endpointOf(connect);
  if (device !== undefined) deviceNamed(device);
  if (storageState !== undefined) readStorageState(storageState);
  const http = httpCredentialsEnv
    ? credentialsFrom('http-credentials-env', httpCredentialsEnv, env)
    : undefined;
  const proxyUser = proxyAuthEnv ? credentialsFrom('proxy-auth-env', proxyAuthEnv, env) : null;
  const proxy = flags.proxy === undefined ? null : proxyOf(flags.proxy, proxyUser);
  const allow = (flags.allowHost ?? []).map(hostPatternOf);
  const allowPrivate = flags.allowPrivate ?? false;
  const secrets: [string, string][] = [
    ['HTTP_PASSWORD', http?.password ?? ''],
    ['PROXY_PASSWORD', decodeURIComponent(proxy?.password ?? '')],
  ];
  return {
    browser: {
      browserPath: flags.browserPath,
      headed: flags.headed ?? false,
      connect,
      isolated: flags.isolated ?? false,
      profile: profile === undefined ? undefined : profileOf(profile),
    },
    context: {
      ...(flags.viewport === undefined ? {} : { viewport: viewportOf(flags.viewport) }),
      ignoreHttpsErrors: flags.ignoreHttpsErrors ?? false,
      storageState,
      saveStorageState: saveStorageState === undefined ? undefined : resolve(saveStorageState),
      locale: flags.locale === undefined ? undefined : localeOf(flags.locale),
      timezone: flags.timezone === undefined ? undefined : timezoneOf(flags.timezone),
      geolocation: flags.geolocation === undefined ? undefined : geolocationOf(flags.geolocation),
      device,
      userAgent: flags.userAgent,
      colorScheme: flags.colorScheme,
      httpCredentials: http,
      blockServiceWorkers: flags.blockServiceWorkers ?? false,
    },
    egress: () => ({ judge: createEgressPolicy({ allow, allowPrivate }), upstream: proxy?.href }),
    uploads: (flags.allowUpload ?? []).map(uploadOf),
    secrets: secrets.filter(([, value]) => value !== ''),
  };
}

export interface RankerFlags {
  ranker?: string | undefined;
  rankerDevice?: DeviceChoice | undefined;
  rankerCache?: string | undefined;
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
