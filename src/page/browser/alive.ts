/**
 * What is asked of a browser that may die at any moment. Playwright leaves `newPage` pending for ever when the
 * process goes while the page is being made, so whoever waits for it has to watch the browser too.
 */
import type { Browser } from 'playwright';

import { ParleyError } from '../../contract/index.js';

const GONE = /has been closed|has disconnected|target closed/i;

/**
 * What comes of `work`, as long as the browser runs.
 *
 * @throws Problem `infra` when the browser ends meanwhile, at once
 */
export async function whileItRuns<T>(browser: Browser | null, work: () => Promise<T>): Promise<T> {
  let gone = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    gone = () => reject(endedEarly());
    browser?.once('disconnected', gone);
  });
  try {
    return await Promise.race([work(), ended]);
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    if (browser?.isConnected() === false || GONE.test(String(error))) throw endedEarly(error);
    throw error;
  } finally {
    browser?.off('disconnected', gone);
  }
}

function endedEarly(cause?: unknown): ParleyError {
  return new ParleyError(
    'infra',
    'The browser ended before it had a page to show.',
    'Start again. If it happens each time, the machine or container may be short of memory, or something ends its processes.',
    cause === undefined ? {} : { cause },
  );
}
