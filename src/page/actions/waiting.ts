/** Waiting, as an act: until the page changed and came to rest, at most as long as was asked for. */
import type { Page } from 'playwright';

import { ask } from '../engine.js';
import type { WirePulse } from '../injected/wire.js';
import type { Patience } from './patience.js';

/** Nobody waits longer than this in one turn. */
const MOST_MS = 120_000;
const STEP_MS = 80;
/** More changes than the page makes by itself; a document that answers nothing is being replaced. */
const SLACK = 5;

/** Waits for a change that the page does not make by itself; false when the time is up. */
export async function waitForChange(
  page: Page,
  patience: Patience,
  ms: number,
  oddness: number,
): Promise<boolean> {
  const began = performance.now();
  const read = (): Promise<WirePulse | null> =>
    patience.run(ask<WirePulse>(page.mainFrame(), 'pulse', 1_000).catch(() => null));
  const first = await read();
  const most = Math.min(Math.max(0, ms), MOST_MS);
  for (;;) {
    const left = most - (performance.now() - began);
    if (left <= 0 || page.isClosed()) return false;
    await patience.pause(Math.min(STEP_MS, left));
    const now = await read();
    if (!first) {
      if (now) return true;
      continue;
    }
    if (!now || now.born !== first.born || now.url !== first.url || now.values !== first.values) return true;
    const own = oddness > 0 ? oddness * (performance.now() - began) * 2 + SLACK : 0;
    if (now.fresh - first.fresh > own) return true;
    if (now.scrollX !== first.scrollX || now.scrollY !== first.scrollY) return true;
  }
}
