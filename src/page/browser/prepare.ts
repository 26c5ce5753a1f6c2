/** Sets up the HAR replay and the clock of a context before its first page opens. */
import type { BrowserContext } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import type { ContextOptions } from './options.js';

/** @throws ParleyError `usage` for an invalid HAR file */
export async function prepareContext(context: BrowserContext, { clock, har }: ContextOptions): Promise<void> {
  if (har) {
    try {
      await context.routeFromHAR(har.file, { notFound: har.notFound });
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
      throw new ParleyError(
        'usage',
        `${har.file} cannot be replayed: ${reason}.`,
        'Record one with npx playwright open --save-har=FILE, or save one from the network panel of a browser.',
        { cause: error },
      );
    }
  }
  if (clock) await context.clock.install({ time: clock });
}
