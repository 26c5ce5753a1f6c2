/** What a session's context is like, in Playwright's words. */
import type { BrowserContextOptions } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { deviceNamed } from './devices.js';
import type { ContextOptions } from './options.js';
import { readStorageState } from './storage-state.js';

export const DEFAULT_VIEWPORT = { width: 1280, height: 800 };

/** @throws Problem `usage` for a device that does not exist or a storage state that is none */
export function contextOptions(options: ContextOptions): BrowserContextOptions {
  const { device, geolocation, storageState, httpCredentials, locale, timezone, userAgent, colorScheme } =
    options;
  const { defaultBrowserType: _, ...emulated } = device ? deviceNamed(device) : { defaultBrowserType: '' };
  return {
    viewport: DEFAULT_VIEWPORT,
    ...emulated,
    ...(options.viewport ? { viewport: options.viewport } : {}),
    ignoreHTTPSErrors: options.ignoreHttpsErrors ?? false,
    acceptDownloads: true,
    // Their requests would pass a recording by.
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

/** Options that can only be given to a context when it is made, by the flags that set them. */
const AT_BIRTH: [keyof ContextOptions, string][] = [
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

/** @throws Problem `usage` when something is asked of a running browser that it cannot be given any more */
export function assertFits(options: ContextOptions): void {
  const flag = AT_BIRTH.find(([key]) => options[key])?.[1] ?? (options.egress?.upstream ? '--proxy' : null);
  if (flag)
    throw new ParleyError(
      'usage',
      `${flag} cannot be set in a browser that is already running with a profile of its own.`,
      'Leave it out, or add --isolated for a new and empty context in that browser.',
    );
}
