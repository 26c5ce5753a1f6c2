/** What a context is given before its first page is opened: a recording to answer from, and a time of day. */
import type { BrowserContext } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import type { ContextOptions } from './options.js';

/** @throws Problem `usage` for a recording that is none */
export async function prepare(context: BrowserContext, { clock, har }: ContextOptions): Promise<void> {
  if (har) {
    try {
      await context.routeFromHAR(har.file, { notFound: har.notFound });
    } catch (error) {
      const why = error instanceof Error ? error.message.split('\n')[0]! : String(error);
      throw new ParleyError(
        'usage',
        `${har.file} cannot be replayed: ${why}.`,
        'Make a recording with npx playwright open --save-har=FILE, or save one from the network panel of a browser.',
        { cause: error },
      );
    }
  }
  if (clock) await context.clock.install({ time: clock });
}
