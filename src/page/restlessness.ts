/** How much a page moves by itself, so that its own ticking is not taken for the effect of an act. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';

import type { WirePulse } from './injected/wire.js';
import { ask } from './engine.js';

const READ_MS = 2_000;
/** A shorter while would miss what ticks slowly. */
const SAMPLE_MS = 100;

interface Reading {
  pulse: WirePulse;
  at: number;
}

async function read(page: Page): Promise<Reading | null> {
  const pulse = await ask<WirePulse>(page.mainFrame(), 'pulse', READ_MS).catch(() => null);
  return pulse ? { pulse, at: performance.now() } : null;
}

export class Restlessness {
  /** The first reading since the last act. */
  #first: Reading | null = null;

  async begin(page: Page): Promise<void> {
    this.#first ??= await read(page);
  }

  reset(): void {
    this.#first = null;
  }

  /** Mutations a millisecond, from the first reading after the last act to now. */
  async rate(page: Page): Promise<number> {
    const first = this.#first ?? (await read(page));
    if (!first) return 0;
    const missing = SAMPLE_MS - (performance.now() - first.at);
    if (missing > 0) await pause(missing);
    const now = await read(page);
    if (!now || now.pulse.born !== first.pulse.born) return 0;
    return (now.pulse.mutations - first.pulse.mutations) / (now.at - first.at);
  }
}
