/** The `wait` action: waits up to the requested time for the page to change. */
import type { Page } from 'playwright';

import { queryEngine } from '../engine.js';
import type { WirePageState } from '../injected/wire.js';
import type { ActionWaiter } from './action-waiter.js';

const POLL_INTERVAL_MS = 80;
/** The page counts as changed only if the number of mutations exceeds the expected number by more than this. */
const MUTATION_TOLERANCE = 5;

/** Waits for a change that is not a background mutation. @returns false if none happens within `ms` */
export async function waitForChange(
  page: Page,
  waiter: ActionWaiter,
  ms: number,
  unusualMutationRate: number,
): Promise<boolean> {
  const startedAt = performance.now();
  const readPageState = (): Promise<WirePageState | null> =>
    waiter.run(queryEngine<WirePageState>(page.mainFrame(), 'page-state', 1_000).catch(() => null));
  const initialState = await readPageState();
  const maxMs = Math.max(0, ms);
  for (;;) {
    const remainingMs = maxMs - (performance.now() - startedAt);
    if (remainingMs <= 0 || page.isClosed()) return false;
    await waiter.pause(Math.min(POLL_INTERVAL_MS, remainingMs));
    const pageState = await readPageState();
    if (!initialState) {
      if (pageState) return true;
      continue;
    }
    if (
      !pageState ||
      pageState.timeOrigin !== initialState.timeOrigin ||
      pageState.url !== initialState.url ||
      pageState.valuesDigest !== initialState.valuesDigest
    )
      return true;
    const expectedMutationCount =
      unusualMutationRate > 0
        ? unusualMutationRate * (performance.now() - startedAt) * 2 + MUTATION_TOLERANCE
        : 0;
    if (pageState.actionMutationCount - initialState.actionMutationCount > expectedMutationCount) return true;
    if (pageState.scrollX !== initialState.scrollX || pageState.scrollY !== initialState.scrollY) return true;
  }
}
