/**
 * Reads the browser settings in `parley.config.yaml` as Playwright's `use`, for runs without a Playwright config of
 * their own.
 */
import { applySettings, createBrowserPlan, readConfiguration } from '../../assembly/index.js';
import { toPlaywrightOptions } from '../../page/index.js';

/** @throws ParleyError `usage` for an invalid setting */
export function readConfiguredUse(cwd: string): object {
  const { flags } = applySettings({}, readConfiguration(cwd).settings());
  const { browser, context } = createBrowserPlan(flags);
  const { viewport, ...options } = toPlaywrightOptions(context);
  return {
    ...options,
    // If neither is set, tests keep Playwright's default viewport.
    ...(context.viewport || context.device ? { viewport } : {}),
    ...(browser.browserPath ? { launchOptions: { executablePath: browser.browserPath } } : {}),
  };
}
