/**
 * Playwright Test lists what a test does with a page, with what was typed there. For an act that holds something told
 * in confidence it is not told of it: there is no public way to say so, and without one nothing could be typed.
 */
import type { Page } from '@playwright/test';

interface Reporting {
  _wrapApiCall?<T>(act: () => Promise<T>, options: { internal: boolean }): Promise<T>;
}

export function quietly<T>(page: Page | null, act: () => Promise<T>): Promise<T> {
  const reporting = page as unknown as Reporting | null;
  return reporting?._wrapApiCall ? reporting._wrapApiCall(act, { internal: true }) : act();
}
