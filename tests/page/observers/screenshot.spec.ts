import { expect, test } from '@playwright/test';

import { captureScreenshot } from '../../../src/page/observers/screenshot.js';

/** Creates a debugger session whose first screenshots fail with these errors. */
function createSession(errors: readonly string[]): { cdp: never; getCallCount(): number } {
  let callCount = 0;
  const send = async (): Promise<{ data: string }> => {
    const error = errors[callCount++];
    if (error !== undefined) throw new Error(error);
    return { data: Buffer.from('picture').toString('base64') };
  };
  return { cdp: { send } as never, getCallCount: () => callCount };
}

test('a failed screenshot is retried once, but not after a timeout', async () => {
  const failingSession = createSession(['Unable to capture screenshot']);
  expect(Buffer.from((await captureScreenshot(failingSession.cdp))!).toString()).toBe('picture');
  const brokenSession = createSession(['no target', 'no target', 'no target']);
  expect([await captureScreenshot(brokenSession.cdp), brokenSession.getCallCount()]).toEqual([null, 2]);
  const slowSession = createSession(['Timeout 5000ms exceeded.']);
  expect([await captureScreenshot(slowSession.cdp), slowSession.getCallCount()]).toEqual([null, 1]);
});
