import { expect, test } from '@playwright/test';

import { captureScreenshot } from '../../../src/page/observers/screenshot.js';

/** A debugger session whose screenshots fail with these errors first. */
function createSession(errors: readonly string[]): { cdp: never; calls(): number } {
  let count = 0;
  const send = async (): Promise<{ data: string }> => {
    const error = errors[count++];
    if (error !== undefined) throw new Error(error);
    return { data: Buffer.from('picture').toString('base64') };
  };
  return { cdp: { send } as never, calls: () => count };
}

test('a failed screenshot is repeated once, but not after a timeout', async () => {
  const failing = createSession(['Unable to capture screenshot']);
  expect(Buffer.from((await captureScreenshot(failing.cdp))!).toString()).toBe('picture');
  const broken = createSession(['no target', 'no target', 'no target']);
  expect([await captureScreenshot(broken.cdp), broken.calls()]).toEqual([null, 2]);
  const slow = createSession(['Timeout 5000ms exceeded.']);
  expect([await captureScreenshot(slow.cdp), slow.calls()]).toEqual([null, 1]);
});
