/**
 * Notices going round in circles: the same act on a page that looks the same. Times of day do not count,
 * because clocks change by themselves.
 */
import { createHash } from 'node:crypto';

import type { Observation } from '../../contract/index.js';

/** So often an act leads back to where it began before that is a circle. */
export const MOST_ROUNDS = 2;

const TIMES = /\d{1,2}:\d{2}(:\d{2})?|\d+ (seconds?|minutes?)\b/g;

export function digestOf({ url, candidates, text, dialog, tabs, viewport }: Observation): string {
  const hash = createHash('sha256').update(
    `${url}\n${dialog?.message ?? ''}\n${tabs.length}\n${viewport.scrollY}\n`,
  );
  for (const { interactive, role, name, value, states, scroll } of candidates) {
    if (!interactive) continue;
    const { focused: _, ...rest } = states;
    hash.update(
      `${role} ${name.replace(TIMES, '')} ${value ?? ''} ${JSON.stringify(rest)} ${scroll ? scroll.y : ''}\n`,
    );
  }
  for (const block of text) hash.update(`${block.text.replace(TIMES, '')}\n`);
  return hash.digest('hex');
}

export class Rounds {
  readonly #done = new Map<string, Map<string, number>>();

  /** A new line of the instructor may rightly ask for the same again. */
  forget(): void {
    this.#done.clear();
  }

  /** @param act what tells it from others on a page that looks the same */
  did(digest: string, act: string): void {
    const here = this.#done.get(digest) ?? new Map<string, number>();
    here.set(act, (here.get(act) ?? 0) + 1);
    this.#done.set(digest, here);
  }

  /** How often this very act was done on a page that looked like this. */
  times(digest: string, act: string): number {
    return this.#done.get(digest)?.get(act) ?? 0;
  }

  /** Whether anything that was done here has led back here. */
  returned(digest: string): boolean {
    return [...(this.#done.get(digest)?.values() ?? [])].some((times) => times >= MOST_ROUNDS);
  }
}
