/** The secret seed of a session, and the day that pages and models see. */
import { randomBytes } from 'node:crypto';

import type { ModelSession } from './model-session.js';

const SEED_BYTES = 16;

export interface SessionDay {
  /** The time zone that pages see; this machine's if undefined. */
  timezone: string | undefined;
  /** The time that pages see; the current time if undefined. */
  now?: Date | undefined;
}

/** Prefers the cassette's seed and day, so that its prompts are repeated exactly. */
export function chooseSeedAndDay(
  requestedSeed: string | null,
  session: ModelSession | null,
  { timezone, now }: SessionDay,
): { seed: string; today: string } {
  const recordedHeader = session?.recordedHeader;
  const seed = requestedSeed ?? recordedHeader?.seed ?? randomBytes(SEED_BYTES).toString('hex');
  const today = recordedHeader?.today ?? formatDay(timezone, now);
  session?.setCassetteHeader({ seed, today });
  return { seed, today };
}

/** `2026-11-21`, in the time zone that pages see. */
export function formatDay(timeZone: string | undefined, now: Date | undefined): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now ?? new Date());
}
