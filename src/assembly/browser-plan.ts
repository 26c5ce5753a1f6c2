/** What flags mean for the browser, the pages in it and what they may reach. */
import { resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import {
  deviceNamed,
  endpointOf,
  readStorageState,
  type BrowserOptions,
  type ContextOptions,
  type EgressOptions,
} from '../page/index.js';
import { createEgressPolicy } from '../policy/index.js';
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
      throw new ParleyError('usage', `${first} and ${second} exclude each other.`, 'Give one of them.');
  const needing: [unknown, unknown, string, string][] = [
    [isolated, connect, '--isolated', '--connect'],
    [proxyAuthEnv, proxy, '--proxy-auth-env', '--proxy'],
  ];
  for (const [one, other, first, second] of needing)
    if (one && !other)
      throw new ParleyError(
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
