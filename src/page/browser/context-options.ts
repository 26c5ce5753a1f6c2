/** Converts Parley's context options to Playwright's. */
import type { BrowserContextOptions } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { findDevice } from './devices.js';
import type { ContextOptions } from './options.js';
import { readStorageState } from './storage-state.js';

export const DEFAULT_VIEWPORT = { width: 1280, height: 800 };

/** @throws ParleyError `usage` for an unknown device or an invalid storage state */
export function toPlaywrightOptions(options: ContextOptions): BrowserContextOptions {
  const { device, geolocation, storageState, httpCredentials, locale, timezone, userAgent, colorScheme } =
    options;
  const { defaultBrowserType: _, ...deviceOptions } = device
    ? findDevice(device)
    : { defaultBrowserType: '' };
  return {
    viewport: DEFAULT_VIEWPORT,
    ...deviceOptions,
    ...(options.viewport ? { viewport: options.viewport } : {}),
    ignoreHTTPSErrors: options.ignoreHttpsErrors ?? false,
    acceptDownloads: true,
    // Requests from service workers would bypass a HAR recording.
    serviceWorkers: options.blockServiceWorkers || options.har ? 'block' : 'allow',
    ...(locale ? { locale } : {}),
    ...(timezone ? { timezoneId: timezone } : {}),
    ...(geolocation ? { geolocation, permissions: ['geolocation'] } : {}),
    ...(userAgent ? { userAgent } : {}),
    ...(colorScheme ? { colorScheme } : {}),
    ...(httpCredentials ? { httpCredentials } : {}),
    ...(storageState ? { storageState: readStorageState(storageState) } : {}),
  };
}

/** Options that can be set only when a context is created, with the flags that set them. */
const NEW_CONTEXT_FLAGS: [keyof ContextOptions, string][] = [
  ['storageState', '--storage-state'],
  ['viewport', '--viewport'],
  ['ignoreHttpsErrors', '--ignore-https-errors'],
  ['locale', '--locale'],
  ['timezone', '--timezone'],
  ['geolocation', '--geolocation'],
  ['device', '--device'],
  ['userAgent', '--user-agent'],
  ['colorScheme', '--color-scheme'],
  ['httpCredentials', '--http-credentials-env'],
  ['blockServiceWorkers', '--block-service-workers'],
  ['clock', 'start.clock of the scenario'],
  ['har', 'start.har of the scenario'],
];

/** @throws ParleyError `usage` for an option that cannot be set in a running browser's existing context */
export function assertRunningBrowserSupports(options: ContextOptions): void {
  const flag =
    NEW_CONTEXT_FLAGS.find(([key]) => options[key])?.[1] ?? (options.egress?.upstream ? '--proxy' : null);
  if (flag)
    throw new ParleyError(
      'usage',
      `${flag} cannot be used with a browser that is already running with its own profile.`,
      'Remove it, or add --isolated for a new, empty context in that browser.',
    );
}
