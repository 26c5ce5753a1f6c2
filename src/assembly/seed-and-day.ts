/** Chooses the date that models see, and the secret seed from which prompts derive the marker around page text. */
import { randomBytes } from 'node:crypto';

import type { ModelSession } from './model-session.js';

const SEED_BYTES = 16;

export interface SessionClock {
  /** The time zone that pages see; the machine's if undefined. */
  timezone: string | undefined;
  /** The time that pages see; the current time if undefined. */
  now?: Date | undefined;
}

/**
 * Chooses the seed and the day, and records them in the cassette's header. When a cassette is replayed, both come from
 * the cassette, because the prompts must equal the recorded ones. A requested seed overrides the cassette's seed.
 */
export function chooseSeedAndDay(
  requestedSeed: string | null,
  session: ModelSession | null,
  { timezone, now }: SessionClock,
): { seed: string; today: string } {
  const recordedHeader = session?.recordedHeader;
  const seed = requestedSeed ?? recordedHeader?.seed ?? randomBytes(SEED_BYTES).toString('hex');
  const today = recordedHeader?.today ?? formatDay(timezone, now);
  session?.setCassetteHeader({ seed, today });
  return { seed, today };
}

/** Formats the date in the time zone that pages see, such as `2026-11-21`. */
export function formatDay(timeZone: string | undefined, now: Date | undefined): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now ?? new Date());
}
