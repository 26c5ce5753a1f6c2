/** Converts command-line flags to options for the browser, its context and its egress policy. */
import { resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import {
  findDevice,
  parseEndpoint,
  readStorageState,
  type BrowserOptions,
  type ColorScheme,
  type ContextOptions,
  type EgressGuardOptions,
} from '../page/index.js';
import { createEgressPolicy } from '../policy/index.js';
import {
  readCredentials,
  parseGeolocation,
  parseAllowedHost,
  parseLocale,
  parseProfileFolder,
  parseProxy,
  parseTimezone,
  parseUploadPath,
  parseViewport,
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
  colorScheme?: ColorScheme | undefined;
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

/** The options from all browser flags. They are validated before anything starts. */
export interface BrowserPlan {
  browser: BrowserOptions;
  context: ContextOptions;
  /**
   * Creates new egress options for each session, so that a host admitted in one session is not admitted in the next.
   *
   * @param blockUnlistedHosts whether to block public hosts that no flag allows
   */
  createEgressOptions(blockUnlistedHosts?: boolean): EgressGuardOptions;
  uploads: string[];
  /** Values to mask everywhere, each with the name of its placeholder. */
  secrets: [name: string, value: string][];
}

function assertCompatible(flags: BrowserFlags): void {
  const { connect, profile, browserPath, headed, isolated, proxy, proxyAuthEnv, storageState } = flags;
  const exclusivePairs: [unknown, unknown, string, string][] = [
    [connect, profile, '--connect', '--profile'],
    [connect, browserPath, '--connect', '--browser-path'],
    [connect, headed, '--connect', '--headed'],
    [profile, storageState, '--profile', '--storage-state'],
  ];
  for (const [value, otherValue, flag, otherFlag] of exclusivePairs)
    if (value && otherValue)
      throw new ParleyError('usage', `${flag} and ${otherFlag} cannot be combined.`, 'Give one of them.');
  const dependentPairs: [unknown, unknown, string, string][] = [
    [isolated, connect, '--isolated', '--connect'],
    [proxyAuthEnv, proxy, '--proxy-auth-env', '--proxy'],
  ];
  for (const [value, otherValue, flag, otherFlag] of dependentPairs)
    if (value && !otherValue)
      throw new ParleyError('usage', `${flag} needs ${otherFlag}.`, `Add ${otherFlag}, or remove ${flag}.`);
}

/** @throws ParleyError `usage` for the first invalid value */
export function createBrowserPlan(flags: BrowserFlags, env: NodeJS.ProcessEnv = process.env): BrowserPlan {
  assertCompatible(flags);
  const { connect, profile, device, storageState, saveStorageState, httpCredentialsEnv, proxyAuthEnv } =
    flags;
  if (connect !== undefined) parseEndpoint(connect);
  if (device !== undefined) findDevice(device);
  if (storageState !== undefined) readStorageState(storageState);
  const httpCredentials = httpCredentialsEnv
    ? readCredentials('http-credentials-env', httpCredentialsEnv, env)
    : undefined;
  const proxyCredentials = proxyAuthEnv ? readCredentials('proxy-auth-env', proxyAuthEnv, env) : null;
  const proxy = flags.proxy === undefined ? null : parseProxy(flags.proxy, proxyCredentials);
  const allowedHosts = (flags.allowHost ?? []).map(parseAllowedHost);
  const allowPrivate = flags.allowPrivate ?? false;
  const secrets: [string, string][] = [
    ['HTTP_PASSWORD', httpCredentials?.password ?? ''],
    ['PROXY_PASSWORD', decodeURIComponent(proxy?.password ?? '')],
  ];
  return {
    browser: {
      browserPath: flags.browserPath,
      headed: flags.headed ?? false,
      connect,
      isolated: flags.isolated ?? false,
      profile: profile === undefined ? undefined : parseProfileFolder(profile),
    },
    context: {
      ...(flags.viewport === undefined ? {} : { viewport: parseViewport(flags.viewport) }),
      ignoreHttpsErrors: flags.ignoreHttpsErrors ?? false,
      storageState,
      saveStorageState: saveStorageState === undefined ? undefined : resolve(saveStorageState),
      locale: flags.locale === undefined ? undefined : parseLocale(flags.locale),
      timezone: flags.timezone === undefined ? undefined : parseTimezone(flags.timezone),
      geolocation: flags.geolocation === undefined ? undefined : parseGeolocation(flags.geolocation),
      device,
      userAgent: flags.userAgent,
      colorScheme: flags.colorScheme,
      httpCredentials,
      blockServiceWorkers: flags.blockServiceWorkers ?? false,
    },
    createEgressOptions: (blockUnlistedHosts = false) => ({
      policy: createEgressPolicy({ allowedHosts, allowPrivate, blockUnlistedHosts }),
      upstream: proxy?.href,
    }),
    uploads: (flags.allowUpload ?? []).map(parseUploadPath),
    secrets: secrets.filter(([, value]) => value !== ''),
  };
}
