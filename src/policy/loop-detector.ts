/** Detects loops: the same action on a page with the same content. Clock times are ignored. */
import { createHash } from 'node:crypto';

import type { Observation } from '../contract/index.js';

/** The navigator is in a loop if it performs an action this many times on the same page. */
export const LOOP_THRESHOLD = 2;

const CLOCK_TIME_PATTERN = /\d{1,2}:\d{2}(:\d{2})?|\d+ (seconds?|minutes?)\b/g;

export function computePageDigest({ url, candidates, text, dialog, tabs, viewport }: Observation): string {
  const hash = createHash('sha256').update(
    `${url}\n${dialog?.message ?? ''}\n${tabs.length}\n${viewport.scrollY}\n`,
  );
  for (const { interactive, role, name, value, states, scroll } of candidates) {
    if (!interactive) continue;
    const { focused: _, ...otherStates } = states;
    hash.update(
      `${role} ${name.replace(CLOCK_TIME_PATTERN, '')} ${value ?? ''} ${JSON.stringify(otherStates)} ${scroll ? scroll.y : ''}\n`,
    );
  }
  for (const block of text) hash.update(`${block.text.replace(CLOCK_TIME_PATTERN, '')}\n`);
  return hash.digest('hex');
}

export class LoopDetector {
  readonly #countsByPage = new Map<string, Map<string, number>>();

  /** Call this on a new instruction, which may ask for the same action again. */
  reset(): void {
    this.#countsByPage.clear();
  }

  /** @param action a key that identifies the action among all actions on this page */
  record(digest: string, action: string): void {
    const pageCounts = this.#countsByPage.get(digest) ?? new Map<string, number>();
    pageCounts.set(action, (pageCounts.get(action) ?? 0) + 1);
    this.#countsByPage.set(digest, pageCounts);
  }

  /** Returns how many times this action was performed on pages with this digest. */
  getActionCount(digest: string, action: string): number {
    return this.#countsByPage.get(digest)?.get(action) ?? 0;
  }

  /** Whether any action was performed too often on this page. */
  isLooping(digest: string): boolean {
    return [...(this.#countsByPage.get(digest)?.values() ?? [])].some((count) => count >= LOOP_THRESHOLD);
  }
}
